/** A number with its noun. */
export const count = (n: number, noun: string): string =>
  `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

/** ` in 3 files`; empty if reports name none. */
export function inFiles(some: { file: string | null }[]): string {
  const files = new Set(some.flatMap(({ file }) => file || [])).size
  return files === 0 ? '' : ` in ${count(files, 'file')}`
}

/** `a, b and c`. */
export const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** A duration in the usual units. */
export function duration(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`
  if (Math.round(ms / 100) < 600) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const MINUTE_MS = 60_000

/** The first whole minute at or after this time: `2026-03-02 09:01 UTC`. */
export const minuteOf = (time: string): string => {
  const minute = new Date(Math.ceil(Date.parse(time) / MINUTE_MS) * MINUTE_MS)
  return `${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
