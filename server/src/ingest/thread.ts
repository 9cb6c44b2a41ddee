import { parentPort, workerData } from 'node:worker_threads'
import type { SettleTimes } from '../executions/settle.ts'
import { type CarriedOutage, carryOutage } from '../kernel/outage.ts'
import { Problem } from '../kernel/problem.ts'
import { connect, type StoreAddress } from '../store/open.ts'
import { execute } from './execute.ts'
import type { Ingested, IngestJob } from './executor.ts'
import { KnownTests } from './intern-tests.ts'

export interface ThreadData {
  address: StoreAddress
  times: SettleTimes
}
export type ThreadRequest = { id: number; job: IngestJob } | 'close'
export type ThreadAnswer =
  | { id: number; ingested: Ingested }
  | { id: number; problem: { code: Problem['code']; message: string; headers: Record<string, string> } }
  | { id: number; outage: CarriedOutage }
  | { id: number; error: string }

const port = parentPort
if (!port) throw new Error('thread.ts runs as a worker thread')
const { address, times } = workerData as ThreadData
const store = await connect(address, { pool: 'ingest' })
const workshop = { store, times, known: new KnownTests() }

port.on('message', async (request: ThreadRequest) => {
  if (request === 'close') {
    await store.close()
    port.close()
    return
  }
  port.postMessage(await answer(request.id, request.job))
})

async function answer(id: number, job: IngestJob): Promise<ThreadAnswer> {
  try {
    return { id, ingested: await execute(workshop, job) }
  } catch (error) {
    const outage = carryOutage(error)
    if (outage) return { id, outage }
    if (error instanceof Problem) {
      const { code, message, headers } = error
      return { id, problem: { code, message, headers } }
    }
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
