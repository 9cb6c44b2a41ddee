import { ARTIFACT_LEFT_OUT, LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'

const Count = z.int().min(0).max(2_147_483_647)

const Declared = z.strictObject({
  entry: Count.describe("The attempt's entry in the journal, from 0."),
  number: Count.max(LIMITS.attachments - 1).describe(
    'Its place among the attachments of the attempt, from 0.',
  ),
  sizeBytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'takes a sha256 in lower-case hexadecimal')
    .describe('Of the bytes as they are sent; may wait until the answer asks for it.')
    .optional(),
  leftOut: z.enum(ARTIFACT_LEFT_OUT).describe('Why nothing will be sent; absent where it will.').optional(),
})

const Answer = z.object({
  entry: Count,
  number: Count,
  state: z
    .enum(['send', 'stored', 'hash', 'left', 'refused'])
    .describe(
      'send: its bytes go to PUT /api/artifacts/:id/upload. stored: they are here. hash: declare it again with its ' +
        'sha256. left: it will not be taken. refused: no attempt of this journal has it.',
    ),
  id: z.uuid().optional(),
  reason: z.string().optional(),
})

const Artifact = z.object({
  id: z.uuid(),
  testId: z.string(),
  part: z.number().describe('Number of the part within its execution.'),
  leg: z.string(),
  attempt: z.number().describe('Which try of the test within its part, from 0.'),
  name: z.string(),
  contentType: z.string().describe('As the reporter told it.'),
  sizeBytes: z.number().nullable(),
  state: z
    .enum(['stored', 'awaited', 'missing', 'left'])
    .describe(
      'stored: can be downloaded. awaited: its bytes have not come yet. missing: it was stored, and the store has lost ' +
        'it. left: it was left out, and reason says why.',
    ),
  reason: z.string().nullable(),
  url: z.string().nullable().describe('Where to download it; null where there is nothing.'),
})

export const artifactOperations = operations({
  declareArtifacts: {
    summary:
      'Tells what a journal’s attempts have attached, before the bytes are sent. The answer says which bytes are ' +
      'wanted, in the order of the items. What the project has already is not asked for again. Counts against the ' +
      'budget of bytes, not as a write.',
    method: 'POST',
    path: '/api/artifacts',
    role: 'editor',
    scope: 'ingest',
    input: z.strictObject({
      journal: z.uuid().describe('Id of a journal whose attempts have been sent.'),
      items: z.array(Declared).min(1).max(LIMITS.declaredArtifacts),
    }),
    output: z.object({ items: z.array(Answer) }),
  },
  listArtifacts: {
    summary:
      'What the tests of an execution attached, as far as it was declared, in the order it was declared.',
    method: 'GET',
    path: '/api/executions/:id/artifacts',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({ id: z.uuid(), ...pageParameters }),
    output: pageOf(Artifact),
  },
})
