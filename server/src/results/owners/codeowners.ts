import { setImmediate } from 'node:timers/promises'
import { type Effort, matches, type Pattern, readPattern } from './pattern.ts'

/** A parsed CODEOWNERS file. */
export interface Codeowners {
  /**
   * The owners of a file, a posix path from the repository's root, by the last matching pattern; empty
   * without one. Paths of one answer share the effort that they take.
   */
  of(file: string, shared?: Effort): readonly string[]
  /** Lines that GitHub rejects and ignores, or that exceed a limit, counted from 1. */
  skipped: number[]
  /** The number of its patterns, for caches. */
  size: number
}

interface Rule {
  pattern: Pattern
  owners: readonly string[]
}

const OWNER = /^(@[\p{L}\p{N}][\p{L}\p{N}_.-]*(\/[\p{L}\p{N}_.-]+)*|[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+)$/u
/** The maximum length of one owner's name; longer ones are ignored. */
const LONGEST_OWNER = 255
const MOST_OWNERS = 50
/** As many owners of that length, and a pattern longer than any path. */
const LONGEST_LINE = 20_000
/** The largest files known have some 10,000. */
const MOST_RULES = 50_000
/** Characters that are read at once: some 10 ms. */
const STEP = 65_536
/** For one path and all patterns: some 5 ms. A hand-written file takes a thousandth. */
const MOST_EFFORT = 1_000_000
/** For all paths of one answer: some 100 ms. */
export const ANSWER_EFFORT = 20_000_000
/** For each further path: ten times what a large hand-written file takes. */
const LEAST_EFFORT = 10_000

/** Parses a CODEOWNERS file by GitHub's rules. Never throws: it skips invalid lines. */
export function readCodeowners(text: string): Codeowners {
  const reading = readInSteps(text)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/** The same, for threads that do other work, too: others have their turn after some 64 KiB. */
export async function readCodeownersInTurns(text: string): Promise<Codeowners> {
  const reading = readInSteps(text)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
    await setImmediate()
  }
}

function* readInSteps(text: string): Generator<undefined, Codeowners> {
  const rules: Rule[] = []
  const skipped: number[] = []
  const known = new Map<string, boolean>()
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  let left = STEP
  for (const [index, line] of lines.entries()) {
    left -= line.length + 1
    if (left < 0) {
      left = STEP
      yield
    }
    const whole = line.trim()
    if (whole === '' || whole.startsWith('#')) continue
    const rule = rules.length < MOST_RULES && whole.length <= LONGEST_LINE ? readRule(whole, known) : null
    if (rule) rules.push(rule)
    else skipped.push(index + 1)
  }
  return { of: makeFinder(rules), skipped, size: rules.length }
}

/** `known` caches parsed owners, because many lines repeat the same ones. */
function readRule(line: string, known: Map<string, boolean>): Rule | null {
  const [pattern = ''] = (line.includes('\\') ? /^(?:\\.|\S)*/ : /^\S*/).exec(line) ?? []
  const words = line.slice(pattern.length).split(/\s+/).filter(Boolean)
  const comment = words.findIndex((word) => word.startsWith('#'))
  const owners = [...new Set(comment < 0 ? words : words.slice(0, comment))]
  for (const owner of owners) {
    const isOne = known.get(owner) ?? (owner.length <= LONGEST_OWNER && OWNER.test(owner))
    known.set(owner, isOne)
    if (!isOne) return null
  }
  const read = readPattern(pattern)
  return read && { pattern: read, owners: owners.slice(0, MOST_OWNERS) }
}

/**
 * Most patterns contain the name of a folder or a file, so only patterns with a name of the path
 * are tried.
 */
function makeFinder(rules: Rule[]): Codeowners['of'] {
  const byName = new Map<string, number[]>()
  const nameless: number[] = []
  for (const [index, { pattern }] of rules.entries()) {
    const name = pattern.segments.findLast((segment) => typeof segment === 'string')
    const places = typeof name === 'string' ? (byName.get(name) ?? []) : nameless
    if (typeof name === 'string') byName.set(name, places)
    places.push(index)
  }
  return (file, shared) => {
    const path = file.split('/')
    // Files outside of the repository have no owners.
    if (path[0] === '..' || path[0] === '') return []
    const most = shared ? Math.min(MOST_EFFORT, Math.max(LEAST_EFFORT, shared.left)) : MOST_EFFORT
    const effort = { left: most }
    let last = -1
    for (const places of [...[...new Set(path)].map((name) => byName.get(name) ?? []), nameless])
      for (let i = places.length - 1; effort.left > 0 && i >= 0 && (places[i] as number) > last; i--)
        if (matches((rules[places[i] as number] as Rule).pattern, path, effort)) last = places[i] as number
    if (shared) shared.left -= most - effort.left
    return rules[last]?.owners ?? []
  }
}
