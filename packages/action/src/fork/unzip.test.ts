import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unzip } from './unzip.ts'

interface Made {
  name: string
  text: string
  method?: number
  flags?: number
  crc?: number
  /** What the archive claims, where it lies. */
  size?: number
}

/** An archive as the format says, comment included. */
const zip = (files: Made[], { comment = '', count = files.length } = {}): Buffer => {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let position = 0
  for (const { name, text, method = 8, flags = 0, size, crc } of files) {
    const plain = Buffer.from(text)
    const data = method === 8 ? deflateRawSync(plain) : plain
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc ?? crc32(plain), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size ?? plain.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(position, 10)
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, more, Buffer.from(name)]),
    )
    locals.push(local)
    position += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(position, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)])
}

const BOUNDS = { mostFiles: 5, mostBytes: 1_000, isWanted: (name: string) => name.endsWith('.ndjson') }
const texts = async (archive: Buffer) =>
  (await unzip(archive, BOUNDS)).map(({ name, bytes }) => [name, bytes.toString()])

test('wanted files are read, packed or stored, behind a comment too', async () => {
  const files = [
    { name: 'a.ndjson', text: 'one' },
    { name: 'b.ndjson', text: 'two', method: 0 },
    { name: 'skip.exe', text: 'x'.repeat(50_000), size: 4_000_000_000 },
  ]
  expect(await texts(zip(files, { comment: 'PK hello' }))).toEqual([
    ['a.ndjson', 'one'],
    ['b.ndjson', 'two'],
  ])
})

test('a name that leads elsewhere is a name and nothing more', async () => {
  expect(await texts(zip([{ name: '../../etc/x.ndjson', text: 'one' }]))).toEqual([
    ['../../etc/x.ndjson', 'one'],
  ])
})

test.each([
  ['more than the bound in one', [{ name: 'a.ndjson', text: 'x'.repeat(1_001) }], /exceeds|files/],
  [
    'more than the bound together',
    [1, 2, 3].map((i) => ({ name: `${i}.ndjson`, text: 'x'.repeat(400) })),
    /exceeds|files/,
  ],
  [
    'a size that lies, below what comes out',
    [{ name: 'a.ndjson', text: 'x'.repeat(500_000), size: 10 }],
    /zip archive/,
  ],
  ['a size that lies, above what comes out', [{ name: 'a.ndjson', text: 'x', size: 500 }], /zip archive/],
  ['an encrypted one', [{ name: 'a.ndjson', text: 'x', flags: 1 }], /zip archive/],
  ['a wrong checksum', [{ name: 'a.ndjson', text: 'x', crc: 1 }], /zip archive/],
  ['another way of packing', [{ name: 'a.ndjson', text: 'x', method: 12 }], /zip archive/],
  [
    'more files than the bound',
    Array.from({ length: 6 }, (_, i) => ({ name: `${i}.ndjson`, text: '' })),
    /6 files/,
  ],
])('%s is refused', async (_, files, message) => {
  await expect(unzip(zip(files), BOUNDS)).rejects.toThrow(message)
})

test('a size beyond 4 GiB, and a count that lies, are refused', async () => {
  const files = [{ name: 'a.ndjson', text: 'one' }]
  await expect(unzip(zip([{ name: 'a.ndjson', text: 'one', size: 0xffffffff }]), BOUNDS)).rejects.toThrow(
    /exceeds|files/,
  )
  for (const count of [0, 2, 0xffff])
    await expect(unzip(zip(files, { count }), BOUNDS)).rejects.toThrow(/zip archive/)
})

test('truncated and forged archives are refused', async () => {
  const whole = zip([{ name: 'a.ndjson', text: 'some text' }])
  for (let length = 0; length < whole.length; length += 1)
    await expect(unzip(whole.subarray(0, length), BOUNDS)).rejects.toThrow(/zip archive/)
  for (const archive of [Buffer.from('<html>'), zip([], { count: 3 }), Buffer.alloc(100_000)])
    await expect(unzip(archive, BOUNDS)).rejects.toThrow(/zip archive/)
})
