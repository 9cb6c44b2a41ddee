import { LIMITS } from '@svc/protocol'
import { wholeNumber } from '@svc/schema'
import type { Hono } from 'hono'
import { z } from 'zod'
import { parseInput } from '../../../ground/kernel/parse-input.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { DocumentDefaults } from '../../../uploads/ingest/upload-processor.ts'
import { mediaType } from '../bodies/read-body.ts'
import type { RestEnv } from '../env.ts'
import { singleQuery } from '../routes.ts'
import { receiveUpload, requireUploader, type UploadDoor } from './upload.ts'

const Text = z.string().min(1).max(LIMITS.textBytes)

/** Fields that a document may leave to the query; the query overrides the document. */
const Defaults = z.strictObject({
  project: Text.optional(),
  suite: Text.optional(),
  build: Text.optional(),
  branch: Text.optional(),
  commit: Text.optional(),
  leg: Text.optional(),
  variant: Text.optional(),
  attempt: wholeNumber(1, LIMITS.attempt).optional(),
}) satisfies z.ZodType<DocumentDefaults>

/** `POST /api/test-results`: a whole execution in one JSON document, svc's own or CTRF. */
export function mountTestResults(app: Hono<RestEnv>, door: UploadDoor): void {
  app.post('/api/test-results', (c) => {
    requireUploader(c)
    const defaults = parseInput(Defaults, singleQuery(c))
    if (mediaType(c) !== 'application/json') {
      throw new Problem('INVALID_REQUEST', 'Content-Type must be application/json.')
    }
    return receiveUpload(c, door, { kind: 'document', from: 0, clientClock: null, defaults })
  })
}
