import { Problem } from '../../ground/kernel/problem.ts'
import { DAY_MS, dayOf, iso } from '../../ground/kernel/time.ts'

/** Half-open, milliseconds since the epoch. */
export interface Window {
  from: number
  to: number
}

const DEFAULT_DAYS = 30
const MOST_DAYS = 400

/** The window that a request asks for. Throws INVALID_REQUEST if it is empty or too long for one answer. */
export function windowOf(
  range: { from?: string | undefined; to?: string | undefined },
  now: number,
  most: { days: number; what: string } = { days: MOST_DAYS, what: 'A window' },
): Window {
  const to = range.to === undefined ? now : Date.parse(range.to)
  const from = range.from === undefined ? to - DEFAULT_DAYS * DAY_MS : Date.parse(range.from)
  if (from >= to)
    throw new Problem(
      'INVALID_REQUEST',
      `from must be a time before ${range.to === undefined ? 'now' : 'to'}: ${iso(from)} is not before ${iso(to)}.`,
    )
  if (to - from > most.days * DAY_MS)
    throw new Problem(
      'INVALID_REQUEST',
      `${most.what} may span at most ${most.days} days; from ${iso(from)} to ${iso(to)} are ${Math.ceil((to - from) / DAY_MS)}.`,
    )
  return { from, to }
}

/** Whole UTC days, of which the last is today. */
export const lastDays = (days: number, now: number): Window => ({
  from: (dayOf(now) - days + 1) * DAY_MS,
  to: (dayOf(now) + 1) * DAY_MS,
})
