import { request } from 'node:http'
import type { BenchServer } from '../bench-server.ts'
import { uploadBody } from '../made-run.ts'

/** Another organization that uploads small runs, writes small documents, reads and searches, one after the other. */
export interface Neighbour {
  /** Works until the given work is done. */
  during<T>(work: Promise<T>): Promise<{ done: T; waits: Waits }>
}

/** How long the neighbour waited, milliseconds. */
export type Waits = Record<'upload' | 'write' | 'read', { longest: number; p95: number }>

/** A small write: a document of one line, or a setting, which is one transaction of two rows. */
type SmallWrite = 'document' | 'setting'

/** Waits until the neighbour has its project, so that only the small things are measured. */
export async function addNeighbour(
  server: BenchServer,
  smallWrite: SmallWrite = 'document',
): Promise<Neighbour> {
  const other = { ...server, key: server.otherKey }
  let count = 0
  const upload = () =>
    send(other, 'POST', '/api/ingest', uploadBody({ project: 'next', build: `${count++}`, size: 5 }), {
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'svc-from': '0',
    })
  const write = () =>
    smallWrite === 'setting'
      ? ask(other, 'POST', '/api/projects/next/monitor', { minRuns: 3 })
      : ask(other, 'PUT', '/api/documents', {
          project: 'next',
          path: 'n.md',
          content: `# N\n\nText ${count++}.\n`,
        })
  const list = () => ask(other, 'GET', '/api/executions?limit=5')
  const search = () => ask(other, 'GET', '/api/search?query=text&project=next')
  const read = async () => Math.max(await list(), smallWrite === 'document' ? await search() : 0)
  for (const first of [upload, write, read]) await first()
  const repeat = async (what: keyof Waits, work: () => Promise<number>, isOver: () => boolean) => {
    const waits: number[] = []
    do {
      const begun = performance.now()
      const status = await work()
      if (status !== 200) throw new Error(`The other organization's ${what} got ${status}`)
      waits.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 5))
    } while (!isOver())
    waits.sort((a, b) => a - b)
    return { longest: waits.at(-1) ?? 0, p95: waits[Math.floor(waits.length * 0.95)] ?? 0 }
  }
  return {
    async during(work) {
      let isOver = false
      const until = () => isOver
      const measured = [
        repeat('upload', upload, until),
        repeat('write', write, until),
        repeat('read', read, until),
      ] as const
      const done = await work.finally(() => {
        isOver = true
      })
      const [uploads, writes, reads] = await Promise.all(measured)
      return { done, waits: { upload: uploads, write: writes, read: reads } }
    },
  }
}

/** Sends JSON; returns the status. */
export const ask = (server: Pick<BenchServer, 'url' | 'key'>, method: string, path: string, body?: unknown) =>
  send(server, method, path, body === undefined ? undefined : Buffer.from(JSON.stringify(body)), {
    'content-type': 'application/json',
  })

/** Sends bytes; returns the status. Sends again if the server closed an idle connection at this very moment. */
export const send = (
  server: Pick<BenchServer, 'url' | 'key'>,
  method: string,
  path: string,
  body: Buffer | undefined,
  headers: Record<string, string>,
): Promise<number> =>
  new Promise<number>((resolve, reject) => {
    const { url, key } = server
    const options = {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { ...headers, 'content-length': body.length }) },
    }
    const sending = request(`${url}${path}`, options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', (error: NodeJS.ErrnoException) => {
      const wasIdle = sending.reusedSocket && error.code === 'ECONNRESET'
      if (wasIdle) resolve(send(server, method, path, body, headers))
      else reject(error)
    })
    sending.end(body)
  })
