import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { type Archive, readDirectory, readEntry } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-zip-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'a.zip')

interface Claims {
  sizeBytes?: number
  method?: number
  flags?: number
  crc?: number
}

/** An archive of one file, with whatever it claims of it. */
const zipOf = (name: string, content: Buffer, claims: Claims = {}): Buffer => {
  const packed = deflateRawSync(content)
  const { sizeBytes = content.length, method = 8, flags = 0, crc = crc32(content) } = claims
  const local = Buffer.alloc(30 + name.length)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(name.length, 26)
  local.write(name, 30)
  const entry = Buffer.alloc(46 + name.length)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(method, 10)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(sizeBytes, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.write(name, 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, entry, end])
}

/** From disk, from memory and piece by piece, which have to come to the same. */
const contentOf = async (archive: Buffer): Promise<string> => {
  writeFileSync(path, archive)
  const bytes = {
    size: archive.length,
    at: (at: number, length: number) => archive.subarray(at, at + length),
  }
  const [onDisk, ...others] = await Promise.allSettled([path, archive, bytes].map(contentOfOne))
  for (const other of others) expect(other).toEqual(onDisk)
  return contentOfOne(archive)
}

const contentOfOne = async (archive: Archive): Promise<string> => {
  const [entry] = [...(await readDirectory(archive)).values()]
  if (!entry) return ''
  const pieces: Uint8Array[] = []
  for await (const piece of readEntry(archive, entry)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const TEXT = Buffer.from('a text, a text, a text')

test('a file comes out as it was packed', async () => {
  expect(await contentOf(zipOf('report.jsonl', TEXT))).toBe(TEXT.toString())
  expect(await contentOf(Buffer.concat([zipOf('report.jsonl', TEXT), Buffer.from('a comment')]))).toBe(
    TEXT.toString(),
  )
})

test('names are kept as they are, and lead nowhere', async () => {
  writeFileSync(path, zipOf('../../etc/passwd', TEXT))
  expect([...(await readDirectory(path)).keys()]).toEqual(['../../etc/passwd'])
})

test('what grows without measure, or more than it claims, is refused', async () => {
  const bomb = Buffer.alloc(32 * 1024 * 1024)
  await expect(contentOf(zipOf('report.jsonl', bomb))).rejects.toThrow(/more than 250 times/)
  await expect(contentOf(zipOf('report.jsonl', bomb, { sizeBytes: 100 }))).rejects.toThrow(/is damaged/)
  await expect(contentOf(zipOf('report.jsonl', TEXT, { sizeBytes: 500 }))).rejects.toThrow(/is damaged/)
})

test('what is encrypted, packed otherwise, or not what was packed, is refused', async () => {
  await expect(contentOf(zipOf('report.jsonl', TEXT, { flags: 1 }))).rejects.toThrow(/encrypted/)
  await expect(contentOf(zipOf('report.jsonl', TEXT, { method: 12 }))).rejects.toThrow(/unknown compression/)
  await expect(contentOf(zipOf('report.jsonl', TEXT, { crc: 1 }))).rejects.toThrow(/is damaged/)
})

test('directories that lead out of the archive are refused', async () => {
  const archive = zipOf('report.jsonl', TEXT)
  for (const field of [12, 16]) {
    const broken = Buffer.from(archive)
    broken.writeUInt32LE(0x00ffffff, broken.length - 22 + field)
    await expect(contentOf(broken)).rejects.toThrow(/not a readable zip archive/)
  }
  const lying = Buffer.from(archive)
  lying.writeUInt16LE(2, lying.length - 12)
  await expect(contentOf(lying)).rejects.toThrow(/not a readable zip archive/)
  await expect(contentOf(Buffer.from('PK\u0003\u0004'))).rejects.toThrow(/zip archive/)
})
