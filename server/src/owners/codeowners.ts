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
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (const [at, line] of lines.entries()) {
    const [, pattern = '', rest = ''] = /^\s*((?:\\.|\S)*)(.*)$/.exec(line) ?? []
    if (pattern === '' || pattern.startsWith('#')) continue
    const rule = readRule(pattern, rest)
    if (rule) rules.push(rule)
    else skipped.push(at + 1)
  }
  return { of: makeFinder(rules), skipped }
}

function readRule(text: string, rest: string): Rule | null {
  const words = rest.split(/\s+/).filter(Boolean)
  const comment = words.findIndex((word) => word.startsWith('#'))
  const owners = [...new Set(comment < 0 ? words : words.slice(0, comment))]
  if (owners.some((owner) => owner.length > LONGEST_OWNER || !OWNER.test(owner))) return null
  const pattern = readPattern(text)
  return pattern && { pattern, owners: owners.slice(0, MOST_OWNERS) }
}

/** Most patterns begin with the name of a folder: of those only the ones of a path's own folder are looked at. */
function makeFinder(rules: Rule[]): Codeowners['of'] {
  const byFirst = new Map<string, number[]>()
  const others: number[] = []
  for (const [at, { pattern }] of rules.entries()) {
    const [first] = pattern.segments
    const list = typeof first === 'string' ? (byFirst.get(first) ?? []) : others
    if (typeof first === 'string') byFirst.set(first, list)
    list.push(at)
  }
  const lastOf = (places: number[], path: string[]) =>
    places.findLast((at) => matches((rules[at] as Rule).pattern, path)) ?? -1
  return (file) => {
    const path = file.split('/')
    // Outside of the repository nobody owns anything.
    if (path[0] === '..' || path[0] === '') return []
    const at = Math.max(lastOf(byFirst.get(path[0] as string) ?? [], path), lastOf(others, path))
    return rules[at]?.owners ?? []
  }
}
