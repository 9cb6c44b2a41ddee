import { z } from 'zod'
import { sameSize } from '../../../ground/kernel/within-budget.ts'
import { sliceText, tokensOf } from '../fit.ts'
import { fence, quoted, slug, truncatedLine, visible } from '../render.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'

export const getTemplate = tool({
  name: 'svc_get_template',
  title: 'Get a template',
  description: 'The structure that a document of one kind must have, as Markdown with front matter.',
  input: z.strictObject({
    template_id: z.string().min(1).max(200).describe('Path or id.'),
    offset: z.int().min(0).default(0),
    ...maxTokens,
  }),
  ...READS_KNOWLEDGE,
  onError: { NOT_FOUND: 'Call svc_list_templates for all paths.' },
  async call({ template_id, offset, max_tokens }, { run, findProject }) {
    const template = await run('getTemplate', { id: template_id, project: (await findProject())?.slug })
    return { ...template, content: visible(template.content), offset, max_tokens }
  },
  render({ content: whole, offset: from, max_tokens, ...template }, budget) {
    const heading = `${quoted(template.title)} (${slug(template.path)}, ${template.category}, ${template.source})`
    const room = Math.max(LEAST_TEXT, budget - tokensOf(heading, template) - FRAME_TOKENS)
    const { content, offset, nextOffset, totalCharacters } = sliceText(whole, from, room)
    const isPart = offset > 0 || nextOffset !== null
    const part = isPart ? `, characters ${offset} to ${offset + content.length} of ${totalCharacters}` : ''
    const next = JSON.stringify({ template_id: template.path, offset: nextOffset, ...sameSize(max_tokens) })
    const lines = [
      heading,
      fence(content, { source: `template ${slug(template.path)}${part}`, language: 'md' }),
      'Keep every heading. Submit the document with svc_propose_update.',
      ...(nextOffset === null
        ? []
        : [truncatedLine('the rest of the template is not shown', `svc_get_template ${next} continues.`)]),
    ]
    return {
      text: lines.join('\n'),
      structured: { ...template, content, offset, nextOffset, truncated: nextOffset !== null },
    }
  },
})

/** The lines around the content. */
const FRAME_TOKENS = 100
/** Of the content, in the smallest budget. */
const LEAST_TEXT = 40
