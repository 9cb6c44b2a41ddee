import { z } from 'zod'
import { READS_KNOWLEDGE, tool } from '../tool.ts'

export const guidelines = tool({
  name: 'svc_guidelines',
  title: 'Guidelines',
  description:
    'Rules of this project before you write code, review or document: from its documents and its current test results. Compact (150 tokens) unless full.',
  input: z.strictObject({
    mode: z.enum(['code', 'review', 'document']),
    full: z.boolean().optional().describe('About 500 tokens. Default: compact.'),
  }),
  ...READS_KNOWLEDGE,
  isKept: true,
  call: async ({ mode, full }, { run, findProject }) =>
    run('getGuidelines', { project: (await findProject())?.slug, mode, full: full ?? false }),
  render: ({ text, mode, tokens, sources }) => ({ text, structured: { mode, text, tokens, sources } }),
})
