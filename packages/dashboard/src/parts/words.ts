/** A number with its noun, as the comment writes it. */
export const count = (n: number, noun: string, plural = `${noun}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? noun : plural}`

export const number = (n: number): string => n.toLocaleString('en')

/** A duration in milliseconds, in the comment's units. */
export function durationText(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`
  if (Math.round(ms / 100) < 600) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** The neutral answer of a run that has no result yet. */
export function runningText({ failed, errors }: { failed: number; errors: number }, isOver = false): string {
  const failures = failed + errors
  if (isOver) return failures === 0 ? 'The run is over' : `The run is over, ${number(failures)} failed`
  return failures === 0 ? 'Running, no failure so far' : `Running, ${number(failures)} failed so far`
}

export const shortSha = (sha: string): string => sha.slice(0, 7)

/** The first non-empty line of a text. */
export const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''

/** A text with a capital at its start and a mark at its end. */
export const sentence = (text: string): string => {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
