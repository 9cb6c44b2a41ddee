import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { pageAnswer } from '../fit.ts'
import { code, oneLine } from '../render.ts'
import { percent, seconds } from '../results/describe.ts'
import { filterWords, unknownFilters, unknownRows } from '../results/unknown-filters.ts'
import type { OutputOf } from '../run-operation.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { cursor, given } from './arguments.ts'
import { filters } from './get-metrics.ts'

export const getTrends = tool({
  name: 'svc_get_trends',
  title: 'Get test trends',
  description: 'Executions, pass rates and durations over time, one row a bucket, newest first.',
  input: z.strictObject({
    ...filters,
    granularity: z
      .enum(['hourly', 'daily', 'weekly', 'monthly'])
      .default('daily')
      .describe('hourly: at most 31 days a call'),
    ...resultTokens,
    ...cursor,
  }),
  ...READS_RESULTS,
  isKept: true,
  async call({ max_tokens: _size, ...asked }, { run, project, pageLimit }) {
    const { slug } = await project()
    const trend = await run('getTrends', given({ ...asked, project: slug, limit: pageLimit }))
    const isEmpty = trend.points.every(({ executions }) => executions.total === 0)
    return { project: slug, asked, unknown: isEmpty ? await unknownFilters(run, slug, asked) : [], ...trend }
  },
  render({ project, asked, unknown, from, to, granularity, points, nextCursor }, budget) {
    // The next page begins below the last bucket shown, so buckets that are left out count, from the newest.
    const rows = points
      .toReversed()
      .flatMap((point, at) => (point.executions.total > 0 ? [{ ...rowOf(point), entries: at + 1 }] : []))
    const empty = points.length - rows.length
    const nothing = unknownRows(unknown, project, budget)
    return pageAnswer({
      tool: 'svc_get_trends',
      rows,
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [
          ...nothing.texts,
          `Trend of project ${code(project, 100)}${filterWords(asked, 100, ',')} from ${from.slice(0, 16)} to ${to.slice(0, 16)}, ${granularity}, newest first${empty > 0 ? `; ${countOf(empty, 'bucket')} without executions ${empty === 1 ? 'is' : 'are'} left out` : ''}:`,
          ...(texts.length === 0 ? ['No executions.'] : texts),
        ],
        structured: {
          project: oneLine(project, 100),
          ...nothing.data,
          from,
          to,
          granularity,
          points: data,
        },
      }),
    })
  },
})

type Point = OutputOf<'getTrends'>['points'][number]

function rowOf({ bucket, from, executions, tests, averageDurationMs }: Point) {
  const ran = tests.passed + tests.flaky + tests.failed
  const passRate = ran === 0 ? null : (tests.passed + tests.flaky) / ran
  const average = averageDurationMs === null ? '' : `; ${seconds(averageDurationMs)} on average`
  return {
    text: `- ${bucket}: ${countOf(executions.total, 'execution')}, ${executions.failed} failed; tests ${percent(passRate)} passed, ${tests.failed} failed, ${tests.flaky} flaky${average}`,
    data: {
      bucket,
      from,
      executions: executions.total,
      failedExecutions: executions.failed,
      failedTests: tests.failed,
      flakyTests: tests.flaky,
      testPassRate: passRate,
    },
  }
}
