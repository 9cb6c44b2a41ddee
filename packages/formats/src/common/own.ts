import { Buffer } from 'node:buffer'

/** A copy of a text: a part of a larger one keeps all of that in memory. */
export const own = (text: string): string => Buffer.from(text).toString()
