import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
const DESCRIPTOR = 0x08074b50

/** An archive as upload-artifact makes it: a stream, in which the sizes of a file come after its data. */
export const zipOf = (files: Record<string, string | Uint8Array>): Uint8Array => {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  const add = (...bytes: Buffer[]) => {
    for (const each of bytes) at += each.length
    parts.push(...bytes)
  }
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const data = deflateRawSync(bytes, { level: 1 })
    const sizes = [crc32(bytes), data.length, bytes.length]
    const path = Buffer.from(name)
    const start = at
    add(record(LOCAL, [20, 8, 8, 0, 0], [0, 0, 0], [path.length, 0]), path, data)
    add(record(DESCRIPTOR, [], sizes, []))
    entries.push(
      Buffer.concat([
        record(ENTRY, [20, 20, 8, 8, 0, 0], sizes, [path.length, 0, 0, 0, 0]),
        // Attributes, and where the file begins.
        record(0, [], [start], []),
        path,
      ]),
    )
  }
  const start = at
  add(...entries)
  add(record(END, [0, 0, entries.length, entries.length], [at - start, start], [0]))
  return Buffer.concat(parts)
}

/** A file that is small in the archive and `bytes` long outside of it. */
export const zipBomb = (bytes: number, path = 'a.ndjson'): Uint8Array =>
  zipOf({ [path]: new Uint8Array(bytes) })

/** The same archive, in which every header claims that its files hold `claimed` bytes. */
export const withClaimedSize = (zip: Uint8Array, claimed: number): Uint8Array => {
  const copy = Buffer.from(zip)
  const word = Buffer.alloc(4)
  word.writeUInt32LE(ENTRY)
  for (let at = copy.indexOf(word); at >= 0; at = copy.indexOf(word, at + 4))
    copy.writeUInt32LE(claimed, at + 24)
  return copy
}

/** A signature, then numbers of two bytes, of four, and of two again. */
const record = (signature: number, before: number[], long: number[], after: number[]): Buffer => {
  const bytes = Buffer.alloc(4 + 2 * before.length + 4 * long.length + 2 * after.length)
  let at = bytes.writeUInt32LE(signature)
  for (const each of before) at = bytes.writeUInt16LE(each, at)
  for (const each of long) at = bytes.writeUInt32LE(each, at)
  for (const each of after) at = bytes.writeUInt16LE(each, at)
  return bytes
}
