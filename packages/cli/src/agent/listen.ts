import {
  describeNetworkError,
  pauseMs,
  retryAfterMs,
  type Stream,
  type StreamedAnswer,
} from '@svc/client/cli'
import { readServerEvents } from '../mcp/read-events.ts'
import { Refusal } from '../refusal.ts'
import type { AgentMessage } from './message.ts'

/** Silence after which a connection counts as dead; the server sends a heartbeat every 15 s. */
const SILENCE_MS = 50_000
const LONGEST_PAUSE_MS = 10_000
/** Messages that arrive directly after the first one belong to the same answer. */
const GATHER_MS = 10

export interface ListenParts {
  url: string
  apiKey: string
  /** Null: the only agent of the key. */
  agent: string | null
  stream: Stream
  /** Milliseconds after which waiting ends without a message; null: never. */
  timeoutMs: number | null
  /** True to stop after the first messages. */
  isOnce: boolean
  /** Shows messages; returns those that were shown completely, which are then acknowledged. */
  show: (messages: AgentMessage[]) => Promise<AgentMessage[]>
  acknowledge: (ids: string[]) => Promise<void>
  /** Reports a problem to a person, once until it changes. */
  tell: (text: string) => void
  /** Stops listening from outside. */
  signal: AbortSignal
}

/**
 * Waits for messages and shows them, over any number of connections. Returns how many it showed.
 * Throws a `Refusal` if the server refuses, because another attempt would not help.
 */
export const listen = async (parts: ListenParts): Promise<number> => {
  const { timeoutMs, tell } = parts
  const over = new AbortController()
  const timer = timeoutMs === null ? null : setTimeout(() => over.abort(), timeoutMs)
  const signal = AbortSignal.any([parts.signal, over.signal])
  const state: State = { lastEventId: undefined, shown: 0, retryMs: 0, toAcknowledge: [] }
  let told = ''
  let tried = 0
  try {
    for (;;) {
      if (signal.aborted) return state.shown
      let reason: string
      let askedMs: number | undefined
      const before = state.shown
      try {
        const response = await connect(parts, state, signal)
        if (response.status !== 200) {
          askedMs = retryAfterMs(response.header('retry-after'))
          reason = await refusalOf(response)
        } else {
          if (told !== '') tell(`${parts.url} answers again`)
          told = ''
          tried = 0
          await acknowledgeLeft(parts, state)
          if (await readUntilEnd(parts, state, response, signal)) return state.shown
          reason = `${parts.url} ended the stream`
          askedMs = state.retryMs
        }
      } catch (error) {
        if (signal.aborted) return state.shown
        if (error instanceof Refusal) throw error
        reason = describeNetworkError(error, parts.url).reason
      }
      tried = state.shown > before ? 1 : tried + 1
      if (told !== reason && askedMs !== state.retryMs) tell(`${reason}; waiting for it`)
      if (askedMs !== state.retryMs) told = reason
      await pause(Math.max(askedMs ?? 0, Math.min(pauseMs(tried), LONGEST_PAUSE_MS)), signal)
    }
  } finally {
    if (timer) clearTimeout(timer)
  }
}

interface State {
  lastEventId: string | undefined
  shown: number
  /** The pause that the server asked for. */
  retryMs: number
  /** Shown, but the acknowledgement failed. */
  toAcknowledge: string[]
}

const connect = (
  { url, apiKey, agent, stream }: ListenParts,
  { lastEventId }: State,
  signal: AbortSignal,
): Promise<StreamedAnswer> =>
  stream(
    `${url}/api/bus/stream`,
    {
      accept: 'text/event-stream',
      authorization: `Bearer ${apiKey}`,
      ...(agent !== null && { 'svc-agent': agent }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    null,
    { signal },
  )

/** True if listening has ended; false if only the connection has. */
const readUntilEnd = async (
  parts: ListenParts,
  state: State,
  response: StreamedAnswer,
  signal: AbortSignal,
): Promise<boolean> => {
  let silence = setTimeout(() => response.body.destroy(), SILENCE_MS)
  response.body.on('data', () => {
    clearTimeout(silence)
    silence = setTimeout(() => response.body.destroy(), SILENCE_MS)
  })
  const gathered: { message: AgentMessage; id: string | undefined }[] = []
  let cancel: (() => void) | undefined
  let showing: Promise<boolean> = Promise.resolve(false)
  let acknowledging: Promise<void> = Promise.resolve()
  const showGathered = async (): Promise<boolean> => {
    const now = gathered.splice(0)
    if (now.length === 0) return false
    const shown = await parts.show(now.map(({ message }) => message))
    state.shown += shown.length
    // Only messages that were shown: any other must arrive again.
    if (shown.length === now.length) state.lastEventId = now.at(-1)?.id
    state.toAcknowledge.push(...shown.map(({ id }) => id))
    // The next messages do not wait for the answer.
    acknowledging = acknowledging.then(() => acknowledgeLeft(parts, state))
    if (parts.isOnce) response.body.destroy()
    return parts.isOnce
  }
  try {
    for await (const { event, id, data } of readServerEvents(response.body, (ms) => {
      state.retryMs = ms
    })) {
      if (event === 'closing') {
        const { reason, message } = JSON.parse(data) as { reason: string; message: string }
        if (reason === 'refused') throw new Refusal(message, { code: 'REFUSED' })
        break
      }
      if (event !== 'message' && event !== 'unverifiable') continue
      gathered.push({ message: JSON.parse(data) as AgentMessage, id })
      cancel ??= later(parts.isOnce ? GATHER_MS : 0, () => {
        cancel = undefined
        showing = showing.then(async (isOver) => isOver || (await showGathered()))
        showing.catch(() => response.body.destroy())
      })
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const isOver = await showing
    if (!isOver && !signal.aborted) throw error
  } finally {
    clearTimeout(silence)
    cancel?.()
    response.body.destroy()
    await acknowledging
  }
  const isOver = (await showing) || (await showGathered())
  await acknowledging
  return isOver || signal.aborted
}

/** Calls back after some milliseconds, or in the next turn of the event loop, which comes sooner than any timer. */
const later = (ms: number, act: () => void): (() => void) => {
  if (ms === 0) {
    const turn = setImmediate(act)
    return () => clearImmediate(turn)
  }
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Acknowledges shown messages. If the server does not answer, the next connection retries. */
const acknowledgeLeft = async ({ acknowledge }: ListenParts, state: State): Promise<void> => {
  const ids = state.toAcknowledge.slice(0, MOST_IDS)
  if (ids.length === 0) return
  try {
    await acknowledge(ids)
    state.toAcknowledge.splice(0, ids.length)
  } catch {
    // A message that is not acknowledged arrives again with the same id.
  }
}

/** Ids of one acknowledgement. */
const MOST_IDS = 200

const refusalOf = async (response: StreamedAnswer): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of response.body) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString()
  const status = response.status
  const { code, message } = errorIn(text) ?? { code: 'FAILED', message: text.trim().slice(0, 300) }
  const isPassing = status === 429 || status >= 500
  if (!isPassing) throw new Refusal(message, { code, next: NEXT[code] ?? 'npx --no svc doctor' })
  return message || `the server answered ${status}`
}

const NEXT: Record<string, string> = {
  INVALID_REQUEST: 'name the agent: --agent <name>, or set SVC_AGENT',
  NOT_FOUND: 'name an agent of your organization: --agent <name>, or register it first',
}

const errorIn = (text: string): { code: string; message: string } | undefined => {
  try {
    return (JSON.parse(text) as { error?: { code: string; message: string } }).error
  } catch {
    return undefined
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
