import { parentPort, workerData } from 'node:worker_threads'
import { type CarriedOutage, carryOutage } from '../kernel/outage.ts'
import { Problem, type ProblemFacts } from '../kernel/problem.ts'
import type { SettleTimes } from '../settlement/settle.ts'
import { makeLock } from '../store/lock.ts'
import { connect, type StoreAddress } from '../store/open.ts'
import { type ReadJob, readJob, storeJob } from './execute.ts'
import type { Ingested, IngestJob } from './executor.ts'
import { KnownTests } from './intern-tests.ts'

export interface ThreadData {
  address: StoreAddress
  times: SettleTimes
}
/** `store` follows when an upload has been read and its turn to be stored has come. */
export type ThreadRequest = { id: number; job: IngestJob } | { id: number; store: true } | 'ping' | 'close'
export type ThreadAnswer =
  | 'pong'
  | { id: number; isRead: true }
  | { id: number; ingested: Ingested }
  | { id: number; problem: { code: Problem['code']; message: string; facts: ProblemFacts } }
  | { id: number; outage: CarriedOutage }
  | { id: number; error: string }

/**
 * Decompressed bytes beyond which no other upload is read until this one is stored: memory would hold both.
 */
const LARGE_BYTES = 4 * 1024 * 1024

const port = parentPort
if (!port) throw new Error('thread.ts runs as a worker thread')
const { address, times } = workerData as ThreadData
const store = await connect(address, { pool: 'ingest' })
const workshop = { store, times, known: new KnownTests() }
const reading = makeLock()
/** Uploads that have been read, by their ids. */
const readOnes = new Map<number, () => void>()

port.on('message', async (request: ThreadRequest) => {
  if (request === 'close') {
    await store.close()
    port.close()
  } else if (request === 'ping') port.postMessage('pong' satisfies ThreadAnswer)
  else if ('job' in request) port.postMessage(await answer(request.id, request.job))
  else readOnes.get(request.id)?.()
})

async function answer(id: number, job: IngestJob): Promise<ThreadAnswer> {
  try {
    return { id, ingested: await ingest(id, job) }
  } catch (error) {
    const outage = carryOutage(error)
    if (outage) return { id, outage }
    if (error instanceof Problem) {
      const { code, message, facts } = error
      return { id, problem: { code, message, facts } }
    }
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** The thread reads one upload at a time; several may be stored. */
const ingest = (id: number, job: IngestJob): Promise<Ingested> =>
  new Promise((resolve, reject) => {
    reading(async () => {
      const read = await readJob(job)
      const storing = storeInTurn(id, read, job)
      storing.then(resolve, reject)
      if (read.bytes > LARGE_BYTES) await storing
    }).catch(reject)
  })

async function storeInTurn(id: number, read: ReadJob, job: IngestJob): Promise<Ingested> {
  await new Promise<void>((resolve) => {
    readOnes.set(id, resolve)
    port?.postMessage({ id, isRead: true } satisfies ThreadAnswer)
  })
  readOnes.delete(id)
  return storeJob(workshop, read, job)
}
