import { ORPHAN_END, SECRET_SHAPES } from './redact-patterns.ts'
import { formsOf, isUnmistakable } from './redact-values.ts'

/** What replaces a secret. */
export const MASK = '[redacted]'

/** Masks secrets in text and counts them. */
export interface Redactor {
  /** For errors, output and reasons: anything that a test may have printed. */
  text(text: string): string
  /** For names: leaves short or plain words unchanged, because a name is a test's identity. */
  name(text: string): string
  /** The number of masked secrets so far. */
  readonly count: number
}

/** Creates a redactor for common forms of secrets and for the given values. */
export const makeRedactor = (secrets: string[]): Redactor => {
  const inText = matcher(secrets)
  const inNames = matcher(secrets.filter(isUnmistakable))
  let count = 0
  const mask = (_match: string, ...rest: unknown[]) => {
    count += 1
    // The groups precede the offset, which is a number; at most one group matched.
    const before = rest.find((each) => each !== undefined)
    return typeof before === 'string' ? before + MASK : MASK
  }
  return {
    text: (text) => {
      const masked = text.replace(inText, mask)
      return masked.includes('PRIVATE KEY') ? masked.replace(ORPHAN_END, mask) : masked
    },
    name: (text) => (text.length < 8 ? text : text.replace(inNames, mask)),
    get count() {
      return count
    },
  }
}

const matcher = (values: string[]): RegExp => {
  const literals = [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  return new RegExp([...literals.map(escapeRegExp), ...SECRET_SHAPES].join('|'), 'g')
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
