import { z } from 'zod'
import { countOf } from '../../kernel/count-of.ts'
import { cutText } from '../../kernel/cut-text.ts'
import { originInWords } from '../../kernel/origin-in-words.ts'
import { Problem } from '../../kernel/problem.ts'
import { code, fence, oneLine } from '../render.ts'
import { fullName, longestText, percent, seconds, testName } from '../results/describe.ts'
import { FRAME_TOKENS, fitRows, fitsOf, pageEnd, pageSize } from '../results/fit-rows.ts'
import { filterWords, unknownFilters, unknownRows } from '../results/unknown-filters.ts'
import { cursor, given } from '../results/which.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'

export const getTestHistory = tool({
  name: 'svc_get_test_history',
  title: 'Show the history of a test',
  description:
    'Is this test flaky, broken or slow? Its flakiness rate, state and runs, newest first, with errors.',
  input: z.strictObject({
    test: z.string().min(1).max(2_000).describe('id, name, "file > name", or a part'),
    branch: z.string().min(1).max(1_000).optional(),
    days: z.int().min(1).max(400).default(30),
    ...resultTokens,
    ...cursor,
  }),
  ...READS_RESULTS,
  isKept: true,
  onError: { NOT_FOUND: 'Give a part of its name, or its id from svc_get_failures or svc_list_flaky_tests.' },
  async call({ max_tokens, test, ...asked }, { run, findProject, pageLimit }) {
    const project = (await findProject())?.slug
    const { tests } = await run('findTests', given({ test, project, limit: 5 }))
    const [found, ...others] = tests
    if (!found) throw new Problem('NOT_FOUND', 'There is no such test.')
    const isSure =
      found.similarity === 1 ? others.length === 0 : others.length === 0 && found.similarity >= LIKELY
    if (!isSure)
      throw new Problem(
        'NOT_FOUND',
        tests.length > 1 ? 'Several tests fit. Give the id of one.' : 'There is no such test.',
        {
          similar: tests.map((one) => `${cutText(fullName(one), 200)} (${one.testId}, ${one.project})`),
        },
      )
    const limit = pageLimit ?? pageSize(max_tokens)
    const wanted = given({ ...asked, id: found.testId, project: found.project, limit })
    const read = await run('getTest', wanted)
    const isFirst = asked.cursor === undefined
    const isEmpty = isFirst && read.runs.length === 0
    const unknown = isEmpty ? await unknownFilters(run, found.project, asked) : []
    return { test: read, isFirst, asked, unknown }
  },
  render({ test, isFirst, asked, unknown }, budget) {
    const { flakinessRate: rate, evidence, monitor, runs, nextCursor } = test
    const most = longestText(budget)
    let last = ''
    const rows = runs.map((run) => {
      const { execution, status, durationMs, error, leg } = run
      const origin = originInWords(execution)
      const isNew = error !== null && error.fingerprint !== last
      if (error !== null) last = error.fingerprint
      const line = [
        `- ${run.startedAt.slice(0, 16)} ${status} ${seconds(durationMs)}`,
        execution.branch ? `branch ${code(execution.branch, Math.min(most, 100))}` : 'no branch',
        ...(execution.pullRequest === null ? [] : [`PR ${execution.pullRequest}`]),
        (execution.headSha ?? execution.testedSha)?.slice(0, 10) ?? 'no commit',
        code(leg, Math.min(most, 80)),
        ...(origin === null ? [] : [origin]),
        ...(run.excludedBecause === null ? [] : [`not counted${WHY[run.excludedBecause]}`]),
        ...(run.evidence.length > 0 ? [`flaky: ${run.evidence.join(', ')}`] : []),
        ...(error && !isNew ? [`error ${error.fingerprint}`] : []),
        `execution ${execution.id}`,
      ].join(' · ')
      return {
        text:
          error && isNew
            ? `${line}\n${fence(firstLine(error.message, most), { source: `error ${error.fingerprint}` })}`
            : line,
        data: {
          at: run.startedAt,
          status,
          durationMs,
          execution: execution.id,
          branch: execution.branch && oneLine(execution.branch, Math.min(most, 100)),
          leg: oneLine(leg, Math.min(most, 80)),
          trust: execution.trust,
          dirty: execution.dirty,
          excludedBecause: run.excludedBecause,
          fingerprint: error?.fingerprint ?? null,
          evidence: run.evidence,
        },
      }
    })
    const fitted = fitRows(rows, budget - FRAME_TOKENS - 150)
    const { texts, data } = fitted
    const shown = runs.slice(0, texts.length)
    const failed = shown.filter(({ status }) => status === 'failed').length
    const newest = isFirst ? newestCounted(shown, nextCursor !== null) : null
    const state = newest
      ? `${newest.outcome} in its newest counted run (${newest.at.slice(0, 16)})`
      : isFirst
        ? 'no run shown counts'
        : 'older runs'
    const broken = test.isBroken ? ' It is broken: it failed in all of its counted runs.' : ''
    const nothing = unknownRows(unknown, test.project, budget)
    const lines = [
      ...nothing.texts,
      `Test ${testName(test, most)} (${test.testId}), project ${code(test.project, Math.min(most, 100))}${filterWords(asked, Math.min(most, 100))}: ${state}.${broken} The monitor says ${monitor.state}.`,
      `Flakiness ${percent(rate.value)}: ${rate.numerator} of ${countOf(rate.denominator, 'run')}, 95 % interval ${percent(rate.interval.low)} to ${percent(rate.interval.high)}; ${evidence.sameTree} on the same code, ${evidence.retry} by a retry, ${countOf(evidence.flips, 'flip')} between commits. Failed in ${test.failedRuns} of ${countOf(rate.denominator, 'counted run')}. First seen ${test.firstSeenAt.slice(0, 10)}.`,
      ...(monitor.changes[0]
        ? [
            `Last change ${monitor.changes[0].at.slice(0, 10)}: ${monitor.changes[0].from} to ${monitor.changes[0].to}, ${code(monitor.changes[0].because, Math.min(most, 200))}`,
          ]
        : []),
      texts.length === 0
        ? 'No runs are stored.'
        : `Runs, newest first; ${failed} of the ${texts.length} shown failed:`,
      ...texts,
      ...pageEnd('svc_get_test_history', nextCursor, { test: test.testId }),
    ]
    return {
      text: lines.join('\n'),
      structured: {
        testId: test.testId,
        test: oneLine([test.file, ...test.titles].join(' > '), most),
        project: test.project,
        ...nothing.data,
        state: monitor.state,
        isBroken: test.isBroken,
        flakiness: { rate: rate.value, runs: rate.numerator, of: rate.denominator, ...rate.interval },
        evidence,
        failedRuns: test.failedRuns,
        ...(isFirst && {
          newestCounted: newest && { execution: newest.execution, status: newest.status },
        }),
        runs: data,
        truncated: nextCursor !== null,
        nextCursor,
      },
      ...fitsOf(fitted),
    }
  },
})

/** A single test this similar is the one that is meant. */
const LIKELY = 0.5

const firstLine = (message: string, most: number) =>
  cutText(message.trim().split('\n', 1)[0] ?? '', Math.min(most, 200))

/** What a line adds to "not counted", unless the run's origin says it. */
const WHY = {
  'not-settled': ': the execution has not settled',
  outage: ': most tests of the execution failed',
  local: ': the project has runs in CI',
  fork: '',
  dirty: '',
} as const

interface Run {
  execution: { id: string }
  leg: string
  status: 'failed' | 'flaky' | 'passed' | 'skipped'
  startedAt: string
  counts: boolean
}

const WORST_FIRST = ['failed', 'flaky', 'passed', 'skipped'] as const
const MOST_LEGS = 3

/** What the newest execution that counts says, with its legs if they differ or if others may follow; null without one. */
function newestCounted(runs: readonly Run[], isCut: boolean) {
  const first = runs.find(({ counts }) => counts)
  if (!first) return null
  const { execution, startedAt } = first
  const own = runs.filter((run) => run.execution.id === execution.id)
  const byStatus = WORST_FIRST.flatMap((status) => {
    const legs = own.filter((run) => run.status === status).map(({ leg }) => code(leg, 60))
    return legs.length === 0 ? [] : [{ status, legs }]
  })
  const isWhole = byStatus.length === 1 && !(isCut && runs.at(-1)?.execution.id === execution.id)
  const outcome = byStatus.map(({ status, legs }) =>
    isWhole
      ? status
      : `${status} on ${legs.slice(0, MOST_LEGS).join(', ')}${legs.length > MOST_LEGS ? ` and ${countOf(legs.length - MOST_LEGS, 'other leg')}` : ''}`,
  )
  return {
    execution: execution.id,
    at: startedAt,
    status: byStatus[0]?.status ?? first.status,
    outcome: outcome.join(', '),
  }
}
