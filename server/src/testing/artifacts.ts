import { createHash } from 'node:crypto'
import type { ArtifactAnswer, DeclaredArtifact } from '@svc/protocol'
import type { TestAnswer, TestApp } from './make-app.ts'
import { type MadeRun, run, send } from './upload.ts'

/** Bytes a test attached. */
export interface MadeArtifact {
  name: string
  contentType: string
  bytes: Uint8Array
}

export const png = (text: string, name = 'screenshot'): MadeArtifact => ({
  name,
  contentType: 'image/png',
  bytes: Buffer.from(text),
})

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A run in which each of these failing tests, by title, attached something at its one attempt. */
export async function runAttaching(
  app: TestApp,
  tests: Record<string, MadeArtifact[]>,
  { key, ...made }: MadeRun & { key?: string } = {},
) {
  const lines = run({
    ...made,
    results: Object.entries(tests).map(([title, attached]) => ({
      file: 'shop.test.ts',
      titles: [title],
      attempts: [
        {
          status: 'failed',
          detail: {
            errors: [{ message: 'wrong' }],
            attachments: attached.map(({ name, contentType }) => ({ name, contentType })),
          },
        },
      ],
    })),
  })
  const { data, error } = await send(app, lines, key ? { key } : {})
  if (error) throw new Error(error.message)
  return { journal: data.journal, execution: data.execution.id }
}

export const declared = (
  { bytes }: MadeArtifact,
  entry: number,
  number = 0,
): DeclaredArtifact & { sha256: string } => ({
  entry,
  number,
  sizeBytes: bytes.byteLength,
  sha256: sha256(bytes),
})

export const declare = (
  app: TestApp,
  journal: string,
  items: unknown[],
  key?: string,
): Promise<TestAnswer<{ items: ArtifactAnswer[] }>> =>
  app.post(
    '/api/artifacts',
    { journal, items },
    {
      // As every client sends it that talks over a socket.
      headers: { 'Content-Length': String(JSON.stringify({ journal, items }).length) },
      ...(key ? { key } : {}),
    },
  )

/** Sends bytes, or a piece of them. */
export async function put(
  app: TestApp,
  id: string,
  bytes: Uint8Array,
  { offset = 0, key }: { offset?: number; key?: string } = {},
) {
  const response = await app.request(`/api/artifacts/${id}/upload`, {
    method: 'PUT',
    body: Buffer.from(bytes),
    headers: { 'Content-Type': 'application/octet-stream', 'upload-offset': String(offset) },
    ...(key ? { key } : {}),
  })
  const body = (await response.json()) as {
    data?: { received: number; state: string }
    error?: { code: string; message: string }
  }
  return { status: response.status, offset: response.headers.get('upload-offset'), ...body }
}

interface Place {
  entry?: number
  number?: number
  key?: string
}

/** Declares one artifact of a journal; returns its id, under which its bytes are sent. */
export async function want(
  app: TestApp,
  journal: string,
  artifact: MadeArtifact,
  { entry = 0, number = 0, key }: Place = {},
): Promise<string> {
  const [item] = (await declare(app, journal, [declared(artifact, entry, number)], key)).data.items
  if (item?.state !== 'send') throw new Error(`not wanted: ${JSON.stringify(item)}`)
  return item.id
}

/** Declares and sends one artifact of a journal; returns its id. */
export async function store(
  app: TestApp,
  journal: string,
  artifact: MadeArtifact,
  place: Place = {},
): Promise<string> {
  const id = await want(app, journal, artifact, place)
  const sent = await put(app, id, artifact.bytes, place.key ? { key: place.key } : {})
  if (sent.data?.state !== 'stored') throw new Error(JSON.stringify(sent))
  return id
}

export async function download(
  app: TestApp,
  id: string,
  headers: Record<string, string> = {},
  key?: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await app.request(`/api/artifacts/${id}`, { headers, ...(key ? { key } : {}) })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

interface Detail {
  artifacts: Record<string, unknown>[]
  results: { attempts: { attachments?: Record<string, unknown>[] }[] }[]
}

/** The execution with its artifacts and the attachments of its attempts. */
export const detailOf = async (app: TestApp, id: string) =>
  (await app.get<Detail>(`/api/executions/${id}`)).data

/** The keys of all stored artifacts. */
export const keysOf = async ({ artifacts }: TestApp): Promise<string[]> =>
  (await allOf(artifacts.files.list())).map(({ key }) => key)

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
