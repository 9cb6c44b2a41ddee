import { z } from 'zod'
import type { Named } from '../../../ground/kernel/existing-names.ts'
import { pageAnswer, pageSize } from '../fit.ts'
import { code } from '../render.ts'
import { executionData, executionLine, longestText } from '../results/describe.ts'
import { filterWords, unknownFilters, unknownRows } from '../results/unknown-filters.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { cursor, given, which } from './arguments.ts'

const { execution: _execution, ...filters } = which

export const listExecutions = tool({
  name: 'svc_list_executions',
  title: 'List test runs',
  description: 'Lists test runs (executions), newest first, with state and counts.',
  input: z.strictObject({
    ...filters,
    status: z.enum(['running', 'passed', 'failed', 'cancelled', 'incomplete']).optional(),
    q: z.string().min(1).max(200).optional().describe('part of branch, build, suite or commit message'),
    ...resultTokens,
    ...cursor,
  }),
  ...READS_RESULTS,
  isKept: true,
  async call({ max_tokens, ...asked }, { run, project, pageLimit }) {
    const { slug } = await project()
    const limit = pageLimit ?? pageSize(max_tokens)
    const page = await run('listExecutions', given({ ...asked, project: slug, limit }))
    const isEmpty = page.items.length === 0 && asked.cursor === undefined
    return { project: slug, asked, unknown: isEmpty ? await unknownFilters(run, slug, asked) : [], ...page }
  },
  render({ project, asked, unknown, items, nextCursor }, budget) {
    const most = longestText(budget)
    const of = `of project ${code(project, most)}`
    const nothing = unknownRows(unknown, project, budget)
    const wanted = wantedOf(asked, most)
    return pageAnswer({
      tool: 'svc_list_executions',
      rows: items.map((item) => ({
        text: `- ${executionLine(item, most)}`,
        data: executionData(item, most),
      })),
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [
          ...nothing.texts,
          texts.length > 0
            ? `Executions ${of}${wanted === '' ? '' : `, ${wanted}`}, newest first:`
            : `No execution ${of} matches${wanted === '' ? '' : ` ${wanted}`}.`,
          ...texts,
          ...(texts.length > 0 ? ['Next: svc_get_failures with an execution id explains its failures.'] : []),
        ],
        structured: { ...nothing.data, executions: data },
      }),
    })
  },
})

/** The filters in words: `branch `main`, state failed`. */
function wantedOf(
  asked: { status?: string | undefined; q?: string | undefined } & Named,
  most: number,
): string {
  const { status, q } = asked
  const others = [...(status ? [`state ${status}`] : []), ...(q ? [`text ${code(q, most)}`] : [])]
  return [filterWords(asked, most).slice(2), ...others].filter((words) => words !== '').join(', ')
}
