import { GLUE } from './glue.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns `just now`, `5 min ago`, `3 h ago` or `6 days ago`; after 14 days the date in UTC. */
export const ago = (iso: string, now: number): string => {
  const ms = now - Date.parse(iso)
  if (ms < MINUTE_MS) return ms < -MINUTE_MS ? iso.slice(0, 10) : `just${GLUE}now`
  if (ms < 90 * MINUTE_MS) return `${Math.round(ms / MINUTE_MS)}${GLUE}min${GLUE}ago`
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)}${GLUE}h${GLUE}ago`
  if (ms < 14 * DAY_MS) return `${Math.round(ms / DAY_MS)}${GLUE}days${GLUE}ago`
  return `on ${iso.slice(0, 10)}`
}

/** Returns a duration such as `12 ms`, `3.4 s`, `2 min 5 s` or `1 h 12 min`. */
export const took = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)}${GLUE}ms`
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)}${GLUE}s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds}${GLUE}s`
  if (seconds < 3_600) return both(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  const minutes = Math.round(seconds / 60)
  return both(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

const both = (large: number, unit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large}${GLUE}${unit}` : `${large}${GLUE}${unit}${GLUE}${small}${GLUE}${smallUnit}`
