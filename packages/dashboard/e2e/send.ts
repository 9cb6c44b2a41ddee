import { hash } from 'node:crypto'
import { ARTIFACT_HEADERS, type JournalLine } from '@svc/protocol'
import { isEntry, type MadeRun, ndjson, run } from '../../../server/src/testing/upload.ts'

export type Target = { url: string; apiKey: string; now: number }

export interface Uploaded {
  execution: string
  lines: JournalLine[]
}

/** Uploads a run; settles it unless it is still running. */
export async function upload(to: Target, made: MadeRun, settles: boolean): Promise<Uploaded> {
  const lines = run(made)
  const { execution } = await ask<{ execution: { id: string } }>(to, 'POST', '/api/ingest', ndjson(lines), {
    'Content-Type': 'application/x-ndjson',
    'svc-from': '0',
    'svc-clock': String(Date.now()),
  })
  if (settles) await ask(to, 'POST', `/api/executions/${execution.id}/settle`, '{}', JSON_TYPE)
  return { execution: execution.id, lines }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Sends the files of the attempts that attach some, in the order of their attachments. */
export async function attach(to: Target, { lines }: Uploaded, files: Uint8Array[]): Promise<void> {
  const [open] = lines
  if (open?.[0] !== 'open') throw new Error('A journal begins with its open line')
  const declared = lines
    .filter(isEntry)
    .flatMap((line, entry) =>
      line[0] === 'attempt' ? (line[6]?.attachments ?? []).map((_, number) => ({ entry, number })) : [],
    )
  if (declared.length !== files.length) throw new Error('Each attachment has one file')
  const sent = files.map((bytes, i) => ({
    ...declared[i],
    sizeBytes: bytes.byteLength,
    sha256: hash('sha256', bytes),
  }))
  const { items } = await ask<{ items: { id: string; state: string }[] }>(
    to,
    'POST',
    '/api/artifacts',
    JSON.stringify({ journal: open[2].journal, items: sent }),
    JSON_TYPE,
  )
  for (const [i, { id, state }] of items.entries())
    if (state === 'send')
      await ask(to, 'PUT', `/api/artifacts/${id}/upload`, new Uint8Array(files[i] as Uint8Array), {
        'Content-Type': 'application/octet-stream',
        [ARTIFACT_HEADERS.offset]: '0',
      })
}

/** Reads an answer's data. */
export async function get<T>({ url, apiKey }: Target, path: string): Promise<T> {
  const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } })
  return ((await answer.json()) as { data: T }).data
}

/** Sends an object as JSON. */
export const post = (to: Target, path: string, body: object): Promise<unknown> =>
  ask(to, 'POST', path, JSON.stringify(body), JSON_TYPE)

async function ask<T>(
  { url, apiKey }: Target,
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    body,
    headers: { ...headers, Authorization: `Bearer ${apiKey}` },
  })
  const answer = (await response.json()) as { data: T; error?: { message: string } }
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.message}`)
  return answer.data
}
