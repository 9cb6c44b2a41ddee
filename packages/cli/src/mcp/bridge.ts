import {
  describeNetworkError,
  pauseMs,
  retryAfterMs,
  type Stream,
  type StreamedAnswer,
} from '@svc/client/cli'
import { LIMITS } from '@svc/protocol'
import { askedWaitMs } from './asked-wait.ts'
import { failure, headersOf, isRequest, type Message } from './message.ts'
import { readEvents } from './read-events.ts'

/** The streams that the bridge reads and writes. */
export interface BridgeParts {
  /** Address of the server, without a slash at the end. */
  url: string
  apiKey: string
  /** Headers of every request. */
  headers: Record<string, string>
  /** The project of the folder that the agent works in, until the agent switches to another one. */
  folderProject?: string
  stream: Stream
  /** Lines with one message each. */
  lines: AsyncIterable<string>
  /** Writes one message to the client. */
  write: (message: string) => void
  /** Reports a problem to a person. */
  tell: (text: string) => void
  /** How long a server may be unavailable, for example during a restart; milliseconds. */
  patienceMs: number
  pause: (ms: number) => Promise<void>
}

/** Methods that may be sent twice, because they change nothing. */
const HARMLESS = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
  'subscriptions/listen',
])

/**
 * Passes every message of a client on standard input to the server, and every answer back, until the input ends and
 * all answers are there. A server that restarts is waited for. So is, once for each call, a rate limit.
 */
export const runBridge = async (parts: BridgeParts): Promise<void> => {
  const { lines, write, tell } = parts
  const underWay = new Map<string, AbortController>()
  const readOnly = new Set<string>()
  const sending = new Set<Promise<void>>()
  const state: State = { negotiated: undefined, isAway: false, folderProject: parts.folderProject }

  const answer = (message: Message & { jsonrpc?: string }) => {
    learn(message, state, readOnly)
    write(JSON.stringify(message))
  }

  const pass = async (message: Message) => {
    if (message.method === 'notifications/cancelled') {
      underWay.get(String(message.params?.requestId))?.abort()
      return
    }
    const abort = new AbortController()
    if (isRequest(message)) underWay.set(String(message.id), abort)
    try {
      await exchange(parts, { message, state, readOnly, signal: abort.signal, answer })
    } catch (error) {
      if (abort.signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      tell(reason)
      if (isRequest(message)) answer(failure(message.id, reason))
    } finally {
      underWay.delete(String(message.id))
    }
  }

  for await (const line of lines) {
    if (line.trim() === '') continue
    const messages = parseLine(line)
    if (!messages) {
      write(
        JSON.stringify({
          ...failure(null, 'This line is not JSON.'),
          error: { code: -32_700, message: 'This line is not JSON.' },
        }),
      )
      continue
    }
    for (const message of messages) {
      const sent = pass(message).finally(() => void sending.delete(sent))
      sending.add(sent)
      // An older session begins with its handshake; the answer names the version of all later
      // messages.
      if (message.method === 'initialize') await sent
    }
  }
  // A client that has disconnected waits for no changes.
  for (const [, abort] of underWay) if (listening.has(abort.signal)) abort.abort()
  await Promise.all(sending)
}

interface State {
  /** The version of an older client's handshake. */
  negotiated: string | undefined
  isAway: boolean
  folderProject: string | undefined
}

interface Exchange {
  message: Message
  state: State
  /** Tools that change nothing. */
  readOnly: ReadonlySet<string>
  signal: AbortSignal
  answer: (message: Message) => void
}

/** Signals of open streams of changes. */
const listening = new WeakSet<AbortSignal>()

/**
 * Sends one message; repeats it while the server is unavailable and the message cannot have been
 * carried out.
 */
const exchange = async (parts: BridgeParts, { message, state, readOnly, signal, answer }: Exchange) => {
  const { url, tell, pause, patienceMs } = parts
  const body = Buffer.from(JSON.stringify(message))
  // The server cuts the connection if a message is larger, and its reason is then lost.
  if (body.length > LIMITS.mcpRequestBytes)
    throw new Error(
      `PAYLOAD_TOO_LARGE: The request has ${body.length} bytes, and at most ${LIMITS.mcpRequestBytes} are allowed. It was not sent. Send it in smaller pieces.`,
    )
  const isListen = message.method === 'subscriptions/listen'
  if (isListen) listening.add(signal)
  const isHarmless =
    HARMLESS.has(message.method ?? '') ||
    readOnly.has(String(message.params?.name ?? '')) ||
    !isRequest(message)
  let waitedMs = 0
  let wasAcknowledged = false
  let hasWaited = false
  for (let tried = 1; ; tried++) {
    let isSent = false
    let askedMs: number | undefined
    let reason: string
    try {
      const response = await post(parts, { message, body }, state, signal, () => {
        isSent = true
      })
      const status = response.status
      const isAway = status === 502 || status === 503 || status === 504
      if (!isAway) {
        if (state.isAway) tell(`${url} answers again`)
        state.isAway = false
        let limitedMs: number | undefined
        const wasWhole = await passOn(response, message, (each) => {
          // Nothing was done, and a model would only ask again.
          if (!hasWaited && each.id === message.id) limitedMs = askedWaitMs(each)
          if (limitedMs !== undefined) return
          const isAck = each.method === 'notifications/subscriptions/acknowledged'
          if (!(isAck && wasAcknowledged)) answer(each)
          if (isSwitch(message) && each.result?.isError !== true && each.result)
            state.folderProject = undefined
          if (isAck) wasAcknowledged = true
          waitedMs = 0
        })
        if (limitedMs !== undefined) {
          hasWaited = true
          tell(`rate limit reached; the call waits ${Math.ceil(limitedMs / 1_000)} s`)
          await pause(limitedMs)
          if (signal.aborted) return
          continue
        }
        if (wasWhole) return
        reason = `${url} ended the answer before it was whole`
      } else {
        askedMs = retryAfterMs(response.header('retry-after'))
        reason = await refusalIn(response, url)
        // The server refused before it did anything.
        if (status === 503) isSent = false
      }
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof Refused) throw error
      reason = describeNetworkError(error, url).reason
    }
    if (signal.aborted) return
    if (isSent && !isHarmless)
      throw new Error(`${reason}. The call may have been carried out: look before you call again.`)
    if (!isListen && waitedMs >= patienceMs) throw new Error(reason)
    if (!state.isAway) tell(`${reason}; waiting for it`)
    state.isAway = true
    const ms = Math.min(askedMs ?? pauseMs(tried), MOST_PAUSE_MS)
    await pause(ms)
    waitedMs += ms
  }
}

const MOST_PAUSE_MS = 5_000

/** The server's refusal of a request, which another attempt would not change. */
class Refused extends Error {}

const post = (
  { url, apiKey, headers, stream }: BridgeParts,
  { message, body }: { message: Message; body: Buffer },
  { negotiated, folderProject }: State,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<StreamedAnswer> =>
  stream(
    `${url}/mcp`,
    {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${apiKey}`,
      ...headers,
      ...(folderProject && { 'svc-folder-project': folderProject }),
      ...headersOf(message, negotiated),
    },
    body,
    { signal, onConnected },
  )

/** Passes on the messages of an answer; returns false if the answer to a request did not arrive. */
const passOn = async (
  response: StreamedAnswer,
  message: Message,
  answer: (message: Message) => void,
): Promise<boolean> => {
  const type = response.header('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    let isAnswered = !isRequest(message)
    try {
      for await (const data of readEvents(response.body)) {
        const each = JSON.parse(data) as Message
        answer(each)
        isAnswered ||= each.id === message.id && each.method === undefined
      }
    } catch (error) {
      if (!(error instanceof SyntaxError) && isAnswered) return true
      throw error
    }
    return isAnswered
  }
  const text = await readText(response)
  const status = response.status
  if (text.trim() === '') return status < 400 && !isRequest(message)
  const body = parse(text)
  const isMessage = body !== undefined && (body.result !== undefined || body.error !== undefined)
  if (isMessage && body.id !== null && body.id !== undefined) {
    answer(body)
    return true
  }
  // A refusal of the whole request names no message.
  throw new Refused(body?.error?.message ?? `The server answered ${status}: ${text.trim().slice(0, 300)}`)
}

const refusalIn = async (response: StreamedAnswer, url: string): Promise<string> => {
  const body = parse(await readText(response))
  return body?.error?.message ?? `${url} answered ${response.status}`
}

const readText = async (response: StreamedAnswer): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of response.body) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

const parse = (text: string): Message | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Message) : undefined
  } catch {
    return undefined
  }
}

const parseLine = (line: string): Message[] | undefined => {
  const value = parse(line)
  if (value === undefined) return undefined
  return Array.isArray(value) ? (value as Message[]) : [value]
}

const isSwitch = ({ method, params }: Message): boolean =>
  method === 'tools/call' && params?.name === 'svc_switch_account'

/** Remembers state that later messages depend on. */
const learn = ({ result }: Message, state: State, readOnly: Set<string>): void => {
  if (typeof result?.protocolVersion === 'string') state.negotiated = result.protocolVersion
  if (!Array.isArray(result?.tools)) return
  for (const tool of result.tools as { name?: string; annotations?: { readOnlyHint?: boolean } }[])
    if (tool.name !== undefined && tool.annotations?.readOnlyHint) readOnly.add(tool.name)
}
