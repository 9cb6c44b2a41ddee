import { Buffer } from 'node:buffer'

/** True if the text has at most `limit` bytes in UTF-8; measures only if it may exceed the limit. */
export const fits = (text: string, limit: number): boolean =>
  text.length * 3 <= limit || (text.length <= limit && Buffer.byteLength(text) <= limit)

/** The first `limit` bytes of a text in UTF-8, or a few less, so that no character is split. */
export const head = (text: string, limit: number): string => {
  if (fits(text, limit)) return text
  const bytes = Buffer.from(text.slice(0, limit))
  let end = Math.min(limit, bytes.length)
  while (end > 0 && isContinuation(bytes[end])) end -= 1
  return bytes.toString('utf8', 0, end)
}

/** The last `limit` bytes of a text in UTF-8, or a few less, so that no character is split. */
export const tail = (text: string, limit: number): string => {
  if (fits(text, limit)) return text
  const bytes = Buffer.from(text.slice(-limit))
  let start = Math.max(0, bytes.length - limit)
  while (start < bytes.length && isContinuation(bytes[start])) start += 1
  return bytes.toString('utf8', start)
}

/**
 * A title of at most `limit` bytes; a longer one ends in a checksum of the complete title, so that
 * different titles stay different.
 */
export const cutTitle = (title: string, limit: number): string => {
  if (fits(title, limit)) return title
  const mark = `…${checksum(title).padStart(8, '0')}`
  return head(title, limit - Buffer.byteLength(mark)) + mark
}

/** True if `cutTitle` cut the text, or a title within it. */
export const hasCut = (text: string): boolean => {
  for (let at = text.indexOf('…'); at >= 0; at = text.indexOf('…', at + 1)) {
    const mark = text.slice(at + 1, at + 9)
    if (mark.length === 8 && [...mark].every((digit) => '0123456789abcdef'.includes(digit))) return true
  }
  return false
}

/** A short checksum of a text, in hexadecimal; zlib is loaded here, because hardly any run needs it. */
export const checksum = (text: string): string =>
  process.getBuiltinModule('node:zlib').crc32(text).toString(16)

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
