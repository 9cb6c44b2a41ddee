import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { pageAnswer, pageSize } from '../fit.ts'
import { code, oneLine } from '../render.ts'
import { longestText, percent, seconds } from '../results/describe.ts'
import { filterWords, unknownFilters, unknownRows } from '../results/unknown-filters.ts'
import type { OutputOf } from '../run-operation.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { cursor, given } from './arguments.ts'

export const filters = {
  branch: z.string().min(1).max(1_000).optional(),
  suite: z.string().min(1).max(1_000).optional(),
  from: z.string().max(40).optional().describe('date or time; default 30 days ago'),
  to: z.string().max(40).optional().describe('exclusive; default now'),
}

export const getMetrics = tool({
  name: 'svc_get_metrics',
  title: 'Get test metrics',
  description:
    'One summary of pass rates, failures and durations of a period beside the period before, and its suites, worst first. For a curve: svc_get_trends.',
  input: z.strictObject({ ...filters, ...resultTokens, ...cursor }),
  ...READS_RESULTS,
  isKept: true,
  async call({ max_tokens, cursor, ...asked }, { run, project, pageLimit }) {
    const { slug } = await project()
    const of = given({ ...asked, project: slug })
    const limit = pageLimit ?? pageSize(max_tokens)
    const [metrics, suites] = await Promise.all([
      // Further pages continue the suites alone.
      cursor === undefined ? run('getMetrics', of) : null,
      run('listSuites', given({ ...of, limit, cursor })),
    ])
    const isEmpty = metrics?.current.executions.total === 0 && metrics.before.executions.total === 0
    const unknown = isEmpty ? await unknownFilters(run, slug, asked) : []
    return { project: slug, asked, unknown, metrics, suites }
  },
  render({ project, asked, unknown, metrics, suites: { items, nextCursor } }, budget) {
    const most = Math.min(longestText(budget), 100)
    const summary = metrics && summaryOf(metrics)
    const nothing = unknownRows(unknown, project, budget)
    return pageAnswer({
      tool: 'svc_get_metrics',
      rows: items.map((item) => rowOf(item, most)),
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [
          ...nothing.texts,
          `Metrics of project ${code(project, most)}${filterWords(asked, most)}:`,
          ...(summary?.lines ?? []),
          ...(texts.length === 0 ? [] : ['Suites, most failed executions first:', ...texts]),
          'Next: svc_get_trends shows the same over time; svc_list_flaky_tests names the worst tests.',
        ],
        structured: { project: oneLine(project, most), ...nothing.data, ...summary?.data, suites: data },
      }),
    })
  },
})

type Figures = OutputOf<'getMetrics'>['current']

function summaryOf({ current, before, change }: { current: Figures; before: Figures; change: Change }) {
  const lines = [
    `From ${current.from.slice(0, 16)} to ${current.to.slice(0, 16)}; in brackets the period of the same length before.`,
    `Executions: ${current.executions.total} (${before.executions.total}); ${current.executions.passed} passed, ${current.executions.failed} failed (${before.executions.failed}), ${current.executions.cancelled} cancelled, ${current.executions.incomplete} incomplete`,
    `Executions that passed: ${percent(current.executionPassRate.value)} (${percent(before.executionPassRate.value)})`,
    `Test results: ${current.tests.total} (${before.tests.total}); ${current.tests.failed} failed (${before.tests.failed}), ${current.tests.flaky} flaky (${before.tests.flaky}), ${current.tests.skipped} skipped; errors outside tests ${current.errors} (${before.errors})`,
    `Tests that passed: ${percent(current.testPassRate.value)} (${percent(before.testPassRate.value)})`,
    `Duration of an execution: median ${time(current.executionDurationMs.p50)} (${time(before.executionDurationMs.p50)}), 95th percentile ${time(current.executionDurationMs.p95)} (${time(before.executionDurationMs.p95)})`,
  ]
  const figures = ({ executions, tests, errors, executionPassRate, testPassRate, ...rest }: Figures) => ({
    executions,
    tests,
    errors,
    executionPassRate: executionPassRate.value,
    testPassRate: testPassRate.value,
    executionP50Ms: rest.executionDurationMs.p50,
  })
  const { failedTests, executionPassRate, testPassRate } = change
  const data = {
    from: current.from,
    to: current.to,
    current: figures(current),
    before: figures(before),
    change: { failedTests, executionPassRate, testPassRate },
  }
  return { lines, data }
}

type Change = Record<'failedTests' | 'executionPassRate' | 'testPassRate', number | null>

const time = (ms: number | null) => (ms === null ? 'none' : seconds(ms))

type Suite = OutputOf<'listSuites'>['items'][number]

function rowOf({ suite, executions, tests, executionPassRate: { value } }: Suite, most: number) {
  return {
    text: `- ${code(suite, most)}: ${countOf(executions.total, 'execution')}, ${executions.failed} failed, ${percent(value)} passed; tests ${tests.failed} failed, ${tests.flaky} flaky`,
    data: {
      suite: oneLine(suite, most),
      executions: executions.total,
      failedExecutions: executions.failed,
      failedTests: tests.failed,
      flakyTests: tests.flaky,
    },
  }
}
