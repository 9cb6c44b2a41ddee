/** The lines of a text, and how often each is there. */
export interface Lines {
  times: Map<string, number>
  /** Characters of all lines. */
  length: number
}

export function countLines(text: string): Lines {
  const lines: Lines = { times: new Map(), length: 0 }
  for (const line of text.split('\n').map((each) => each.trim())) {
    lines.times.set(line, (lines.times.get(line) ?? 0) + 1)
    lines.length += line.length
  }
  return lines
}

/** The part of the longer text whose lines are in both, from 0 to 1. */
export function sharedPart(one: Lines, other: Lines | undefined): number {
  const longest = Math.max(one.length, other?.length ?? 0)
  if (!other || longest === 0) return 0
  const [fewer, more] = one.times.size < other.times.size ? [one, other] : [other, one]
  let shared = 0
  for (const [line, times] of fewer.times) shared += line.length * Math.min(times, more.times.get(line) ?? 0)
  return shared / longest
}
