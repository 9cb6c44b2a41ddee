import type { Patience } from './http-errors.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** The longest wait, and a number that stays readable in messages. */
const LONGEST_ASKED_MS = 24 * 60 * 60_000

/** How long to wait before attempt number `tried` + 1: doubles each time, and half of it is random. */
export const pauseMs = (tried: number, random: number = Math.random()): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1)) * (0.5 + random / 2)

/** If nothing listens, one retry a moment later helps if the server was about to start. */
const AT_ONCE_MS = 100

/** The delays by how much patience pays off. */
export const pauseAfter = (patience: Patience, tried: number, random?: number): number =>
  patience === 'once' ? AT_ONCE_MS : pauseMs(tried, random)

/**
 * The wait that a `Retry-After` header requests, in milliseconds. The header contains seconds or a
 * date, which is compared with the answer's own date, because the clocks of two machines differ.
 */
export const retryAfterMs = (header: string | null, date: string | null = null): number | undefined => {
  if (!header?.trim()) return undefined
  const seconds = Number(header)
  const now = Date.parse(date ?? '')
  const ms = Number.isNaN(seconds)
    ? Date.parse(header) - (Number.isNaN(now) ? Date.now() : now)
    : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_ASKED_MS)
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
