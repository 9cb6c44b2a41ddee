import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { countBlob } from './count-blob.ts'
import { countJson } from './count-json.ts'
import { countXml } from './count-xml.ts'
import { emptyPlain, type Plain } from './plain.ts'

/** Counts the content of a file with a second parser, which holds all of it in memory. */
export const countFile = (path: string): Plain => countBytes(readFileSync(path))

export const countBytes = (packed: Uint8Array): Plain => {
  let text: string
  try {
    if (packed[0] === 0x50 && packed[1] === 0x4b) return countBlob(Buffer.from(packed))
    text = toText(packed[0] === 0x1f && packed[1] === 0x8b ? gunzipSync(packed) : packed)
  } catch (error) {
    return emptyPlain('broken', String(error))
  }
  const begin = text.trimStart()
  if (begin.startsWith('<')) return countXml(text)
  if (begin.startsWith('{') || begin.startsWith('[')) return countJson(text)
  return emptyPlain(begin === '' ? 'broken' : 'other', 'it begins with neither < nor {')
}

const toText = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0x3c && second === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0 && second === 0x3c) return new TextDecoder('utf-16be').decode(bytes)
  const utf8 = new TextDecoder().decode(bytes)
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(utf8.trimStart())?.[1] ?? 'utf-8'
  // A text that is no UTF-16 cannot say so in ASCII.
  if (/^utf-?(?:8|16)/i.test(declared)) return utf8
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return utf8
  }
}
