import { z } from 'zod'
import { quoted, slug } from '../render.ts'
import { fitRows, pageEnd } from '../results/rows.ts'
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
  async call({ category, cursor }, { run, findProject }) {
    const project = (await findProject())?.slug
    const { items } = await run('listTemplates', { category, project })
    // They are in the order of their paths, and the operation lists all of them.
    const from = cursor === undefined ? 0 : items.findIndex(({ path }) => path > cursor)
    return { items: from < 0 ? [] : items.slice(from), total: items.length }
  },
  render({ items, total }, budget) {
    const templates = items.map(({ id, path, category, title, source }) => ({
      id,
      path,
      category,
      title,
      source,
    }))
    const { texts, data, left } = fitRows(
      templates.map((template) => ({ text: lineOf(template), data: template })),
      budget - FRAME_TOKENS,
    )
    const nextCursor = left > 0 ? (templates[texts.length - 1]?.path ?? null) : null
    const lines = [
      `Templates (${total}):`,
      ...texts,
      'Fetch one: svc_get_template with its path.',
      ...pageEnd('svc_list_templates', nextCursor),
    ]
    return {
      text: lines.join('\n'),
      structured: { templates: data, truncated: left > 0, nextCursor },
    }
  },
})

type Listed = Omit<OutputOf<'listTemplates'>['items'][number], 'updatedAt' | 'author'>

const lineOf = ({ path, title, category, source }: Listed): string =>
  `- ${slug(path)}: ${quoted(title)} (${category}${source === 'built-in' ? '' : `, of this ${source}`})`

/** The lines around the list. */
const FRAME_TOKENS = 60
