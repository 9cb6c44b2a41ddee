import { Buffer, isUtf8 } from 'node:buffer'
import type { Redactor } from './redact.ts'

const TEXT =
  /^text\/|[/+](?:json|xml|x-ndjson|yaml|x-yaml|javascript|x-javascript|ecmascript|toml|csv|sql|graphql|x-sh|x-www-form-urlencoded|har)$/i

/** True if the content type says that people can read it. */
export const isText = (contentType: string): boolean => TEXT.test(contentType.split(';')[0]?.trim() ?? '')

/**
 * The amount of text that is searched without a pause: a search cannot be interrupted, and the
 * run's process has other work.
 */
const WINDOW = 256 * 1024
/** Characters examined on both sides of a cut, so that no secret lies across it. */
const AROUND = 16 * 1024

/** Text with its secrets masked, in the encoding it had. */
export const maskText = async (bytes: Buffer, redactor: Redactor): Promise<Buffer> => {
  const encoding = encodingOf(bytes)
  const text = bytes.toString(encoding)
  const masked: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = cutAfter(text, start, redactor)
    masked.push(redactor.text(text.slice(start, end)))
    start = end
    await new Promise((resolve) => setImmediate(resolve))
  }
  return Buffer.from(masked.join(''), encoding)
}

/** Bytes that are not UTF-8 are decoded one by one, which preserves all others. */
const encodingOf = (bytes: Buffer): BufferEncoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0) return 'utf16le'
  return isUtf8(bytes) ? 'utf8' : 'latin1'
}

/** The end of a window: a position that splits no secret, else the end of the text. */
const cutAfter = (text: string, start: number, redactor: Redactor): number => {
  for (let end = start + WINDOW; end < text.length; end += AROUND) {
    const [before, after] = [text.slice(Math.max(start, end - AROUND), end), text.slice(end, end + AROUND)]
    if (redactor.text(before) + redactor.text(after) === redactor.text(before + after)) return end
  }
  return text.length
}
