import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declared, sha256 } from '../../src/testing/artifacts.ts'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { describeOnS3 } from '../../src/testing/s3/describe-on-s3.ts'
import { settingOf } from '../../src/testing/s3/own-swift.ts'
import { ndjson, run } from '../../src/testing/upload.ts'
import { type Replica, type Replicas, startReplicas } from './replicas.ts'

const PIECES = 8
const PIECE_BYTES = 70_000

let replicas: Replicas

/** `env` says where the artifacts of both are. */
function onReplicas(env: () => Promise<NodeJS.ProcessEnv>): void {
  beforeAll(async () => {
    replicas = await startReplicas((await emptyPostgres()).postgres, await env())
  })
  afterAll(() => replicas?.close())

  test('pieces of an artifact that alternate between replicas make up the whole', async () => {
    const { one, two, both } = replicas
    const bytes = randomBytes(PIECES * PIECE_BYTES)
    const { journal, item, id } = await declareOne(one, bytes)
    for (let piece = 0; piece < PIECES; piece++) {
      const [to, other] = piece % 2 === 0 ? [two, one] : [one, two]
      const sent = await put(
        to,
        id,
        bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES),
        piece * PIECE_BYTES,
      )
      expect(sent.data, sent.error?.message).toMatchObject({ received: (piece + 1) * PIECE_BYTES })
      const told = await replicas.ask(other.url, `/api/artifacts/${id}/upload`)
      expect(told.data).toMatchObject({ received: (piece + 1) * PIECE_BYTES })
    }
    for (const replica of both) {
      // A retry changes nothing, wherever it arrives.
      const { data } = await declareAt(replica, journal, item)
      expect(data.items).toMatchObject([{ state: 'stored' }])
      const stored = await download(replica, id)
      expect([stored.status, sha256(stored.bytes)]).toEqual([200, sha256(bytes)])
    }
  })

  test('an upload that one replica began continues at the other when the first is gone', async () => {
    const { one, two } = replicas
    const bytes = randomBytes(PIECE_BYTES)
    const { id } = await declareOne(one, bytes)
    expect((await put(one, id, bytes.subarray(0, 1_000), 0)).data).toMatchObject({ received: 1_000 })
    await one.kill()
    expect((await replicas.ask(two.url, `/api/artifacts/${id}/upload`)).data).toMatchObject({
      received: 1_000,
    })
    expect((await put(two, id, bytes.subarray(1_000), 1_000)).data).toMatchObject({ state: 'stored' })
    await one.start()
    expect(sha256((await download(one, id)).bytes)).toBe(sha256(bytes))
  })
}

describe('in one folder', () => onReplicas(async () => ({})))

describeOnS3('in one bucket', (swift) =>
  onReplicas(async () => {
    const { address, credentials } = await swift().makeBucket()
    return {
      SVC_ARTIFACTS_FOLDER: '',
      SVC_ARTIFACTS_SHARED: '',
      SVC_ARTIFACTS_URL: settingOf(address),
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }
  }),
)

/** Uploads a failed test with an attachment, and says which bytes that is. */
async function declareOne(replica: Replica, bytes: Uint8Array) {
  const lines = run({
    journal: crypto.randomUUID(),
    build: crypto.randomUUID(),
    startedAt: Date.now(),
    results: [
      {
        file: 'shop.test.ts',
        titles: ['pays'],
        attempts: [
          {
            status: 'failed',
            detail: {
              errors: [{ message: 'wrong' }],
              attachments: [{ name: 'screenshot', contentType: 'image/png' }],
            },
          },
        ],
      },
    ],
  })
  const { data } = await replicas.ask(replicas.one.url, '/api/ingest', {
    body: ndjson(lines),
    headers: { 'Content-Type': 'application/x-ndjson', 'svc-from': '0', 'svc-clock': String(Date.now()) },
  })
  const journal = data.journal as string
  const item = declared({ name: 'screenshot', contentType: 'image/png', bytes }, 0)
  const answer = await declareAt(replica, journal, item)
  const [asked] = answer.data.items as { id: string; state: string }[]
  expect(asked).toMatchObject({ state: 'send' })
  return { journal, item, id: asked?.id ?? '' }
}

const declareAt = ({ url }: Replica, journal: string, item: object) =>
  replicas.ask(url, '/api/artifacts', { body: { journal, items: [item] } })

const put = ({ url }: Replica, id: string, bytes: Uint8Array, offset: number) =>
  replicas.ask(url, `/api/artifacts/${id}/upload`, {
    method: 'PUT',
    body: bytes,
    headers: { 'Content-Type': 'application/octet-stream', 'upload-offset': String(offset) },
  })

async function download({ url }: Replica, id: string) {
  const answer = await fetch(`${url}/api/artifacts/${id}`, {
    headers: { Authorization: `Bearer ${replicas.apiKey}` },
  })
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
