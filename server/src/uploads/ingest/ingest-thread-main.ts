import { parentPort, workerData } from 'node:worker_threads'
import { freeBytes } from '../../ground/kernel/free-bytes.ts'
import { letHeapShrink } from '../../ground/kernel/let-heap-shrink.ts'
import { type CarriedOutage, carryOutage } from '../../ground/kernel/outage.ts'
import { Problem, type ProblemFacts } from '../../ground/kernel/problem.ts'
import { oneAtATime } from '../../ground/store/one-at-a-time.ts'
import { connect, type StoreAddress } from '../../ground/store/open.ts'
import { type Step, settleInSteps } from '../settlement/settle-in-steps.ts'
import type { SettleOrder } from '../settlement/settle-one.ts'
import type { SettleTimes } from '../settlement/settlement-rule.ts'
import { KnownTests } from './intern-tests.ts'
import { type ReadUpload, readUpload, storeUpload } from './process-upload.ts'
import type { Ingested, ReceivedUpload } from './upload-processor.ts'

export interface ThreadData {
  address: StoreAddress
  times: SettleTimes
}
/**
 * `store` follows when an upload has been read, or an execution is to be settled, and its turn to
 * write has come, also for each further transaction. It is false for an upload that was refused meanwhile.
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
  /** Whether an execution settled; null if the order must be given again for its next step. */
  | { id: number; settled: boolean | null }
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
letHeapShrink()
const { address, times } = workerData as ThreadData
const store = await connect(address, { pool: 'ingest' })
const workshop = { store, times, known: new KnownTests() }
const reading = oneAtATime()
/** Executions that settle in steps, by id; one that a new thread does not know begins again. */
const settling = new Map<number, AsyncGenerator<Step, boolean>>()
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
  for (;;) {
    await turnToWrite(id)
    const stored = await storeUpload(workshop, read, upload)
    if (stored) return stored
  }
}

/** Runs the next step. Null if more follow, before which others have their turn. */
async function settleInTurn(id: number, order: SettleOrder): Promise<boolean | null> {
  const { executionId } = order
  const steps = settling.get(executionId) ?? settleInSteps(store, times, order)
  settling.set(executionId, steps)
  let isOver = true
  try {
    const { done, value } = await steps.next()
    if (done) return value
    await turnToWrite(id)
    await value()
    isOver = false
    return null
  } finally {
    if (isOver) settling.delete(executionId)
  }
}

async function turnToWrite(id: number): Promise<void> {
  const mayStore = await new Promise<boolean>((resolve) => {
    readOnes.set(id, resolve)
    port?.postMessage({ id, isRead: true } satisfies ThreadAnswer)
  })
  readOnes.delete(id)
  if (!mayStore) throw new Error('This work was refused')
}
