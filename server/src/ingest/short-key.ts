import { hash } from 'node:crypto'

/** Most names are shorter, and keep their text. */
const LONGEST = 200

/** A key that stands for a text of any length and is remembered instead of it. */
export const shortKey = (text: string): string => (text.length > LONGEST ? hash('sha256', text) : text)
