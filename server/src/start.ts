import type { Server } from 'node:http'
import { makeApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { sweep } from './executions/sweep.ts'
import { bootstrap } from './identity/bootstrap.ts'
import { ingestOffThread } from './ingest/off-thread.ts'
import { systemClock } from './kernel/clock.ts'
import { describeError, logToStderr } from './kernel/log.ts'
import { repeat } from './kernel/repeat.ts'
import { ListenError, listen } from './rest/listen.ts'
import { openStore, type Store } from './store/open.ts'

const SWEEP_EVERY_MS = 5_000
/** What requests under way get to finish; then their connections are cut. */
const DRAIN_MS = 8_000

/** Runs the server until a signal ends it. What stops it from starting is told in one line, with exit code 1. */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    await serve(readConfig(environment))
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ListenError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

async function serve(config: Config): Promise<void> {
  const store = await openStore(config.store)
  const ingest = ingestOffThread(store, config)
  const state = { draining: false, baseUrl: config.baseUrl ?? '' }
  const app = makeApp({
    store,
    clock: systemClock,
    log: logToStderr,
    ingest,
    config,
    baseUrl: () => state.baseUrl,
    isDraining: () => state.draining,
  })
  const { server, url } = await listen(app.fetch, config).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  state.baseUrl ||= url
  await greet(store, state.baseUrl, url)

  const sweeping = repeat(
    SWEEP_EVERY_MS,
    () => sweep(store, config, systemClock()),
    (error) => logToStderr({ level: 'error', event: 'sweep failed', error: describeError(error) }),
  )

  onSignal(async () => {
    state.draining = true
    await closeServer(server)
    await sweeping.stop()
    await ingest.close()
    await app.idle()
    await store.close()
  })
}

/** Says where the server is and, once in the life of a database, its first key. */
async function greet(store: Store, baseUrl: string, url: string): Promise<void> {
  const key = await bootstrap(store, systemClock)
  if (key !== null) {
    process.stdout.write(
      `SVC_API_KEY=${key}\nThat is the first key, an admin's. It is shown this once: keep it where your secrets are.\n`,
    )
  }
  process.stdout.write(`Listening on ${url}${baseUrl === url ? '' : `, reached as ${baseUrl}`}\n`)
}

/** Stops accepting, lets requests under way finish, and cuts what takes too long. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A connection kept alive is closed once its request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}

/** The first signal drains and exits with 0, the second exits at once. */
function onSignal(drain: () => Promise<void>): void {
  let signals = 0
  const handle = async (signal: NodeJS.Signals) => {
    signals++
    if (signals > 1) process.exit(signal === 'SIGINT' ? 130 : 143)
    try {
      await drain()
      process.exit(0)
    } catch (error) {
      logToStderr({ level: 'error', event: 'shutdown failed', error: describeError(error) })
      process.exit(1)
    }
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}
