/** `a`, `a and b`, `a, b and c`. */
export const list = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The same, with a number for those after the first few. */
export const shortList = (names: string[], most = 4): string =>
  names.length <= most ? list(names) : list([...names.slice(0, most - 1), `${names.length - most + 1} more`])

/** `1 file`, `2 files`. */
export const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`

/** `3 s`, `5 min`, `2 h`, `4 days`. */
export const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
