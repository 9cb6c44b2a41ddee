import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { cutText } from '../../../ground/kernel/cut-text.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { pageAnswer, pageSize } from '../fit.ts'
import { code } from '../render.ts'
import { fullName, longestText, percent, plainName, seconds, testName } from '../results/describe.ts'
import { historyRows, type TestRun } from '../results/history-rows.ts'
import { filterWords, unknownFilters, unknownRows } from '../results/unknown-filters.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { cursor, given, projectSlug } from './arguments.ts'

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
  async call({ max_tokens, test, ...asked }, { run, pageLimit, ...call }) {
    const project = await projectSlug(call, TEST_ID.test(test) ? test : undefined)
    const { tests } = await run('findTests', given({ test, project, limit: 5 }))
    const [found, ...others] = tests
    if (!found) {
      // For an id, it names the project that has the test.
      const [id] = TEST_ID.exec(test) ?? []
      if (id !== undefined) await run('getTest', given({ id: id.toLowerCase(), project, limit: 1 }))
      throw new Problem('NOT_FOUND', 'There is no such test.')
    }
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
    // Runs that passed one after the other share a line.
    const limit = pageLimit ?? Math.min(MOST_RUNS, pageSize(max_tokens, MOST_RUNS) * RUNS_A_LINE)
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
    const neverPassed = test.failedRuns > 0 && test.failedRuns === rate.denominator
    // The monitor judges after more runs: beside the counts, its first state would contradict them.
    const told = neverPassed && monitor.state === 'healthy' ? '' : ` The monitor says ${monitor.state}.`
    const broken = neverPassed ? ' It failed in all of its counted runs.' : ''
    const nothing = unknownRows(unknown, test.project, budget)
    return pageAnswer({
      tool: 'svc_get_test_history',
      rows: historyRows(runs, most),
      nextCursor,
      args: { test: test.testId },
      budget,
      around({ rows, texts, data }) {
        const shown = runs.slice(0, rows.at(-1)?.entries)
        const failed = shown.filter(({ status }) => status === 'failed').length
        const newest = isFirst ? newestCounted(shown, nextCursor !== null) : null
        const state = newest
          ? `${newest.outcome} in its newest counted run (${newest.at.slice(0, 16)})`
          : isFirst
            ? 'no run shown counts'
            : 'older runs'
        return {
          lines: [
            ...nothing.texts,
            `Test ${testName(test, most)} (${test.testId}), project ${code(test.project, Math.min(most, 100))}${filterWords(asked, Math.min(most, 100))}: ${state}.${broken}${told}`,
            `Flakiness ${percent(rate.value)}: ${rate.numerator} of ${countOf(rate.denominator, 'run')}, 95 % interval ${percent(rate.interval.low)} to ${percent(rate.interval.high)}; ${evidence.sameTree} on the same code, ${evidence.retry} by a retry, ${countOf(evidence.flips, 'flip')} between commits. Failed in ${test.failedRuns} of ${countOf(rate.denominator, 'counted run')}. First seen ${test.firstSeenAt.slice(0, 10)}.`,
            ...(monitor.changes[0]
              ? [
                  `Last change ${monitor.changes[0].at.slice(0, 10)}: ${monitor.changes[0].from} to ${monitor.changes[0].to}, ${code(monitor.changes[0].because, Math.min(most, 200))}`,
                ]
              : []),
            texts.length === 0
              ? 'No runs are stored.'
              : `Runs, newest first; ${failed} of the ${shown.length} shown failed:`,
            ...texts,
            ...whatDiffers(shown, most),
            ...(shown.some(({ error }) => error !== null)
              ? [
                  'Next: svc_get_failures with a fingerprint shows values, source, attempts and artifacts of that error.',
                ]
              : []),
          ],
          structured: {
            testId: test.testId,
            test: plainName(test, most),
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
          },
        }
      },
    })
  },
})

/** An id, alone or in an address. */
const TEST_ID = /\b[0-9a-f]{32}\b/i
/** A single test this similar is the one that is meant. */
const LIKELY = 0.5

/** The runs of a page, and how many of them one of its lines may hold. */
const MOST_RUNS = 100
const RUNS_A_LINE = 4

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

/** Fewer runs of a kind prove nothing. */
const LEAST_BAD = 2
const LEAST_PASSED = 3
/** A leg or branch of all bad runs differs if at most this share of those that passed have it. */
const MOST_SHARED = 0.6
/** Durations differ from this factor on. */
const LEAST_FACTOR = 2

/** What the runs that went wrong have in common, and those that passed do not; empty if nothing tells them apart. */
function whatDiffers(runs: readonly TestRun[], most: number): string[] {
  const counted = runs.filter(({ excludedBecause }) => excludedBecause === null)
  const bad = counted.filter(({ status }) => status === 'failed' || status === 'flaky')
  const passed = counted.filter(({ status }) => status === 'passed')
  if (bad.length < LEAST_BAD || passed.length < LEAST_PASSED) return []
  const facts = [
    ...shared('leg', bad, passed, ({ leg }) => leg, most),
    ...shared('branch', bad, passed, ({ execution }) => execution.branch ?? '', most),
    ...slower(bad, passed),
  ]
  return facts.length === 0 ? [] : [`What differs: ${facts.join('; ')}.`]
}

function shared(
  what: string,
  bad: TestRun[],
  passed: TestRun[],
  of: (run: TestRun) => string,
  most: number,
): string[] {
  const [value, ...others] = new Set(bad.map(of))
  if (!value || others.length > 0) return []
  const same = passed.filter((run) => of(run) === value).length
  if (same > passed.length * MOST_SHARED) return []
  return [
    `all ${countOf(bad.length, 'bad run')} are of ${what} ${code(value, Math.min(most, 80))}, of those that passed ${same} of ${passed.length}`,
  ]
}

/** A flaky run has the duration of the attempt that passed, so only failed ones are compared. */
function slower(bad: TestRun[], passed: TestRun[]): string[] {
  const failed = bad.filter(({ status }) => status === 'failed')
  if (failed.length < LEAST_BAD) return []
  const [long, short] = [medianOf(failed), medianOf(passed)]
  if (long < short * LEAST_FACTOR && short < long * LEAST_FACTOR) return []
  return [`a failed run takes ${seconds(long)}, one that passed ${seconds(short)}`]
}

function medianOf(runs: TestRun[]): number {
  const sorted = runs.map(({ durationMs }) => durationMs).sort((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}
