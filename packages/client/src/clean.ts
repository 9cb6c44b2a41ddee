import { stripVTControlCharacters } from 'node:util'
import { LIMITS, wellFormed } from '@svc/protocol'
import { cutTitle, fits, head, tail } from './cut.ts'
import { makeRedactor } from './redact.ts'

/** Collects the names of the fields that were cut in one line. */
export type Marks = Set<string>

/**
 * Prepares text for the journal: without colours and secrets, with paths relative to the root,
 * within its limit.
 */
export interface Cleaner {
  title(text: string, marks?: Marks): string
  text(text: string, limit: number, field: string, marks: Marks): string
  /** Keeps the end of the text instead of its start. */
  tail(text: string, limit: number, field: string, marks: Marks): string
  path(path: string): string
  /** Any name except a test's own; a longer one ends in a checksum of the complete name. */
  label(text: string, limit: number): string
  /** Labels of a test or an execution, within the limits of number and length. */
  tags(tags: string[], marks: Marks): string[]
  /** Records that something was left out. */
  cut(field: string, marks: Marks): void
  /** The number of characters that have passed so far. */
  readonly spent: number
  readonly truncated: number
  readonly redacted: number
}

/** How much text beyond the limit is read, so that a secret across the limit is seen completely. */
const MARGIN = 8192
/** How much of that margin is dropped again, because a secret may be split there. */
const EDGE = 4096

export const makeCleaner = (setup: {
  root: string
  relative: (path: string) => string
  secrets: string[]
}): Cleaner => {
  const redactor = makeRedactor(setup.secrets)
  const withoutRoot = makeRootRemover(setup.root)
  let truncated = 0
  let spent = 0
  const cut = (field: string, marks: Marks) => {
    truncated += 1
    marks.add(field)
  }
  const plain = (text: string) => redactor.text(withoutRoot(withoutColours(text)))
  const label = (text: string, limit: number, field: string, marks: Marks = new Set()) => {
    const name = redactor.name(wellFormed(text))
    if (fits(name, limit)) return name
    cut(field, marks)
    return cutTitle(name, limit)
  }
  return {
    cut,
    label: (text, limit) => label(text, limit, 'label'),
    tags(tags, marks) {
      const kept = tags.map((tag) => label(tag, LIMITS.nameBytes, 'tags', marks)).filter((tag) => tag !== '')
      if (kept.length > LIMITS.tags) cut('tags', marks)
      return kept.slice(0, LIMITS.tags)
    },
    title(text, marks) {
      // The complete title, including colours, distinguishes two tests: colours become visible
      // instead of being removed.
      const whole = wellFormed(text)
      const name = redactor.name(whole.includes('\u001b') ? whole.replaceAll('\u001b', '\u241b') : whole)
      if (fits(name, LIMITS.titleBytes)) return name
      cut('title', marks ?? new Set())
      return cutTitle(name, LIMITS.titleBytes)
    },
    text(text, limit, field, marks) {
      const isLong = text.length > limit + MARGIN
      const clean = plain(isLong ? text.slice(0, limit + MARGIN) : text)
      const kept = head(isLong ? clean.slice(0, -EDGE) : clean, limit)
      if (isLong || kept !== clean) cut(field, marks)
      spent += kept.length
      return kept
    },
    tail(text, limit, field, marks) {
      const isLong = text.length > limit + MARGIN
      const clean = plain(isLong ? text.slice(-(limit + MARGIN)) : text)
      const kept = tail(isLong ? clean.slice(EDGE) : clean, limit)
      if (isLong || kept !== clean) cut(field, marks)
      spent += kept.length
      return kept
    },
    path: (path) => head(redactor.name(wellFormed(setup.relative(path))), LIMITS.textBytes),
    get spent() {
      return spent
    },
    get truncated() {
      return truncated
    },
    get redacted() {
      return redactor.count
    },
  }
}

const withoutColours = (text: string) =>
  text.includes('\u001b') || text.includes('\u009b') ? stripVTControlCharacters(text) : text

/** Stacks contain absolute paths: the part up to the root shows who ran the test, not what failed. */
const makeRootRemover = (root: string): ((text: string) => string) => {
  const base = root.replace(/[\\/]+$/, '')
  if (base.length < 2) return (text) => text
  const literal = base.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&').replaceAll('\\\\', '[\\\\/]')
  const pattern = new RegExp(`(?<![\\w./\\\\-])(?:file:\\/\\/\\/?)?${literal}[\\\\/]`, 'g')
  const probe = base.slice(base.lastIndexOf('/') + 1)
  return (text) => (text.includes(probe) ? text.replace(pattern, '') : text)
}
