import { setImmediate } from 'node:timers/promises'

/** The number of characters of a matching line that are shown: a trace has lines of megabytes. */
const LONGEST_LINE = 500

/** Lines in one turn of the event loop: 4 MiB may be as many lines. */
const LINES_OF_A_TURN = 50_000

/**
 * The lines that contain a text, in any case, each with its number from 1: those of their text between two places, and how
 * many characters and lines there are in all.
 */
export async function linesWith(whole: string, wanted: string, from: number, to: number) {
  const needle = wanted.toLowerCase()
  const kept: string[] = []
  let [characters, count, number] = [0, 0, 0]
  for (let start = 0; start <= whole.length; ) {
    const next = whole.indexOf('\n', start)
    const line = whole.slice(start, next < 0 ? whole.length : next)
    start += line.length + 1
    if (++number % LINES_OF_A_TURN === 0) await setImmediate()
    const place = line.toLowerCase().indexOf(needle)
    if (place < 0) continue
    const text = `${count === 0 ? '' : '\n'}${number}: ${around(line, place)}`
    count++
    if (characters < to && characters + text.length > from)
      kept.push(text.slice(Math.max(0, from - characters), to - characters))
    characters += text.length
  }
  return { text: kept.join(''), characters, count }
}

/** The part of a long line around the match. */
function around(line: string, place: number): string {
  if (line.length <= LONGEST_LINE) return line
  const from = Math.max(0, Math.min(place - LONGEST_LINE / 4, line.length - LONGEST_LINE))
  const part = line.slice(from, from + LONGEST_LINE).toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${from + LONGEST_LINE < line.length ? '…' : ''}`
}
