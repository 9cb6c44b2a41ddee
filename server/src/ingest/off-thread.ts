import { Worker } from 'node:worker_threads'
import type { SettleTimes } from '../executions/settle.ts'
import { receiveOutage } from '../kernel/outage.ts'
import { Problem } from '../kernel/problem.ts'
import type { Store } from '../store/open.ts'
import type { IngestExecutor, Ingested, IngestJob } from './executor.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './thread.ts'

/**
 * Ingest in a thread of its own, started by the first upload: reading and storing 20,000 results would
 * block the event loop for longer than any request should wait. On SQLite a job holds the store's lock,
 * so that its connection and the main thread's never wait for each other inside the database.
 */
export function ingestOffThread(store: Store, times: SettleTimes): IngestExecutor {
  const waiting = new Map<number, { resolve: (ingested: Ingested) => void; reject: (error: Error) => void }>()
  let worker: Worker | null = null
  let next = 0

  const start = (): Worker => {
    const workerData: ThreadData = { address: store.address, times }
    const started = new Worker(new URL('./thread.ts', import.meta.url), { workerData })
    started.on('message', (answer: ThreadAnswer) => settleJob(waiting, answer))
    const fail = (error: Error) => {
      if (worker === started) worker = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The ingest thread ended')))
    return started
  }

  const send = (job: IngestJob) =>
    new Promise<Ingested>((resolve, reject) => {
      worker ??= start()
      const id = next++
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, job } satisfies ThreadRequest)
    })

  return {
    apply: (job) => store.lock(() => send(job)),
    async close() {
      const closing = worker
      if (!closing) return
      const exited = new Promise((resolve) => closing.once('exit', resolve))
      closing.postMessage('close' satisfies ThreadRequest)
      await exited
    },
  }
}

function settleJob(
  waiting: Map<number, { resolve: (ingested: Ingested) => void; reject: (error: Error) => void }>,
  answer: ThreadAnswer,
): void {
  const waiter = waiting.get(answer.id)
  waiting.delete(answer.id)
  if ('ingested' in answer) waiter?.resolve(answer.ingested)
  else if ('outage' in answer) waiter?.reject(receiveOutage(answer.outage))
  else if ('problem' in answer) {
    const { code, message, headers } = answer.problem
    waiter?.reject(new Problem(code, message, { headers }))
  } else waiter?.reject(new Error(answer.error))
}
