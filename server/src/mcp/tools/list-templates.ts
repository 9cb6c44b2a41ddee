import { z } from 'zod'
import { fitItems, quoted, slug, truncatedLine } from '../render.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'

export const listTemplates = tool({
  name: 'svc_list_templates',
  title: 'List templates',
  description:
    'Templates for documents, by category. Fetch one with svc_get_template before you write a document.',
  input: z.strictObject({
    category: z.enum(['all', 'architecture', 'patterns', 'contracts']).optional(),
    ...maxTokens,
  }),
  ...READS_KNOWLEDGE,
  call: async ({ category }, { run, findProject }) =>
    run('listTemplates', {
      category: category ?? 'all',
      project: (await findProject())?.slug,
    }),
  render({ items }, budget) {
    const templates = items.map(({ id, path, category, title, source }) => ({
      id,
      path,
      category,
      title,
      source,
    }))
    const fitted = fitItems(
      templates,
      (budget - FRAME_TOKENS) / 2,
      ({ path, title, category, source }) =>
        `- ${slug(path)}: ${quoted(title)} (${category}${source === 'built-in' ? '' : `, of this ${source}`})`,
    )
    const truncated = fitted.left > 0
    const end = truncated
      ? truncatedLine(`${fitted.left} templates are not shown`, 'Name a category, or raise max_tokens.')
      : 'Fetch one: svc_get_template with its path.'
    return {
      text: [`Templates (${templates.length}):`, ...fitted.texts, end].join('\n'),
      structured: { templates: fitted.items, truncated },
    }
  },
})

/** The lines around the list. */
const FRAME_TOKENS = 60
