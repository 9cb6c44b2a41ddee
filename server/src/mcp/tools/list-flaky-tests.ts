import { z } from 'zod'
import { countOf } from '../../kernel/count-of.ts'
import { code, oneLine } from '../render.ts'
import { longestText, percent, testName } from '../results/describe.ts'
import { FRAME_TOKENS, fitRows, fitsOf, pageEnd, pageSize } from '../results/fit-rows.ts'
import { filterWords, unknownFilters, unknownRows } from '../results/unknown-filters.ts'
import { cursor, given } from '../results/which.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'

export const listFlakyTests = tool({
  name: 'svc_list_flaky_tests',
  title: 'List flaky tests',
  description:
    'Tests that failed and passed on the same code, worst first; or tests that always fail (state broken). One test: svc_get_test_history. Flaky by a PR: svc_compare_executions.',
  input: z.strictObject({
    branch: z.string().min(1).max(1_000).optional(),
    days: z.int().min(1).max(400).default(30),
    state: z.enum(['flaky', 'broken']).default('flaky'),
    ...resultTokens,
    ...cursor,
  }),
  ...READS_RESULTS,
  isKept: true,
  async call({ max_tokens, ...asked }, { run, project, pageLimit }) {
    const { slug } = await project()
    const page = await run(
      'listFlakyTests',
      given({ ...asked, project: slug, recent: 0, limit: pageLimit ?? pageSize(max_tokens) }),
    )
    const isEmpty = page.items.length === 0
    return { project: slug, page, asked, unknown: isEmpty ? await unknownFilters(run, slug, asked) : [] }
  },
  render({ project, page: { items, nextCursor }, asked, unknown }, budget) {
    const most = longestText(budget)
    const rows = items.map((test) => {
      const { flakinessRate: rate, evidence } = test
      return {
        text: `- ${testName(test, most)} · ${percent(rate.value)} (${rate.numerator} of ${countOf(rate.denominator, 'run')}, 95 % interval ${percent(rate.interval.low)} to ${percent(rate.interval.high)}) · ${evidence.sameTree} on the same code, ${evidence.retry} by a retry · ${countOf(test.failedRuns, 'failed run')} · monitor ${test.monitor} · test ${test.testId}`,
        data: {
          testId: test.testId,
          test: oneLine([test.file, ...test.titles].join(' > '), most),
          rate: rate.value,
          runs: rate.numerator,
          of: rate.denominator,
          failedRuns: test.failedRuns,
          monitor: test.monitor,
          lastEvidence: test.lastEvidence?.id ?? null,
        },
      }
    })
    const fitted = fitRows(rows, budget - FRAME_TOKENS)
    const { texts, data } = fitted
    const of = `of project ${code(project, most)}${filterWords(asked, most, ',')} in the last ${countOf(asked.days, 'day')}`
    const nothing = unknownRows(unknown, project, budget)
    const lines = [
      ...nothing.texts,
      texts.length === 0
        ? `No ${asked.state} tests ${of}.`
        : `${asked.state === 'flaky' ? 'Flaky' : 'Broken'} tests ${of}, worst first:`,
      ...texts,
      ...pageEnd('svc_list_flaky_tests', nextCursor),
      ...(texts.length > 0 ? ['Next: svc_get_test_history with a test id shows its runs and errors.'] : []),
    ]
    return {
      text: lines.join('\n'),
      structured: {
        project: oneLine(project, most),
        ...nothing.data,
        tests: data,
        truncated: nextCursor !== null,
        nextCursor,
      },
      ...fitsOf(fitted),
    }
  },
})
