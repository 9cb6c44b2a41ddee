import { parentPort, workerData } from 'node:worker_threads'
import { freeBytes } from '../kernel/free-bytes.ts'
import { type CarriedOutage, carryOutage } from '../kernel/outage.ts'
import { Problem, type ProblemFacts } from '../kernel/problem.ts'
import { type SettleOrder, settleOne } from '../settlement/settle-one.ts'
import type { SettleTimes } from '../settlement/settlement-rule.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { connect, type StoreAddress } from '../store/open.ts'
import { KnownTests } from './intern-tests.ts'
import { type ReadUpload, readUpload, storeUpload } from './process-upload.ts'
import type { Ingested, ReceivedUpload } from './upload-processor.ts'

export interface ThreadData {
  address: StoreAddress
  times: SettleTimes
}
/**
 * `store` follows when an upload has been read, or an execution is to be settled, and its turn to
 * write has come. It is false for an upload that was refused meanwhile.
 */
export type ThreadRequest =
  | { id: number; upload: ReceivedUpload }
  | { id: number; order: SettleOrder }
  | { id: number; store: boolean }
  | 'ping'
  | 'close'
export type ThreadAnswer =
  | 'pong'
  | { id: number; isRead: true }
  | { id: number; ingested: Ingested }
  | { id: number; settled: boolean }
  | { id: number; problem: { code: Problem['code']; message: string; facts: ProblemFacts } }
  | { id: number; outage: CarriedOutage }
  | { id: number; error: string }

/**
 * Above this number of decompressed bytes, no other upload is read until this one is stored,
 * because memory would hold both.
 */
const LARGE_BYTES = 4 * 1024 * 1024

const port = parentPort
if (!port) throw new Error('thread.ts runs as a worker thread')
const { address, times } = workerData as ThreadData
const store = await connect(address, { pool: 'ingest' })
const workshop = { store, times, known: new KnownTests() }
const reading = oneAtATime()
/** Work that waits for its turn to write, by its id. */
const readOnes = new Map<number, (mayStore: boolean) => void>()

port.on('message', async (request: ThreadRequest) => {
  if (request === 'close') {
    await store.close()
    port.close()
  } else if (request === 'ping') port.postMessage('pong' satisfies ThreadAnswer)
  else if ('upload' in request) {
    const { id, upload } = request
    port.postMessage(await answer(id, async () => ({ id, ingested: await ingest(id, upload) })))
  } else if ('order' in request) {
    const { id, order } = request
    port.postMessage(await answer(id, async () => ({ id, settled: await settleInTurn(id, order) })))
  } else readOnes.get(request.id)?.(request.store)
})

async function answer(id: number, work: () => Promise<ThreadAnswer>): Promise<ThreadAnswer> {
  try {
    return await work()
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
const ingest = (id: number, upload: ReceivedUpload): Promise<Ingested> =>
  new Promise((resolve, reject) => {
    reading(async () => {
      const read = await readUpload(upload).finally(() => freeBytes(upload.body))
      const storing = storeInTurn(id, read, upload)
      storing.then(resolve, reject)
      if (read.bytes > LARGE_BYTES) await storing
    }).catch(reject)
  })

async function storeInTurn(id: number, read: ReadUpload, upload: ReceivedUpload): Promise<Ingested> {
  await turnToWrite(id)
  return storeUpload(workshop, read, upload)
}

async function settleInTurn(id: number, order: SettleOrder): Promise<boolean> {
  await turnToWrite(id)
  return settleOne(store, times, order)
}

async function turnToWrite(id: number): Promise<void> {
  const mayStore = await new Promise<boolean>((resolve) => {
    readOnes.set(id, resolve)
    port?.postMessage({ id, isRead: true } satisfies ThreadAnswer)
  })
  readOnes.delete(id)
  if (!mayStore) throw new Error('This work was refused')
}
