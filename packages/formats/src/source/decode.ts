import { StringDecoder } from 'node:string_decoder'
import type { Sink } from '../format.ts'
import { ReportProblem } from '../problem.ts'

/** The number of bytes that are examined to detect the encoding. */
const DECLARATION_BYTES = 1024
const NOT_UTF8 = 'bytes that are not UTF-8'

/**
 * Decodes bytes: by the byte order mark, by zeros beside the first character, by the XML
 * declaration, or else as UTF-8.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  sink: Pick<Sink, 'repaired'>,
): AsyncIterable<string> {
  let decoder: Decoder | undefined
  let begun: Uint8Array = new Uint8Array()
  for await (const piece of bytes) {
    if (decoder) {
      const text = decoder.write(piece)
      if (text !== '') yield text
      continue
    }
    begun = begun.length === 0 ? piece : Buffer.concat([begun, piece])
    if (begun.length < DECLARATION_BYTES) continue
    decoder = decoderOf(begun, sink)
    yield withoutMark(decoder.write(begun))
  }
  if (!decoder) {
    decoder = decoderOf(begun, sink)
    yield withoutMark(decoder.write(begun))
  }
  const rest = decoder.end()
  if (rest !== '') yield rest
}

interface Decoder {
  write(bytes: Uint8Array): string
  end(): string
}

const withoutMark = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

const decoderOf = (bytes: Uint8Array, sink: Pick<Sink, 'repaired'>): Decoder => {
  const encoding = encodingOf(bytes, sink)
  return encoding === 'utf-8' ? utf8(sink) : other(encoding)
}

const encodingOf = (bytes: Uint8Array, sink: Pick<Sink, 'repaired'>): string => {
  const [a, b, c, d] = bytes
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff))
    throw new ReportProblem('its text is UTF-32, which XML and JSON tools do not write; convert it to UTF-8')
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== undefined && b !== 0)) return 'utf-16be'
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION_BYTES))
  const declared = DECLARATION.exec(begin.toString('latin1'))?.[1]?.toLowerCase()
  if (declared === undefined || declared === 'utf-8' || declared === 'utf8') return 'utf-8'
  // .NET writers of strings declare the encoding of strings in memory, not that of the file.
  if (/^(utf-?16|ucs-?2|utf-?32)/.test(declared)) {
    sink.repaired(`declared as ${declared}, but is not`, 1)
    return 'utf-8'
  }
  return declared
}

const DECLARATION = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/

/** Much faster than TextDecoder for input in pieces. */
const utf8 = (sink: Pick<Sink, 'repaired'>): Decoder => {
  const decoder = new StringDecoder('utf8')
  const look = (text: string, isOwn: boolean) => {
    if (text.includes('\ufffd') && !isOwn) sink.repaired(NOT_UTF8)
    return text
  }
  return {
    write: (bytes) =>
      look(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)), has(bytes)),
    end: () => look(decoder.end(), false),
  }
}

/** True if the bytes themselves contain the replacement character. */
const has = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\ufffd')

const other = (label: string): Decoder => {
  const decoder = makeDecoder(label)
  return {
    write: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  }
}

const makeDecoder = (label: string) => {
  try {
    return new TextDecoder(label, { ignoreBOM: true })
  } catch {
    throw new ReportProblem(`its encoding ${label} is not supported; convert it to UTF-8`, {
      line: 1,
      column: 1,
    })
  }
}
