import { monitorEventLoopDelay } from 'node:perf_hooks'
import { bootstrap } from '../server/src/identity/bootstrap.ts'
import { ingestOffThread } from '../server/src/ingest/ingest-thread.ts'
import { readDocumentsOffThread } from '../server/src/knowledge/documents/read-off-thread.ts'
import { listen } from '../server/src/rest/listen.ts'
import { openStore, type StoreAddress } from '../server/src/store/open.ts'
import { addOrganization } from '../server/src/testing/organization.ts'
import { benchApp } from './bench-app.ts'

/** The product's own app on a socket, in a process that also says how long its event loop was held up. */
export type ChildQuestion = 'loop' | 'close'
export type ChildAnswer = { url: string; key: string; otherKey: string } | { blockedMs: number } | 'closed'
export interface ChildTask {
  address: StoreAddress
  /** A key of a database that is filled already. */
  key?: string
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
const store = await openStore(task.address)
const key = task.key ?? (await bootstrap(store, clock, 'admin')) ?? ''
const ingest = ingestOffThread(store, TIMES)
const documents = task.documentThreads ? readDocumentsOffThread() : undefined
const app = benchApp({ store, clock, ingest, ...(documents && { documents }) })
const otherKey = task.documentThreads ? await addOrganization({ store, clock }) : ''
const { server, url } = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
const loop = monitorEventLoopDelay({ resolution: 1 })
loop.enable()

process.on('message', async (question: ChildQuestion) => {
  if (question === 'loop') {
    tell({ blockedMs: loop.max / 1e6 })
    loop.reset()
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
