import { wellFormed } from './well-formed.ts'

/**
 * The text that the server stores for a text: Postgres cannot store U+0000, and neither database stores half of a
 * surrogate pair. Limits of bytes count the result, which may be longer.
 */
export const storable = (text: string): string => {
  const whole = wellFormed(text)
  // Not `replaceAll`: V8 keeps a node for each replacement until the text is read, 32 bytes for every byte.
  return whole.includes('\0') ? whole.split('\0').join('\u2400') : whole
}
