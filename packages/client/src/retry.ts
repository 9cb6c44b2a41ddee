const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** How long to wait before try number `tried` + 1: twice as long each time, with half of it left to chance. */
export const pauseMs = (tried: number, random: number = Math.random()): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1)) * (0.5 + random / 2)

/** What a `Retry-After` header asks for, in milliseconds; it holds seconds or a date. */
export const retryAfterMs = (header: string | null, now: number = Date.now()): number | undefined => {
  if (!header) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
