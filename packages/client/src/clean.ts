import { Buffer } from 'node:buffer'
import { cutPair, LIMITS, storable, withoutControls } from '@svc/protocol'
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
  /** Two compared values, cut to the limit around their differences. */
  compared(values: Compared, limit: number, marks: Marks): Compared
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

/** The values that an assertion compared. */
interface Compared {
  expected: string
  actual: string
}

/** Bytes reserved for the ellipses that mark a cut. */
const MARKS = 8
/** Equal characters that remain around the difference of two long values. */
const CONTEXT = 200
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
  const plain = (text: string) => redactor.text(withoutRoot(withoutControls(storable(text))))
  const label = (text: string, limit: number, field: string, marks: Marks = new Set()) => {
    const name = redactor.name(storable(text))
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
      const whole = storable(text)
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
    compared(values, limit, marks) {
      const texts = [values.expected, values.actual] as const
      // With room for a secret at each end, then cleaned, then within the limit.
      const window = limit + 2 * MARGIN
      const near = cutPair(...texts, window, EDGE + CONTEXT)
      const clean = near.map((text) => (text.length < window ? plain(text) : plain(text).slice(0, -EDGE)))
      const [one = '', other = ''] = clean
      const isNear = near.some((text, i) => text !== texts[i])
      const room = Math.floor(limit * Math.min(charactersPerByte(one), charactersPerByte(other))) - MARKS
      const kept = cutPair(
        one,
        other,
        isNear ? Math.min(room, Math.max(one.length, other.length) - 1) : room,
        CONTEXT,
      )
      for (const [i, field] of (['expected', 'actual'] as const).entries())
        if (isNear ? near[i] !== texts[i] : kept[i] !== clean[i]) cut(field, marks)
      spent += kept[0].length + kept[1].length
      return { expected: head(kept[0], limit), actual: head(kept[1], limit) }
    },
    path(path) {
      const kept = head(redactor.name(storable(setup.relative(path))), LIMITS.textBytes)
      spent += kept.length
      return kept
    },
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

const charactersPerByte = (text: string) => (text === '' ? 1 : text.length / Buffer.byteLength(text))

/** Stacks contain absolute paths: the part up to the root shows who ran the test, not what failed. */
const makeRootRemover = (root: string): ((text: string) => string) => {
  const base = root.replace(/[\\/]+$/, '')
  if (base.length < 2) return (text) => text
  const literal = base.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&').replaceAll('\\\\', '[\\\\/]')
  const pattern = new RegExp(`(?<![\\w./\\\\-])(?:file:\\/\\/\\/?)?${literal}[\\\\/]`, 'g')
  const probe = base.slice(base.lastIndexOf('/') + 1)
  return (text) => (text.includes(probe) ? text.replace(pattern, '') : text)
}
