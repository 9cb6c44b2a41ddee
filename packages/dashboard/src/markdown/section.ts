import type { Heading } from './anchors.ts'

/** A part of a text that is read and drawn by itself. */
export interface Section {
  /** Its place in the text. */
  start: number
  end: number
  /** How it is drawn: by the parser, as code, or as it is written, because it is one block that is too long. */
  as: 'markdown' | 'code' | 'written'
  /** What the parser reads before it: definitions of its links, and the head of its table. */
  lead: string
  /** The number of its first item, if it continues an ordered list. */
  item?: number
  /** It continues the block of the section before it. */
  isMore: boolean
  headings: Heading[]
  /** The ids of its footnotes. */
  notes: string[]
}
