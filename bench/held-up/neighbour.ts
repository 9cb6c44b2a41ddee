import { request } from 'node:http'
import type { BenchServer } from '../bench-server.ts'
import { uploadBody } from '../made-run.ts'

/** Another organization that uploads small runs, writes small documents and reads, one after the other. */
export interface Neighbour {
  begin(): void
  end(): Promise<void>
  /** Milliseconds, of each kind. */
  longest: { upload: number; write: number; read: number }
}

/** Waits until the neighbour has its project, so that only the small things are measured. */
export async function addNeighbour(server: BenchServer): Promise<Neighbour> {
  const other = { ...server, key: server.otherKey }
  let count = 0
  const upload = () =>
    send(other, 'POST', '/api/ingest', uploadBody({ project: 'next', build: `${count++}`, size: 5 }), {
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'svc-from': '0',
    })
  const write = () =>
    ask(other, 'PUT', '/api/documents', {
      project: 'next',
      path: 'n.md',
      content: `# N\n\nText ${count++}.\n`,
    })
  const read = () => ask(other, 'GET', '/api/executions?limit=5')
  for (const first of [upload, write, read]) await first()
  const longest = { upload: 0, write: 0, read: 0 }
  let isOver = false
  let running: Promise<unknown> = Promise.resolve()
  const repeat = async (what: keyof typeof longest, work: () => Promise<number>) => {
    while (!isOver) {
      const begun = performance.now()
      const status = await work()
      if (status !== 200) throw new Error(`The other organization's ${what} got ${status}`)
      longest[what] = Math.max(longest[what], performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return {
    longest,
    begin() {
      running = Promise.all([repeat('upload', upload), repeat('write', write), repeat('read', read)])
    },
    async end() {
      isOver = true
      await running
    },
  }
}

/** Sends JSON; returns the status. */
export const ask = (server: BenchServer, method: string, path: string, body?: object): Promise<number> =>
  send(server, method, path, body && Buffer.from(JSON.stringify(body)), {
    'content-type': 'application/json',
  })

const send = (
  { url, key }: Pick<BenchServer, 'url' | 'key'>,
  method: string,
  path: string,
  body: Buffer | undefined,
  headers: Record<string, string>,
) =>
  new Promise<number>((resolve, reject) => {
    const options = {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { ...headers, 'content-length': body.length }) },
    }
    const sending = request(`${url}${path}`, options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', reject)
    sending.end(body)
  })
