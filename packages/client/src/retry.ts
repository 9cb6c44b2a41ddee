import type { Patience } from './http-errors.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** The longest wait, and a number that stays readable in messages. */
const LONGEST_ASKED_MS = 24 * 60 * 60_000

/** How long to wait before try number `tried` + 1: twice as long each time, with half of it left to chance. */
export const pauseMs = (tried: number, random: number = Math.random()): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1)) * (0.5 + random / 2)

/** If nothing listens, the retry a moment later is for a server that was about to start. */
const AT_ONCE_MS = 100

/** The same, by how much patience pays. */
export const pauseAfter = (patience: Patience, tried: number, random?: number): number =>
  patience === 'once' ? AT_ONCE_MS : pauseMs(tried, random)

/**
 * What a `Retry-After` header asks for, in milliseconds; it holds seconds or a date. The date is compared
 * with the answer's own, since the clocks of two machines differ.
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
