import type { Root } from 'hast'
import { askerOf } from './ask-worker.ts'
import type { Ask } from './reader-worker.ts'
import address from './reader-worker.ts?worker&url'
import type { Section } from './section.ts'

/** Milliseconds; a screen of text takes 30 on a quiet machine. */
const SECTION_MS = 2_000
const OUTLINE_MS = 5_000

/**
 * Reads Markdown in a worker, because a parser of CommonMark needs minutes for some texts that nobody writes. It has
 * 2 s for a section, and 5 s for an outline. Throws `NotRead`.
 */
const ask = askerOf<Ask>(address, (asked) => ('outline' in asked ? OUTLINE_MS : SECTION_MS))

/** The sections of a text. */
export const readOutline = (outline: string, signal: AbortSignal): Promise<Section[]> =>
  ask({ outline }, signal)

/** The elements of a section behind its `lead`. */
export const readSection = (given: { section: string; lead: string }, signal: AbortSignal): Promise<Root> =>
  ask(given, signal)
