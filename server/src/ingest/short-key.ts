import { hash } from 'node:crypto'

/** Most names are shorter, and keep their text. */
const LONGEST = 200

/** A key that stands for a text of any length and is remembered instead of it; no name can begin with U+0000. */
export const shortKey = (text: string): string => (text.length > LONGEST ? `\0${hash('sha256', text)}` : text)
