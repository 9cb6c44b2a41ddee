import { hash } from 'node:crypto'
import type { JournalLine } from '@svc/protocol'
import { openStore } from '../../server/src/ground/store/open.ts'
import { bootstrap } from '../../server/src/people/identity/bootstrap.ts'
import { processUploadsHere } from '../../server/src/uploads/ingest/process-upload.ts'
import { benchApp } from '../bench-app.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }

/** The real app in this process, with a clock that the simulation moves. */
export interface SimulatedApp {
  setTime(ms: number): void
  /** Sends whole journals of one execution, says that it is over, and gives its id. */
  upload(journals: JournalLine[][]): Promise<string>
  get<T>(path: string): Promise<T>
  /** The whole body, for lists with a cursor. */
  getPage<T>(path: string): Promise<T>
  close(): Promise<void>
}

export async function openApp(folder: string): Promise<SimulatedApp> {
  let now = 0
  const clock = () => now
  const opened = await openStore({ folder })
  // One request at a time needs no threads: handing rows from thread to thread takes longer than reading them.
  const store = { ...opened, read: opened.lookup }
  const key = await bootstrap(store, clock, 'admin')
  const ingest = processUploadsHere(store, TIMES)
  const app = benchApp({ store, clock, ingest })
  const socket = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
  const answer = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers }
    const answered = await app.request(path, { ...init, headers }, socket)
    const body = (await answered.json()) as { data: unknown; error?: { message: string } }
    if (answered.status !== 200) throw new Error(`${path}: ${answered.status} ${body.error?.message}`)
    return body
  }
  const call = async <T>(path: string, init: RequestInit = {}) => (await answer(path, init)).data as T
  const ingestOne = (lines: JournalLine[]) =>
    call<{ execution: { id: string } }>('/api/ingest', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'svc-from': '0', 'svc-clock': String(now) },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
  return {
    setTime(ms) {
      now = ms
    },
    async upload(journals) {
      let id = ''
      for (const lines of journals) id = (await ingestOne(lines)).execution.id
      await call(`/api/executions/${id}/settle`, { method: 'POST' })
      return id
    },
    get: (path) => call(path),
    getPage: async <T>(path: string) => (await answer(path)) as T,
    async close() {
      await ingest.close()
      await app.idle()
      await store.close()
    },
  }
}

const digits = (text: string, length: number) => hash('sha256', text).slice(0, length)

/** A commit's or tree's id made from a name. */
export const sha = (name: string) => digits(name, 40)

export function uuid(name: string): string {
  const hex = digits(name, 32)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
