import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { archiveAddress } from '@svc/protocol'
import { ListenError, listen } from '../doors/rest/listen.ts'
import { mostConnections } from '../doors/rest/most-connections.ts'
import { whileStarting } from '../doors/rest/starting.ts'
import { letHeapShrink } from '../ground/kernel/let-heap-shrink.ts'
import { describeError, logToStderr } from '../ground/kernel/log.ts'
import { SERVER_VERSION } from '../ground/kernel/version.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { RunningServer } from './server.ts'

/** The time limit for the end of jobs and connections; leases that are not released expire by themselves. */
const CLOSE_MS = 12_000
/** The time limit for requests under way; then their connections are cut. */
const DRAIN_MS = 8_000

interface Running {
  server: Server
  /** Reports that the server is not ready, so that balancers send no more requests. */
  drain(): void
  /** How long balancers take to notice. */
  drainWaitMs: number
  /** Ends jobs and threads, and closes the database. */
  close(): Promise<void>
}

/** Runs the server until a signal ends it. If it cannot start, prints one line and exits with code 1. */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    await serve(readConfig(environment))
  } catch (error) {
    if (error instanceof ConfigError || error instanceof ListenError)
      process.stderr.write(`${error.message}\n`)
    else logToStderr({ level: 'error', event: 'start failed', error: describeError(error) })
    process.exit(1)
  }
}

async function serve(config: Config): Promise<void> {
  // Before what takes seconds on a slow machine: drivers, schemas, tables.
  process.stdout.write(`Starting svc ${SERVER_VERSION} with the data in ${placeOf(config)}\n`)
  const opening = Promise.withResolvers<RunningServer>()
  const { server, url, drain } = await listen(whileStarting(opening.promise), config, {
    log: logToStderr,
    connections: mostConnections(),
  })
  // Loaded while the first requests arrive: database, schemas and doors take longer than everything before.
  const { openServer } = await import('./server.ts')
  await answerWaiting()
  const running = await openServer(config, config.baseUrl ?? url)
  opening.resolve(running)
  letHeapShrink()
  // Before the line that reports the address, after which a signal may follow.
  shutDownOnSignal({
    server,
    drain: () => {
      running.drain()
      drain()
    },
    drainWaitMs: config.drainWaitMs,
    close: running.close,
  })
  if (running.first) {
    process.stdout.write(welcome(running.first, config.baseUrl ?? url))
  }
  process.stdout.write(`Listening on ${url}${config.baseUrl ? `, public address ${config.baseUrl}` : ''}\n`)
}

/** A folder is relative to where the server was started, which a reader of the log does not know. */
const placeOf = ({ store }: Config): string => ('folder' in store ? resolve(store.folder) : 'Postgres')

/**
 * Lets the event loop answer health checks that arrived while modules loaded: it accepts a connection in one turn and
 * reads its request in the next.
 */
async function answerWaiting(): Promise<void> {
  await turn()
  await turn()
}

/** The output of the first start, printed once: the sign-in link of the admin, a key for CI, and how to set up a project. */
const welcome = (
  { key, keyName, scopes, signIn }: NonNullable<RunningServer['first']>,
  baseUrl: string,
): string =>
  [
    signIn.url,
    `Open this link to set the password of ${signIn.email} within 7 days. It is shown only once.`,
    `SVC_API_KEY=${key}`,
    `This is the key "${keyName}" with the scopes ${scopes.join(', ')}. It is shown only once: store it with your secrets.`,
    'Set up reporting: run this in your project. It shows every change and asks before it makes them.',
    `npx -y ${archiveAddress(baseUrl, 'cli')} init --url ${baseUrl}`,
    '',
  ].join('\n')

/** Shuts the server down on SIGTERM and SIGINT: drains, answers requests under way, closes, and exits with 0. */
const shutDownOnSignal = (running: Running): void =>
  onSignal(async () => {
    running.drain()
    await sleep(running.drainWaitMs)
    await closeSocket(running.server)
    await within(CLOSE_MS, running.close())
  })

/** Stops accepting, waits for requests under way, and cuts the ones that take too long. */
async function closeSocket(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A kept-alive connection closes after its request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => {
    logToStderr({ level: 'warn', event: 'requests cut at shutdown', afterMs: DRAIN_MS })
    server.closeAllConnections()
  }, DRAIN_MS)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}

/**
 * Waits for `work`, but no longer than `ms`: a hanging database must not exceed the supervisor's time limit.
 */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const isLate = await Promise.race([work.then(() => false), sleep(ms, true, { ref: false })])
  if (isLate) logToStderr({ level: 'error', event: 'shutdown cut short', afterMs: ms })
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
