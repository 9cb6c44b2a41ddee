import { z } from 'zod'
import { countOf } from '../../kernel/count-of.ts'
import { cutText } from '../../kernel/cut-text.ts'
import { Problem } from '../../kernel/problem.ts'
import { fence, oneLine } from '../render.ts'
import { code, fullName, longestText, percent, seconds, testName } from '../results/describe.ts'
import { FRAME_TOKENS, fitRows, fitsOf, pageEnd, pageSize } from '../results/fit-rows.ts'
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
          similar: tests.map((one) => `${fullName(one)} (${one.testId}, ${one.project})`),
        },
      )
    const limit = pageLimit ?? pageSize(max_tokens)
    return run('getTest', given({ ...asked, id: found.testId, project: found.project, limit }))
  },
  render(test, budget) {
    const { flakinessRate: rate, evidence, monitor, runs, nextCursor } = test
    const most = longestText(budget)
    let last = ''
    const rows = runs.map((run) => {
      const { execution, status, durationMs, error, leg } = run
      const isNew = error !== null && error.fingerprint !== last
      if (error !== null) last = error.fingerprint
      const line = `- ${run.startedAt.slice(0, 16)} ${status} ${seconds(durationMs)} · ${execution.branch ? `branch ${code(execution.branch, Math.min(most, 100))}` : 'no branch'}${execution.pullRequest === null ? '' : ` · PR ${execution.pullRequest}`} · ${(execution.headSha ?? execution.testedSha)?.slice(0, 10) ?? 'no commit'} · ${code(leg, Math.min(most, 80))}${run.evidence.length > 0 ? ` · flaky: ${run.evidence.join(', ')}` : ''}${error && !isNew ? ` · error ${error.fingerprint}` : ''} · execution ${execution.id}`
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
          fingerprint: error?.fingerprint ?? null,
          evidence: run.evidence,
        },
      }
    })
    const fitted = fitRows(rows, budget - FRAME_TOKENS - 150)
    const { texts, data } = fitted
    const state = test.isBroken ? 'broken: it failed in all of its runs' : `${monitor.state}`
    const lines = [
      `Test ${testName(test, most)} (${test.testId}), project ${code(test.project, Math.min(most, 100))}: ${state}.`,
      `Flakiness ${percent(rate.value)}: ${rate.numerator} of ${countOf(rate.denominator, 'run')}, 95 % interval ${percent(rate.interval.low)} to ${percent(rate.interval.high)}; ${evidence.sameTree} on the same code, ${evidence.retry} by a retry, ${countOf(evidence.flips, 'flip')} between commits. Failed in ${countOf(test.failedRuns, 'run')}. First seen ${test.firstSeenAt.slice(0, 10)}.`,
      ...(monitor.changes[0]
        ? [
            `Last change ${monitor.changes[0].at.slice(0, 10)}: ${monitor.changes[0].from} to ${monitor.changes[0].to}, ${oneLine(monitor.changes[0].because, Math.min(most, 200))}`,
          ]
        : []),
      texts.length === 0 ? 'No runs in the window.' : 'Runs, newest first:',
      ...texts,
      ...pageEnd('svc_get_test_history', nextCursor, { test: test.testId }),
    ]
    return {
      text: lines.join('\n'),
      structured: {
        testId: test.testId,
        test: oneLine([test.file, ...test.titles].join(' > '), most),
        project: test.project,
        state: monitor.state,
        isBroken: test.isBroken,
        flakiness: { rate: rate.value, runs: rate.numerator, of: rate.denominator, ...rate.interval },
        evidence,
        failedRuns: test.failedRuns,
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
