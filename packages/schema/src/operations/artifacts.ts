import { ARTIFACT_LEFT_OUT, LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations, readsResults, uploads } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'

const Count = z.int().min(0).max(2_147_483_647)

const Declared = z.strictObject({
  entry: Count.describe("Index of the attempt's entry in the journal, from 0."),
  number: Count.max(LIMITS.attachments - 1).describe('Index among the attachments of the attempt, from 0.'),
  sizeBytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a sha256 in lower-case hexadecimal')
    .describe('SHA-256 of the bytes as sent; you can omit it until the response asks for it.')
    .optional(),
  leftOut: z
    .enum(ARTIFACT_LEFT_OUT)
    .describe('Why the client will not send the bytes; absent if it will.')
    .optional(),
})

const Answer = z.object({
  entry: Count,
  number: Count,
  state: z
    .enum(['send', 'stored', 'hash', 'left', 'refused'])
    .describe(
      'send: send the bytes to PUT /api/artifacts/:id/upload. stored: the server already has the bytes. hash: declare ' +
        'it again with its sha256. left: the server will not store it. refused: no attempt of this journal has it.',
    ),
  id: z.uuid().optional(),
  reason: z.string().optional(),
})

const Artifact = z.object({
  id: z.uuid(),
  testId: z.string(),
  part: z.number().describe('Number of the part within its execution.'),
  leg: z.string(),
  attempt: z.number().describe('Index of the attempt of the test within its part, from 0.'),
  name: z.string(),
  contentType: z.string().describe('As the reporter sent it.'),
  sizeBytes: z.number().nullable(),
  state: z
    .enum(['stored', 'awaited', 'missing', 'left'])
    .describe(
      'stored: ready to download. awaited: the bytes have not arrived yet. missing: the store has lost it. left: it was ' +
        'not stored; reason says why.',
    ),
  reason: z.string().nullable(),
  url: z.string().nullable().describe('Address to download it from; null if it is not stored.'),
})

export const artifactOperations = operations({
  declareArtifacts: {
    summary:
      'Declares the attachments of a journal’s attempts before their bytes are sent. The response says which bytes to ' +
      'send, in the order of the items. Bytes that the project already has are not requested again. The request ' +
      'counts against the upload byte limit, not as a write.',
    method: 'POST',
    path: '/api/artifacts',
    ...uploads,
    input: z.strictObject({
      journal: z.uuid().describe('Id of a journal whose attempts have been sent.'),
      items: z.array(Declared).min(1).max(LIMITS.declaredArtifacts),
    }),
    output: z.object({ items: z.array(Answer) }),
  },
  listArtifacts: {
    summary: 'Lists the declared attachments of the tests of an execution, in the order of declaration.',
    method: 'GET',
    path: '/api/executions/:id/artifacts',
    ...readsResults,
    object: { kind: 'execution', parameter: 'id' },
    input: z.strictObject({ id: z.uuid().toLowerCase(), ...pageParameters }),
    output: pageOf(Artifact),
  },
})
