import type { Message } from './message.ts'

/** Clients give a call up after a minute. */
const LONGEST_WAIT_MS = 50_000

/** The milliseconds after which a call may be made again that a rate limit refused; undefined for other answers. */
export const askedWaitMs = ({ result }: Message): number | undefined => {
  const { error } = (result?.structuredContent ?? {}) as {
    error?: { code?: unknown; retryAfterSeconds?: unknown }
  }
  if (!result?.isError || error?.code !== 'RATE_LIMITED' || typeof error.retryAfterSeconds !== 'number')
    return undefined
  const ms = error.retryAfterSeconds * 1_000
  return ms <= LONGEST_WAIT_MS ? ms : undefined
}
