import { formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff'
import type { ProposalDiff, TextsToCompare } from '../documents/document-reader.ts'

/** Lines added and removed. The time grows with their square: at most 0.3 s of a thread at this number. */
const MOST_EDITS = 1_000
const MOST_CHARACTERS = 200_000
const CONTEXT = 3

/**
 * The unified difference of two texts. Of texts with very many differences, everything between the first and the last
 * difference is shown as replaced: that is true, although some of those lines may be the same.
 */
export function diffOf({ path, before, after }: TextsToCompare): ProposalDiff {
  const patch = structuredPatch(path, path, before, after, 'current', 'proposed', {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
  }) ?? {
    oldFileName: path,
    newFileName: path,
    oldHeader: 'current',
    newHeader: 'proposed',
    hunks: [replacedWhole(linesOf(before), linesOf(after))],
  }
  const diff = formatPatch(patch)
  return { diff: diff.slice(0, MOST_CHARACTERS), diffIsCut: diff.length > MOST_CHARACTERS }
}

/** Each with its end of line. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

function replacedWhole(before: string[], after: string[]): StructuredPatchHunk {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const start = Math.max(0, head - CONTEXT)
  const rest = Math.max(0, tail - CONTEXT)
  return {
    oldStart: start + 1,
    oldLines: before.length - rest - start,
    newStart: start + 1,
    newLines: after.length - rest - start,
    lines: [
      ...marked(' ', before.slice(start, head)),
      ...marked('-', before.slice(head, before.length - tail)),
      ...marked('+', after.slice(head, after.length - tail)),
      ...marked(' ', after.slice(after.length - tail, after.length - rest)),
    ],
  }
}

const marked = (sign: ' ' | '+' | '-', lines: string[]): string[] =>
  lines.flatMap((line) =>
    line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
  )
