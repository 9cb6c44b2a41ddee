import { Buffer } from 'node:buffer'

/** Copies a text, because a slice of a larger one keeps all of that in memory. */
export const own = (text: string): string => Buffer.from(text).toString()
