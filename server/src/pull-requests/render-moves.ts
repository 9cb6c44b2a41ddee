import { plain } from './escape.ts'
import { nameOf } from './name.ts'
import type { Compared } from './outline.ts'
import { count } from './words.ts'

type Candidate = Compared['renameCandidates'][number]

/** Tests that may have a new name, a line each; those that only moved, a line for each pair of files. */
export function renderMoves(candidates: Candidate[]): string[] {
  const isMoved = ({ from, to }: Candidate) => nameOf(from) === nameOf(to) && from.file !== to.file
  const moves = Map.groupBy(candidates.filter(isMoved), ({ from, to }) => `${from.file}\0${to.file}`)
  const file = (path: string) => `<code>${plain(path)}</code>`
  return [
    ...[...moves.values()].map((same) => {
      const [{ from, to }] = same as [Candidate]
      const tests = new Set(same.map((one) => one.from.testId)).size
      return `- ${tests === 1 ? nameOf(from) : count(tests, 'test')} · ${file(from.file)} → ${file(to.file)}`
    }),
    ...candidates
      .filter((one) => !isMoved(one))
      .map(({ from, to }) => {
        const files = from.file === to.file ? file(to.file) : `${file(from.file)} → ${file(to.file)}`
        return `- ${nameOf(from)} → ${nameOf(to)} · ${files}`
      }),
  ]
}
