import { z } from 'zod'
import { estimateTokens } from '../../kernel/tokens.ts'
import { cutToTokens, fence, quoted, slug, truncatedLine, visible } from '../render.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'

export const getTemplate = tool({
  name: 'svc_get_template',
  title: 'Get a template',
  description: 'The structure that a document of one kind must have, as Markdown with front matter.',
  input: z.strictObject({
    template_id: z.string().min(1).max(200).describe('Path or id.'),
    ...maxTokens,
  }),
  ...READS_KNOWLEDGE,
  onError: { NOT_FOUND: 'Call svc_list_templates for all paths.' },
  async call({ template_id }, { run, findProject }) {
    const template = await run('getTemplate', { id: template_id, project: (await findProject())?.slug })
    return { ...template, content: visible(template.content) }
  },
  render({ content, ...template }, budget) {
    const shown = cutToTokens(content, budget - FRAME_TOKENS)
    const truncated = estimateTokens(content) > budget - FRAME_TOKENS
    const lines = [
      `${quoted(template.title)} (${slug(template.path)}, ${template.category}, ${template.source})`,
      fence(shown, { source: `template ${slug(template.path)}`, language: 'md' }),
      'Keep every heading. Submit the document with svc_propose_update.',
      ...(truncated
        ? [truncatedLine('the template is cut', 'Call svc_get_template with a larger max_tokens.')]
        : []),
    ]
    return {
      text: lines.join('\n'),
      structured: { ...template, content: shown, truncated },
    }
  },
})

/** The lines around the content. */
const FRAME_TOKENS = 100
