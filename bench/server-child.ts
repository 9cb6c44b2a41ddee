import { AsyncLocalStorage } from 'node:async_hooks'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { readDocumentsOffThread } from '../server/src/agents/knowledge/documents/read-off-thread.ts'
import { listen } from '../server/src/doors/rest/listen.ts'
import { letHeapShrink } from '../server/src/ground/kernel/let-heap-shrink.ts'
import { openStore, type Store, type StoreAddress } from '../server/src/ground/store/open.ts'
import { bootstrap } from '../server/src/people/identity/bootstrap.ts'
import { addOrganization } from '../server/src/testing/organization.ts'
import { ingestOffThread } from '../server/src/uploads/ingest/ingest-thread.ts'
import { benchApp, benchBus } from './bench-app.ts'

/** The product's own app on a socket, in a process that also says how long its event loop was held up. */
export type ChildQuestion = 'loop' | 'close' | { job: string }
export type ChildAnswer =
  | { url: string; key: string; otherKey: string }
  | Longest
  | { jobMs: number }
  | 'closed'
/** The longest since the last question, milliseconds. */
export interface Longest {
  /** That the event loop was blocked. */
  blockedMs: number
  /** Processor time of a turn of the event loop: other work of the machine does not count. */
  turnCpuMs: number
  /** A transaction of the main thread. */
  transactionMs: number
  /** Processor time of the statements of a transaction, with its commit; 0 on Postgres. */
  transactionCpuMs: number
}
export interface ChildTask {
  address: StoreAddress
  /** A key of a database that is filled already. */
  key?: string
  /** Of another organization of such a database. */
  otherKey?: string
  /** What the server takes for the time at its start, milliseconds since the epoch. */
  startAt?: number
  /** Reads documents in threads, as the product does. */
  documentThreads?: boolean
}

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }

const tell = (answer: ChildAnswer) => process.send?.(answer)
const task = JSON.parse(process.argv[2] ?? '') as ChildTask
const ahead = (task.startAt ?? Date.now()) - Date.now()
const clock = () => Date.now() + ahead
const opened = await openStore(task.address)
let transactionMs = 0
let transactionCpuMs = 0
/** The processor time of this thread, milliseconds. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
/** The statements that run are those of this transaction. */
const transaction = new AsyncLocalStorage<{ usedMs: number }>()
countStatements()
/** Of transactions on the main thread; how long they waited for their turn does not count. */
const store: Store = {
  ...opened,
  write(work) {
    const counted = { usedMs: 0 }
    return transaction.run(counted, async () => {
      const done = await opened.write(async (db, changes) => {
        const begun = performance.now()
        const result = await work(db, changes)
        transactionMs = Math.max(transactionMs, performance.now() - begun)
        return result
      })
      transactionCpuMs = Math.max(transactionCpuMs, counted.usedMs)
      return done
    })
  },
}
const key = task.key ?? (await bootstrap(store, clock, 'admin')) ?? ''
// Otherwise only a person may accept what this key proposes.
if (task.documentThreads)
  await store.write((db) => db.updateTable('organization').set({ keys_may_decide: 1 }).execute())
const ingest = ingestOffThread(store, TIMES)
const documents = task.documentThreads ? readDocumentsOffThread() : undefined
const bus = benchBus(store)
const app = benchApp({ store, clock, ingest, bus, ...(documents && { documents }) })
const otherKey = task.otherKey ?? (task.documentThreads ? await addOrganization({ store, clock }) : '')
const { server, url } = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
const loop = monitorEventLoopDelay({ resolution: 1 })
loop.enable()
letHeapShrink()
let turnCpuMs = 0
let usedMs = 0
setInterval(() => {
  const before = usedMs
  usedMs = cpuMs()
  turnCpuMs = Math.max(turnCpuMs, usedMs - before)
}, 1).unref()

process.on('message', async (question: ChildQuestion) => {
  if (question === 'loop') {
    tell({ blockedMs: loop.max / 1e6, turnCpuMs, transactionMs, transactionCpuMs })
    transactionMs = 0
    transactionCpuMs = 0
    usedMs = cpuMs()
    turnCpuMs = 0
    loop.reset()
    return
  }
  if (typeof question === 'object') {
    const { jobsOfBench } = await import('./held-up/run-job.ts')
    const begun = performance.now()
    await jobsOfBench({ store, clock, ingest, bus }).get(question.job)?.()
    tell({ jobMs: performance.now() - begun })
    return
  }
  server.closeAllConnections()
  server.close()
  await ingest.close()
  await documents?.close()
  await app.idle()
  await store.close()
  tell('closed')
  process.disconnect()
})
// Whoever measures may fail half way; nothing is left running then.
process.on('disconnect', () => process.exit())
tell({ url, key, otherKey })

/** Others run while a transaction pauses, so what its thread uses meanwhile says nothing about it. */
function countStatements(): void {
  const database = new Database(':memory:')
  const statements = Object.getPrototypeOf(database.prepare('select 1')) as Record<
    'all' | 'run',
    (...parameters: unknown[]) => unknown
  >
  database.close()
  for (const method of ['all', 'run'] as const) {
    const plain = statements[method]
    statements[method] = function (this: unknown, ...parameters) {
      const counted = transaction.getStore()
      if (!counted) return plain.apply(this, parameters)
      const before = cpuMs()
      try {
        return plain.apply(this, parameters)
      } finally {
        counted.usedMs += cpuMs() - before
      }
    }
  }
}
