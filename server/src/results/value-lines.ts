import { cutPair } from '@svc/protocol'
import { diffArrays } from 'diff'

/** The number of characters of a value that its line shows. */
const VALUE_LENGTH = 200
/** The number of equal characters that a long value keeps around the difference. */
const CONTEXT = 40
/** A difference of more edits is not computed, because the time grows with their square. */
const MOST_EDITS = 500

/** The lines in which two compared values differ, with signs, at most `mostOfSide` of each; one line each if both are short. */
export function valueLines(expected: string, actual: string, mostOfSide: number): string[] {
  if (!expected.includes('\n') && !actual.includes('\n')) {
    const [wanted, got] = cutLines(expected, actual)
    return [`- Expected: ${wanted}`, `+ Received: ${got}`]
  }
  let [removedRoom, addedRoom] = [mostOfSide, mostOfSide]
  return changesOf(expected.split('\n'), actual.split('\n')).flatMap(({ removed, added }) => {
    const [minus, plus] = [removed.slice(0, removedRoom), added.slice(0, addedRoom)]
    removedRoom -= minus.length
    addedRoom -= plus.length
    return [
      ...minus.map((line, i) => `- ${cutLines(line, added[i] ?? '')[0]}`),
      ...plus.map((line, i) => `+ ${cutLines(removed[i] ?? '', line)[1]}`),
    ]
  })
}

interface Change {
  removed: string[]
  added: string[]
}

/** The runs of changed lines; of values that differ too much, everything. */
function changesOf(expected: string[], actual: string[]): Change[] {
  const parts = diffArrays(expected, actual, { maxEditLength: MOST_EDITS })
  if (!parts) return [{ removed: expected, added: actual }]
  const changes: Change[] = [{ removed: [], added: [] }]
  for (const { removed, added, value } of parts) {
    const last = changes.at(-1) as Change
    if (removed) last.removed.push(...value)
    else if (added) last.added.push(...value)
    else changes.push({ removed: [], added: [] })
  }
  return changes
}

/** Both lines, in a length that shows where they differ. */
const cutLines = (one: string, other: string) => cutPair(one, other, VALUE_LENGTH, CONTEXT)
