import { cutPair, LIMITS } from '@svc/protocol'
import { diffArrays } from 'diff'
import { countOf } from '../../ground/kernel/count-of.ts'

/** The number of characters of a value that its line shows. */
const VALUE_LENGTH = 200
/** The number of equal characters that a long value keeps around the difference. */
const CONTEXT = 40
/** A difference of more edits is not computed, because the time grows with their square. */
const MOST_EDITS = 500
/** A value of fewer bytes was not cut at the limit of reporters, so that only equal text is left out of it. */
const CUT_BYTES = LIMITS.snippetBytes * 0.75

/**
 * The lines in which two compared values differ, with signs, at most `mostOfSide` of each; one line each if both are
 * short. A last line says what is not shown.
 */
export function valueLines(expected: string, actual: string, mostOfSide: number): string[] {
  const part = [expected, actual].some(isCutAtLimit)
    ? ['… The values are stored only in part: more may differ.']
    : []
  if (!expected.includes('\n') && !actual.includes('\n')) {
    const [wanted, got] = cutLines(expected, actual)
    return [`- Expected: ${wanted}`, `+ Received: ${got}`, ...part]
  }
  let [removedRoom, addedRoom] = [mostOfSide, mostOfSide]
  const changes = changesOf(expected.split('\n'), actual.split('\n'))
  const lines = changes.flatMap(({ removed, added }) => {
    const [minus, plus] = [removed.slice(0, removedRoom), added.slice(0, addedRoom)]
    removedRoom -= minus.length
    addedRoom -= plus.length
    return [
      ...minus.map((line, i) => `- ${cutLines(line, added[i] ?? '')[0]}`),
      ...plus.map((line, i) => `+ ${cutLines(removed[i] ?? '', line)[1]}`),
    ]
  })
  const left = changes.reduce((all, { removed, added }) => all + removed.length + added.length, -lines.length)
  return [...lines, ...(left > 0 ? [`… ${countOf(left, 'more line')}`] : []), ...part]
}

const isCutAtLimit = (value: string): boolean => value.endsWith('…') && Buffer.byteLength(value) >= CUT_BYTES

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
