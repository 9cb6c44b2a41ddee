/** A browser lays out about 15,000 lines of a field in a second, and does it again at each key. */
const MOST_LINES = 5_000
const MOST_CHARACTERS = 200_000

/** Where the part of a text ends that begins here and that a field can show at once: after a line, if one ends. */
export function partEnd(text: string, from: number): number {
  let end = from
  for (let lines = 0; lines < MOST_LINES; lines++) {
    const next = text.indexOf('\n', end) + 1
    if (next === 0) return Math.min(text.length, from + MOST_CHARACTERS)
    if (next > from + MOST_CHARACTERS) return end > from ? end : from + MOST_CHARACTERS
    end = next
  }
  return end
}

/** The end of a part that somebody has typed in: all of it, unless a large text was added to it. */
export const typedEnd = (text: string, from: number, to: number): number =>
  partEnd(text, partEnd(text, from)) < to ? partEnd(text, from) : to

/** Where the part begins that ends here. */
export function partStart(text: string, to: number): number {
  const least = Math.max(0, to - MOST_CHARACTERS)
  let start = to
  for (let lines = 0; lines < MOST_LINES && start > least; lines++) {
    const before = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1
    if (before < least) return start < to ? start : least
    start = before
  }
  return start
}

/** The number of lines that begin before this place. */
export function lineAt(text: string, place: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) line++
  return line
}
