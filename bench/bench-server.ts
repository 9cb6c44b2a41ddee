import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { StoreAddress } from '../server/src/store/open.ts'
import type { ChildAnswer, ChildQuestion } from './server-child.ts'

/** The product's app in a process of its own, and a lean client of it. */
export interface BenchServer {
  /** Posts one compressed journal; milliseconds from the first byte sent to the whole answer. */
  ingest(body: Buffer): Promise<number>
  /** Reads a small answer; milliseconds. */
  get(path: string): Promise<number>
  /** The longest time the event loop was held up since this was last asked, milliseconds. */
  blockedMs(): Promise<number>
  close(): Promise<void>
}

export async function startBenchServer(address: StoreAddress): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, 'server-child.ts'), [JSON.stringify(address)])
  const { url, key } = (await told(child)) as { url: string; key: string }
  const agent = new Agent({ keepAlive: true })
  const authorization = `Bearer ${key}`
  const ask = (question: ChildQuestion) => {
    const answer = told(child)
    child.send(question)
    return answer
  }
  const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const begun = performance.now()
      const options = { method, agent, headers: { authorization, ...headers } }
      const sending = request(`${url}${path}`, options, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - begun)
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${Buffer.concat(pieces)}`))
        })
      })
      sending.on('error', reject)
      sending.end(body)
    })
  return {
    ingest: (body) => {
      const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', 'svc-from': '0' }
      return send('POST', '/api/ingest', { ...headers, 'content-length': String(body.length) }, body)
    },
    get: (path) => send('GET', path, {}),
    blockedMs: async () => ((await ask('loop')) as { blockedMs: number }).blockedMs,
    async close() {
      const exited = once(child, 'exit')
      await ask('close')
      agent.destroy()
      await exited
    },
  }
}

async function told(child: ChildProcess): Promise<ChildAnswer> {
  const ended = () => child.emit('error', new Error('The benchmark server ended'))
  child.once('exit', ended)
  const [answer] = (await once(child, 'message')) as [ChildAnswer]
  child.off('exit', ended)
  return answer
}
