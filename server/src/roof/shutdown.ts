import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, logToStderr } from '../ground/kernel/log.ts'

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

/** Shuts the server down on SIGTERM and SIGINT: drains, answers requests under way, closes, and exits with 0. */
export const shutDownOnSignal = (running: Running): void =>
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
