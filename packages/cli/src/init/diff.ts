const CONTEXT = 3

/** A line of a diff. */
export interface DiffLine {
  sign: ' ' | '+' | '-' | '@'
  text: string
}

/** Returns the difference of two texts as hunks of a unified diff, for texts that differ in a few places. */
export const diffLines = (before: string, after: string): DiffLine[] => {
  const [old, now] = [linesOf(before), linesOf(after)]
  const changes = changesOf(old, now)
  const lines: DiffLine[] = []
  let shownTo = 0
  for (const [index, { at, removed, added }] of changes.entries()) {
    const from = Math.max(shownTo, at - CONTEXT)
    const to = Math.min(at + removed.length + CONTEXT, changes[index + 1]?.at ?? old.length)
    if (from > shownTo || index === 0) lines.push({ sign: '@', text: `@@ line ${from + 1} @@` })
    lines.push(
      ...old.slice(from, at).map((text): DiffLine => ({ sign: ' ', text })),
      ...removed.map((text): DiffLine => ({ sign: '-', text })),
      ...added.map((text): DiffLine => ({ sign: '+', text })),
      ...old.slice(at + removed.length, to).map((text): DiffLine => ({ sign: ' ', text })),
    )
    shownTo = to
  }
  return lines
}

interface Change {
  /** Index of the first old line that differs. */
  at: number
  removed: string[]
  added: string[]
}

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const changesOf = (old: string[], now: string[]): Change[] => {
  // An added block may start and end with the same lines as its surroundings: the texts are equal
  // from the end on.
  const shorter = Math.min(old.length, now.length)
  const begin = old.findIndex((line, index) => line !== now[index])
  const start = begin === -1 ? shorter : begin
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const [oldEnd, nowEnd] = [old.length - end, now.length - end]
  return walk(old.slice(0, oldEnd), now.slice(0, nowEnd))
}

/** Walks both texts; a difference ends at the nearest line that both texts share. */
const walk = (old: string[], now: string[]): Change[] => {
  const changes: Change[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i++
      j++
      continue
    }
    const [skipOld, skipNow] = nearestCommon(old, i, now, j)
    changes.push({ at: i, removed: old.slice(i, i + skipOld), added: now.slice(j, j + skipNow) })
    i += skipOld
    j += skipNow
  }
  return changes
}

/** The number of lines to skip on each side until two lines match again; all of them if none do. */
const nearestCommon = (old: string[], i: number, now: string[], j: number): [number, number] => {
  const most = Math.max(old.length - i, now.length - j)
  for (let distance = 1; distance <= most; distance++)
    for (let skipOld = 0; skipOld <= distance; skipOld++) {
      const skipNow = distance - skipOld
      const [left, right] = [i + skipOld, j + skipNow]
      if (left < old.length && right < now.length && old[left] === now[right]) return [skipOld, skipNow]
      if (left === old.length && right === now.length) return [skipOld, skipNow]
    }
  return [old.length - i, now.length - j]
}
