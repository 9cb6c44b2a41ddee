/** The number of characters of a matching line that are shown: a trace has lines of megabytes. */
const LONGEST_LINE = 500

/** The lines that contain a text, in any case, each with its number from 1. */
export function linesWith(text: string, wanted: string): { text: string; count: number } {
  const needle = wanted.toLowerCase()
  const found: string[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const place = line.toLowerCase().indexOf(needle)
    if (place >= 0) found.push(`${at + 1}: ${around(line, place)}`)
  }
  return { text: found.join('\n'), count: found.length }
}

/** The part of a long line around the match. */
function around(line: string, place: number): string {
  if (line.length <= LONGEST_LINE) return line
  const from = Math.max(0, Math.min(place - LONGEST_LINE / 4, line.length - LONGEST_LINE))
  const part = line.slice(from, from + LONGEST_LINE).toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${from + LONGEST_LINE < line.length ? '…' : ''}`
}
