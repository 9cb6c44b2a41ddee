import { hash } from 'node:crypto'

/** Most names are shorter, and remain text. */
const LONGEST = 200

/** A key of bounded length for a text of any length; names never begin with U+0000. */
export const shortKey = (text: string): string => (text.length > LONGEST ? `\0${hash('sha256', text)}` : text)
