import { z } from 'zod'
import { countOf } from '../../kernel/count-of.ts'
import { percent, seconds } from '../results/describe.ts'
import { FRAME_TOKENS, fitRows } from '../results/fit-rows.ts'
import { given } from '../results/which.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { filters } from './get-metrics.ts'

export const getTrends = tool({
  name: 'svc_get_trends',
  title: 'Get test trends',
  description: 'Executions, pass rates and durations over time, one row a bucket, newest first.',
  input: z.strictObject({
    ...filters,
    granularity: z.enum(['hourly', 'daily', 'weekly', 'monthly']).default('daily'),
    ...resultTokens,
  }),
  ...READS_RESULTS,
  isKept: true,
  async call({ max_tokens: _size, ...asked }, { run, findProject }) {
    return run('getTrends', given({ ...asked, project: (await findProject())?.slug }))
  },
  render({ from, to, granularity, points }, budget) {
    const empty = points.filter(({ executions }) => executions.total === 0).length
    const rows = points.toReversed().flatMap((point) => {
      const { bucket, executions, tests, averageDurationMs } = point
      const ran = tests.passed + tests.flaky + tests.failed
      const passRate = ran === 0 ? null : (tests.passed + tests.flaky) / ran
      if (executions.total === 0) return []
      return [
        {
          text: `- ${bucket}: ${countOf(executions.total, 'execution')}, ${executions.failed} failed; tests ${percent(passRate)} passed, ${tests.failed} failed, ${tests.flaky} flaky${averageDurationMs === null ? '' : `; ${seconds(averageDurationMs)} on average`}`,
          data: {
            bucket,
            from: point.from,
            executions: executions.total,
            failedExecutions: executions.failed,
            failedTests: tests.failed,
            flakyTests: tests.flaky,
            testPassRate: passRate,
          },
        },
      ]
    })
    const { texts, data, left } = fitRows(rows, budget - FRAME_TOKENS)
    const lines = [
      `Trend from ${from.slice(0, 16)} to ${to.slice(0, 16)}, ${granularity}, newest first${empty > 0 ? `; ${empty} buckets without executions are left out` : ''}:`,
      ...(texts.length === 0 ? ['No executions.'] : texts),
      ...(left > 0
        ? [
            `[more: ${left} older buckets. Call svc_get_trends with the same arguments and ${JSON.stringify({ to: rows[texts.length - 1]?.data.from })}, or a coarser granularity.]`,
          ]
        : []),
    ]
    return {
      text: lines.join('\n'),
      structured: { from, to, granularity, points: data, truncated: left > 0 },
    }
  },
})
