import { z } from 'zod'
import { operations, readsKnowledge } from '../operation.ts'
import { ProjectSlug } from '../shapes.ts'

const Source = z.object({
  path: z.string().describe('Path of the document.'),
  trust: z
    .enum(['high', 'medium', 'low'])
    .describe(
      'high: written or accepted by a person, and changed within 180 days. medium: written by an API key, or older. low: tied to a failure that came back after its fix, or older than 540 days.',
    ),
})

const OptionalProject = ProjectSlug.optional().describe('Absent: only the rules that hold everywhere.')

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

export const guidelineOperations = operations({
  getGuidelines: {
    summary:
      'Returns guidelines for coding, reviewing or documenting, made from the project’s documents, its current test results and defaults. About 150 tokens; with `full`, about 500.',
    method: 'GET',
    path: '/api/guidelines',
    ...readsKnowledge,
    input: z.strictObject({
      project: OptionalProject,
      mode: z.enum(['code', 'review', 'document']),
      full: flag.default(false),
    }),
    output: z.object({
      mode: z.enum(['code', 'review', 'document']),
      text: z
        .string()
        .describe(
          'Markdown. Lines in quotation marks quote a document of the project; its trust and path follow.',
        ),
      tokens: z.number().describe('Estimated tokens of the text.'),
      sources: z.array(Source).describe('The documents that the text quotes.'),
    }),
  },
  getPrompt: {
    summary:
      'Returns the text of a prompt, about 2,000 tokens: svc_architect for before writing code, svc_auditor for reviews, svc_documenter for documenting while building.',
    method: 'GET',
    path: '/api/prompts',
    ...readsKnowledge,
    input: z.strictObject({
      name: z.enum(['svc_architect', 'svc_auditor', 'svc_documenter']),
      project: OptionalProject,
    }),
    output: z.object({
      name: z.string(),
      text: z.string(),
      tokens: z.number().describe('Estimated tokens of the text.'),
      sources: z.array(Source),
    }),
  },
})
