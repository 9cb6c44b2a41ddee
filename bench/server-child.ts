import { monitorEventLoopDelay } from 'node:perf_hooks'
import { makeApp } from '../server/src/app.ts'
import { bootstrap } from '../server/src/identity/bootstrap.ts'
import { ingestOffThread } from '../server/src/ingest/off-thread.ts'
import { listen } from '../server/src/rest/listen.ts'
import { openStore, type StoreAddress } from '../server/src/store/open.ts'

/** The product's own app on a socket, in a process that also says how long its event loop was held up. */
export type ChildQuestion = 'loop' | 'close'
export type ChildAnswer = { url: string; key: string } | { blockedMs: number } | 'closed'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
const NO_LIMITS = { reads: 0, writes: 0, ingestBytes: 0, failures: 0 }

const tell = (answer: ChildAnswer) => process.send?.(answer)
const store = await openStore(JSON.parse(process.argv[2] ?? '') as StoreAddress)
const key = (await bootstrap(store, Date.now)) ?? ''
const ingest = ingestOffThread(store, TIMES)
const app = makeApp({
  store,
  clock: Date.now,
  log: (record) => process.stderr.write(`${JSON.stringify(record)}\n`),
  ingest,
  config: { rateLimits: NO_LIMITS, proxies: 0 },
  baseUrl: 'http://127.0.0.1',
  isDraining: () => false,
})
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
  await app.idle()
  await store.close()
  tell('closed')
  process.disconnect()
})
tell({ url, key })
