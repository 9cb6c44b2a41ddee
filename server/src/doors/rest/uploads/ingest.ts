import { INGEST_HEADERS } from '@svc/protocol'
import type { Hono } from 'hono'
import { z } from 'zod'
import { parseInput } from '../../../ground/kernel/parse-input.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { mediaType } from '../bodies/read-body.ts'
import type { RestContext, RestEnv } from '../env.ts'
import { singleQuery } from '../routes.ts'
import { receiveUpload, requireUploader, type UploadDoor } from './upload.ts'

const MEDIA_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']
const NoParameters = z.strictObject({})

/** `POST /api/ingest`: a segment of a reporter's journal as NDJSON; idempotent. */
export function mountIngest(app: Hono<RestEnv>, door: UploadDoor): void {
  app.post('/api/ingest', (c) => {
    requireUploader(c)
    parseInput(NoParameters, singleQuery(c))
    if (!MEDIA_TYPES.includes(mediaType(c))) {
      throw new Problem('INVALID_REQUEST', `Content-Type must be ${MEDIA_TYPES[0]}.`)
    }
    return receiveUpload(c, door, {
      kind: 'journal',
      from: wholeHeader(c, INGEST_HEADERS.from, 'the number of the first entry in the body') ?? 0,
      clientClock: wholeHeader(c, INGEST_HEADERS.clock, "the client's clock in milliseconds since the epoch"),
      defaults: {},
    })
  })
}

function wholeHeader(c: RestContext, name: string, meaning: string): number | null {
  const text = c.req.header(name)
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text)) throw new Problem('INVALID_REQUEST', `The header ${name} must be ${meaning}.`)
  return Number(text)
}
