import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { StoreAddress } from '../server/src/ground/store/open.ts'
import type { ChildAnswer, ChildQuestion, ChildTask, Longest } from './server-child.ts'

/** The product's app in a separate process, and a minimal client of it. */
export interface BenchServer {
  /**
   * Posts one compressed journal; returns the milliseconds from the first byte sent to the complete
   * answer.
   */
  ingest(body: Buffer): Promise<number>
  /** Reads an answer to its end; milliseconds. */
  get(path: string): Promise<number>
  /** Reads an answer as JSON. */
  json<T>(path: string): Promise<T>
  /** The longest time that the event loop was blocked since the last call, milliseconds. */
  blockedMs(): Promise<number>
  /** The same, with the processor time of a turn and the longest transaction. */
  longest(): Promise<Longest>
  /** Runs a background job once; milliseconds. */
  runJob(name: string): Promise<number>
  url: string
  key: string
  /** Of another organization; empty unless given or documents are read in threads. */
  otherKey: string
  /** The process id of the server. */
  pid: number
  close(): Promise<void>
}

/** Starts the server on an empty database, or on a filled one with its key and its time. */
export async function startBenchServer(
  address: StoreAddress,
  filled: Omit<ChildTask, 'address'> = {},
): Promise<BenchServer> {
  const task: ChildTask = { address, ...filled }
  const child = fork(join(import.meta.dirname, 'server-child.ts'), [JSON.stringify(task)], {
    execArgv: [...process.execArgv, ...optionsOfImage()],
  })
  const { url, key, otherKey } = (await told(child)) as { url: string; key: string; otherKey: string }
  const agent = new Agent({ keepAlive: true })
  const authorization = `Bearer ${key}`
  const ask = (question: ChildQuestion) => {
    const answer = told(child)
    child.send(question)
    return answer
  }
  const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    new Promise<{ ms: number; pieces: Buffer[] }>((resolve, reject) => {
      const begun = performance.now()
      const options = { method, agent, headers: { authorization, ...headers } }
      const sending = request(`${url}${path}`, options, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve({ ms: performance.now() - begun, pieces })
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${Buffer.concat(pieces)}`))
        })
      })
      sending.on('error', reject)
      sending.end(body)
    })
  const longest = async () => (await ask('loop')) as Longest
  return {
    async ingest(body) {
      const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', 'svc-from': '0' }
      const sized = { ...headers, 'content-length': String(body.length) }
      return (await send('POST', '/api/ingest', sized, body)).ms
    },
    get: async (path) => (await send('GET', path, {})).ms,
    json: async (path) => JSON.parse(Buffer.concat((await send('GET', path, {})).pieces).toString()),
    url,
    key,
    otherKey,
    pid: child.pid as number,
    blockedMs: async () => (await longest()).blockedMs,
    longest,
    runJob: async (job) => ((await ask({ job })) as { jobMs: number }).jobMs,
    async close() {
      const exited = once(child, 'exit')
      await ask('close')
      agent.destroy()
      await exited
    },
  }
}

/** The options of Node that the image starts the server with. */
function optionsOfImage(): string[] {
  const image = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
  return /NODE_OPTIONS=(\S+)/.exec(image)?.slice(1) ?? []
}

async function told(child: ChildProcess): Promise<ChildAnswer> {
  const ended = () => child.emit('error', new Error('The benchmark server ended'))
  child.once('exit', ended)
  const [answer] = (await once(child, 'message')) as [ChildAnswer]
  child.off('exit', ended)
  return answer
}
