import { z } from 'zod'
import { percent, seconds } from '../results/describe.ts'
import { given } from '../results/which.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'

export const filters = {
  branch: z.string().min(1).max(1_000).optional(),
  suite: z.string().min(1).max(1_000).optional(),
  from: z.string().max(40).optional().describe('date or time; default 30 days ago'),
  to: z.string().max(40).optional(),
}

export const getMetrics = tool({
  name: 'svc_get_metrics',
  title: 'Get test metrics',
  description:
    'One summary of pass rates, failures and durations of a period beside the period before. For a curve: svc_get_trends.',
  input: z.strictObject({ ...filters, ...resultTokens }),
  ...READS_RESULTS,
  isKept: true,
  async call({ max_tokens: _size, ...asked }, { run, findProject }) {
    return run('getMetrics', given({ ...asked, project: (await findProject())?.slug }))
  },
  render({ current, before, change }) {
    const text = [
      `From ${current.from.slice(0, 16)} to ${current.to.slice(0, 16)}; in brackets the period of the same length before.`,
      `Executions: ${current.executions.total} (${before.executions.total}); ${current.executions.passed} passed, ${current.executions.failed} failed (${before.executions.failed}), ${current.executions.cancelled} cancelled, ${current.executions.incomplete} incomplete`,
      `Executions that passed: ${percent(current.executionPassRate.value)} (${percent(before.executionPassRate.value)})`,
      `Test results: ${current.tests.total} (${before.tests.total}); ${current.tests.failed} failed (${before.tests.failed}), ${current.tests.flaky} flaky (${before.tests.flaky}), ${current.tests.skipped} skipped; errors outside tests ${current.errors} (${before.errors})`,
      `Tests that passed: ${percent(current.testPassRate.value)} (${percent(before.testPassRate.value)})`,
      `Duration of an execution: median ${time(current.executionDurationMs.p50)} (${time(before.executionDurationMs.p50)}), 95th percentile ${time(current.executionDurationMs.p95)} (${time(before.executionDurationMs.p95)})`,
      'Next: svc_get_trends shows the same over time; svc_list_flaky_tests names the worst tests.',
    ].join('\n')
    const figures = ({
      executions,
      tests,
      errors,
      executionPassRate,
      testPassRate,
      executionDurationMs,
    }: typeof current) => ({
      executions,
      tests,
      errors,
      executionPassRate: executionPassRate.value,
      testPassRate: testPassRate.value,
      executionP50Ms: executionDurationMs.p50,
    })
    return {
      text,
      structured: {
        from: current.from,
        to: current.to,
        current: figures(current),
        before: figures(before),
        change: roundedOf(change),
        truncated: false,
        nextCursor: null,
      },
    }
  },
})

const time = (ms: number | null) => (ms === null ? 'none' : seconds(ms))

const roundedOf = (change: Record<string, number | null>) => {
  const { failedTests, executionPassRate, testPassRate } = change
  return { failedTests, executionPassRate, testPassRate }
}
