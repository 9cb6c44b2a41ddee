import { z } from 'zod'
import { pageAnswer } from '../fit.ts'
import { quoted, slug } from '../render.ts'
import type { OutputOf } from '../run-operation.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'
import { cursor } from './arguments.ts'

export const listTemplates = tool({
  name: 'svc_list_templates',
  title: 'List templates',
  description:
    'Templates for documents, by category. Fetch one with svc_get_template before you write a document.',
  input: z.strictObject({
    category: z.enum(['all', 'architecture', 'patterns', 'contracts']).default('all'),
    ...maxTokens,
    ...cursor,
  }),
  ...READS_KNOWLEDGE,
  async call({ category, cursor }, { run, findProject, pageLimit }) {
    const project = (await findProject())?.slug
    const { items } = await run('listTemplates', { category, project })
    // They are in the order of their paths, and the operation lists all of them.
    const rest = items.filter(({ path }) => cursor === undefined || path > cursor)
    const page = rest.slice(0, pageLimit)
    const nextCursor = page.length < rest.length ? (page.at(-1)?.path ?? null) : null
    return { page, nextCursor, total: items.length }
  },
  render: ({ page, nextCursor, total }, budget) =>
    pageAnswer({
      tool: 'svc_list_templates',
      rows: page.map(({ id, path, category, title, source }) => {
        const template = { id, path, category, title, source }
        return { text: lineOf(template), data: template }
      }),
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [`Templates (${total}):`, ...texts, 'Fetch one: svc_get_template with its path.'],
        structured: { templates: data },
      }),
    }),
})

type Listed = Omit<OutputOf<'listTemplates'>['items'][number], 'updatedAt' | 'author'>

const lineOf = ({ path, title, category, source }: Listed): string =>
  `- ${slug(path)}: ${quoted(title)} (${category}${source === 'built-in' ? '' : `, of this ${source}`})`
