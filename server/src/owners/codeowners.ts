import { matches, type Pattern, readPattern } from './pattern.ts'

/** A CODEOWNERS file, read. */
export interface Codeowners {
  /** Who owns a file, a posix path from the repository's root: what the last pattern that matches says; none if none does. */
  of(file: string): readonly string[]
  /** Lines that GitHub does not take and passes over, counted from 1. */
  skipped: number[]
}

interface Rule {
  pattern: Pattern
  owners: readonly string[]
}

const OWNER = /^(@[\p{L}\p{N}][\p{L}\p{N}_.-]*(\/[\p{L}\p{N}_.-]+)*|[^\s@]+@[^\s@]+\.[^\s@]+)$/u
/** One owner's name; longer is none. */
const LONGEST_OWNER = 255
const MOST_OWNERS = 50

/** Reads a CODEOWNERS file by GitHub's rules. Never throws: a line it does not understand is skipped. */
export function readCodeowners(text: string): Codeowners {
  const rules: Rule[] = []
  const skipped: number[] = []
  const known = new Map<string, boolean>()
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  for (const [at, line] of lines.entries()) {
    const whole = line.trim()
    if (whole === '' || whole.startsWith('#')) continue
    const rule = readRule(whole, known)
    if (rule) rules.push(rule)
    else skipped.push(at + 1)
  }
  return { of: makeFinder(rules), skipped }
}

/** `known` holds which owners are any: the same ones stand on many lines. */
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

/** Most patterns have the name of a folder or a file: of those only the ones with a name of the path are looked at. */
function makeFinder(rules: Rule[]): Codeowners['of'] {
  const byName = new Map<string, number[]>()
  const nameless: number[] = []
  for (const [at, { pattern }] of rules.entries()) {
    const name = pattern.segments.findLast((segment) => typeof segment === 'string')
    const places = typeof name === 'string' ? (byName.get(name) ?? []) : nameless
    if (typeof name === 'string') byName.set(name, places)
    places.push(at)
  }
  return (file) => {
    const path = file.split('/')
    // Outside of the repository nobody owns anything.
    if (path[0] === '..' || path[0] === '') return []
    let last = -1
    for (const places of [nameless, ...[...new Set(path)].map((name) => byName.get(name) ?? [])])
      for (let i = places.length - 1; i >= 0 && (places[i] as number) > last; i--)
        if (matches((rules[places[i] as number] as Rule).pattern, path)) last = places[i] as number
    return rules[last]?.owners ?? []
  }
}
