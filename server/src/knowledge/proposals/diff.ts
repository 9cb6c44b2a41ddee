import { createTwoFilesPatch } from 'diff'

/** Lines that differ; a difference of more edits is not computed, because the time grows with their square. */
const MOST_EDITS = 5_000
const MOST_CHARACTERS = 200_000

/** The unified difference of two texts. `isCut` if it is too large to be computed or shown in full. */
export function diffOf(path: string, before: string, after: string): { diff: string; diffIsCut: boolean } {
  const diff = createTwoFilesPatch(path, path, before, after, 'current', 'proposed', {
    context: 3,
    maxEditLength: MOST_EDITS,
  })
  if (diff === undefined) return { diff: '', diffIsCut: true }
  return { diff: diff.slice(0, MOST_CHARACTERS), diffIsCut: diff.length > MOST_CHARACTERS }
}
