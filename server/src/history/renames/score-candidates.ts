import { percentText } from '@svc/protocol'
import { dice, fileLikeness, letters, sameDuration } from './similarity.ts'

/** The limit of comparisons of two tests for each search. */
const MOST_COMPARISONS = 20_000
/** The number of tests of each side that are compared; after confirmations, the next ones follow. */
const MOST_TESTS = 5_000
const LEAST_SIMILARITY = 0.6
/** Less similar titles belong to two tests. */
const LEAST_DICE = 0.5
/** From this many letters, equal titles are not chance. */
const DISTINCT_LETTERS = 20
/** A test that moved with its file and was also reworded. */
const REWORDED_TOO = 0.9

/** The evidence that two names are one test. */
interface Named {
  testId: string
  file: string
  titles: string[]
  variant: string
  leg: string
  /** Null if it did not run. */
  durationMs: number | null
}

export interface RenameCandidate<T> {
  from: T
  to: T
  /** 0 to 1. */
  similarity: number
  /** The strongest first. */
  why: string[]
}

/**
 * Pairs of a removed and an added test of one leg that may be one test: the same titles in another file or
 * variant, or similar titles in the same file. Each test is in at most one pair.
 */
export function scoreCandidates<T extends Named>(allRemoved: T[], allAdded: T[]): RenameCandidate<T>[] {
  const removed = allRemoved.slice(0, MOST_TESTS)
  const added = allAdded.slice(0, MOST_TESTS)
  const moves = readMoves(removed, added)
  const candidates = [
    ...matches(removed, added, ({ leg, variant, titles }) => [leg, variant, ...titles], moves.score),
    ...matches(removed, added, ({ leg, file, titles }) => [leg, file, ...titles], otherVariant),
    ...matches(removed, added, inFile, reworded(removed, added)),
    ...matches(removed, added, inFile, moves.reworded, moves.newFileOf),
  ]
  candidates.sort((a, b) => b.similarity - a.similarity)
  const taken = new Set<string>()
  return candidates.filter(({ from, to, similarity }) => {
    if (similarity < LEAST_SIMILARITY || taken.has(from.testId) || taken.has(to.testId)) return false
    taken.add(from.testId).add(to.testId)
    return true
  })
}

const inFile = ({ leg, file, variant }: Named) => [leg, file, variant]

type Score = (from: Named, to: Named) => { similarity: number; why: string[] } | null

/** Every removed test with every added one of the same key. */
function matches<T extends Named>(
  removed: T[],
  added: T[],
  keyOf: (test: Named) => string[],
  score: Score,
  /** Where a removed test may have moved, if that differs from its own place. */
  goneTo: (test: T) => Named | null = (test) => test,
): RenameCandidate<T>[] {
  const groups = Map.groupBy(added, (test) => keyOf(test).join('\0'))
  const candidates: RenameCandidate<T>[] = []
  let left = MOST_COMPARISONS
  for (const from of removed) {
    const place = goneTo(from)
    for (const to of (place && groups.get(keyOf(place).join('\0'))) ?? []) {
      if (left-- <= 0) return candidates
      const scored = from.testId === to.testId ? null : score(from, to)
      if (!scored) continue
      const { like, why } = sameDuration(from.durationMs, to.durationMs)
      const similarity = Math.round((scored.similarity + 0.1 * like) * 100) / 100
      candidates.push({ from, to, similarity, why: [...scored.why, ...why] })
    }
  }
  return candidates
}

const otherVariant: Score = (from, to) => ({
  similarity: 0.8,
  why: [`the same file and titles as ${to.variant || 'no variant'} instead of ${from.variant || 'none'}`],
})

/** Similar titles in one file; a single removed and a single added test are more likely one. */
function reworded(removed: Named[], added: Named[]): Score {
  const [went, came] = [removed, added].map((tests) => countBy(tests, (test) => inFile(test).join('\0')))
  return (from, to) => {
    const like = dice(from.titles, to.titles)
    if (like < LEAST_DICE) return null
    const place = inFile(from).join('\0')
    const most = Math.max(went?.get(place) ?? 1, came?.get(place) ?? 1)
    const alone = 'no other test of the file vanished or appeared'
    return {
      similarity: 0.7 * like + 0.1 + 0.1 / most,
      why: [`similar titles (${percentText(like)}) in the same file`, ...(most === 1 ? [alone] : [])],
    }
  }
}

/** Where each file's tests moved: one test with the same title may be chance, a file of them is not. */
function readMoves(removed: Named[], added: Named[]) {
  const titlesOf = ({ leg, variant, titles }: Named) => [leg, variant, ...titles].join('\0')
  const appeared = Map.groupBy(added, titlesOf)
  const lost = countBy(removed, fileOf)
  const moves = new Map<string, Map<string, { tests: number; letters: number }>>()
  for (const from of removed) {
    const targets = moves.get(fileOf(from)) ?? new Map<string, { tests: number; letters: number }>()
    moves.set(fileOf(from), targets)
    for (const { file } of (appeared.get(titlesOf(from)) ?? []).slice(0, 50)) {
      const move = targets.get(file) ?? { tests: 0, letters: 0 }
      targets.set(file, { tests: move.tests + 1, letters: move.letters + letters(from.titles) })
    }
  }
  const moveOf = (from: Named, to: Named) => {
    const { tests = 0, letters = 0 } = moves.get(fileOf(from))?.get(to.file) ?? {}
    return { tests, letters, of: lost.get(fileOf(from)) ?? 1 }
  }
  const why = (from: Named, to: Named) => {
    const { tests, of } = moveOf(from, to)
    return of > 1 ? [`${tests} of the ${of} tests that ${from.file} lost are in ${to.file}`] : []
  }
  const likenesses = new Map<string, number>()
  const likeness = (a: string, b: string) => {
    const known = likenesses.get(`${a}\0${b}`) ?? fileLikeness(a, b)
    likenesses.set(`${a}\0${b}`, known)
    return known
  }
  const score: Score = (from, to) => {
    if (from.file === to.file) return null
    const move = moveOf(from, to)
    const distinct = Math.min(1, move.letters / DISTINCT_LETTERS)
    return {
      similarity: 0.1 + 0.4 * distinct + 0.2 * (move.tests / move.of) + 0.2 * likeness(from.file, to.file),
      why: [`the same titles in ${to.file}`, ...why(from, to)],
    }
  }
  const rewordedToo: Score = (from, to) => {
    const like = dice(from.titles, to.titles)
    const move = moveOf(from, to)
    if (like < LEAST_DICE || like === 1 || from.file === to.file || move.tests < 2) return null
    return {
      similarity: REWORDED_TOO * (0.7 * like + 0.1 + 0.1 * (move.tests / move.of)),
      why: [`similar titles (${percentText(like)}) in ${to.file}`, ...why(from, to)],
    }
  }
  /** The file that most of its neighbours moved to. */
  const newFileOf = <T extends Named>(test: T): T | null => {
    const [most] = [...(moves.get(fileOf(test)) ?? [])].sort(([, a], [, b]) => b.tests - a.tests)
    return most ? { ...test, file: most[0] } : null
  }
  return { score, reworded: rewordedToo, newFileOf }
}

const fileOf = ({ leg, file }: Named) => `${leg}\0${file}`

function countBy<T>(items: T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
