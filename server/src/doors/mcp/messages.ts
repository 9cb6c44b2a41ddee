import { Problem } from '../../ground/kernel/problem.ts'

/** Messages of one body; clients of today send one. */
const MOST_MESSAGES = 50

/** Methods that count as requests of the plan, when they are called. */
const CALLS = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** What the door needs to know of a body before the SDK reads it. */
export interface Messages {
  /** Messages that are no calls: lists, the handshake, notifications. */
  others: number
  /** True for the message that opens a stream of changes. */
  isListen: boolean
}

/** Throws INVALID_REQUEST for too many messages in one body, and for a method that is not a string. */
export function messagesOf(body: unknown): Messages {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  if (messages.length > MOST_MESSAGES)
    throw new Problem(
      'INVALID_REQUEST',
      `A body may contain at most ${MOST_MESSAGES} messages. Send fewer at a time.`,
    )
  const methods = messages.map((message) => (message as { method?: unknown } | null)?.method)
  if (!methods.every(isStringOrAbsent))
    throw new Problem('INVALID_REQUEST', 'method must be a string, such as tools/call.')
  return {
    others: methods.filter((method) => method === undefined || !CALLS.has(method)).length,
    isListen: methods.includes('subscriptions/listen'),
  }
}

const isStringOrAbsent = (method: unknown): method is string | undefined =>
  method === undefined || typeof method === 'string'
