import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { describeError, type Log } from '../../ground/kernel/log.ts'

/** Limits of connections; each has a default. */
export interface ConnectionLimits {
  /** How long a client may pause while an answer waits for it, milliseconds; at most twice as long. */
  stalledMs?: number
  /** How long a request may take to arrive, with its body, milliseconds. */
  requestMs?: number
  /** The maximum number of connections; further ones are closed at once. Unlimited if absent. */
  connections?: number | undefined
}

const STALLED_MS = 120_000
/** Node's own default. */
export const REQUEST_MS = 300_000
/** How long a client may take to read the answer to a bad request, milliseconds. */
const LAST_ANSWER_MS = 2_000
/** The interval between log lines while the server has no free connections, milliseconds. */
const REPORT_EVERY_MS = 60_000

/**
 * Ends connections whose client reads nothing, and survives a lack of file descriptors. `isBusy` is
 * true for a connection with a request in progress.
 */
export function guardConnections(
  server: Server,
  { stalledMs = STALLED_MS, connections }: ConnectionLimits,
  { log, isBusy }: { log: Log; isBusy: (socket: Socket) => boolean },
): void {
  // Only a connection without any traffic gets here: neither a slow reader nor a stream with heartbeats.
  server.setTimeout(stalledMs, (socket) => {
    if (!isBusy(socket) || socket.writableLength > 0) return void socket.destroy()
    socket.setTimeout(stalledMs)
  })
  let isReported = false
  const report = (cause: object) => {
    if (isReported) return
    isReported = true
    setTimeout(() => {
      isReported = false
    }, REPORT_EVERY_MS).unref()
    log({ level: 'error', event: 'connections refused', ...cause })
  }
  if (connections !== undefined) {
    server.maxConnections = connections
    server.on('drop', () =>
      report({ reason: 'The limit of open files (ulimit -n) leaves no room.', most: connections }),
    )
  }
  // Without a listener, a failed accept would end the process.
  server.on('error', (error) => report({ error: describeError(error) }))
}

/** Sends the last answer of a connection; a client that stays connected loses it after two seconds. */
export function endWith(socket: Socket, text: string): void {
  socket.end(text)
  // The parser has given up on the request, so nothing reads what else arrives.
  const cut = setTimeout(() => socket.destroy(), LAST_ANSWER_MS).unref()
  socket.once('close', () => clearTimeout(cut))
}
