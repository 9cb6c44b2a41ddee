import { crc32, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { AttemptRow, ResultRow } from '../../../ground/store/tables.ts'
import { type ArchiveBlock, ArchiveDamaged, decodeBlock, encodeBlock } from './block.ts'

const result = (test_id: number, more: Partial<ResultRow> = {}): ResultRow => ({
  test_id,
  part: 1,
  verdict: 1,
  start_ms: 0,
  duration_us: 0,
  reason_id: null,
  ...more,
})

const attempt = (test_id: number, more: Partial<AttemptRow> = {}): AttemptRow => ({
  test_id,
  part: 1,
  entry: 0,
  repeat: 0,
  status: 1,
  start_ms: 0,
  duration_us: 0,
  reasons: null,
  detail: null,
  ...more,
})

const packed = async (block: Partial<ArchiveBlock>) => encodeBlock({ results: [], attempts: [], ...block })

describe('a block gives back what was packed', () => {
  const blocks: Record<string, Partial<ArchiveBlock>> = {
    'nothing at all': {},
    'one plain pass': { results: [result(1)] },
    'the limits of every column': {
      results: [
        result(1, { part: 32_767, verdict: -4, start_ms: 2_147_483_647, duration_us: 4_503_599_627_370_495 }),
        result(2, { verdict: 2, start_ms: -2_147_483_648, reason_id: 2_147_483_647 }),
        result(2, { part: 2, verdict: 3, reason_id: 1 }),
        result(2_147_483_647, { verdict: 4 }),
      ],
    },
    'whole milliseconds, and durations of nothing': {
      results: [result(1, { duration_us: 7_000 }), result(2), result(3, { duration_us: 21_000 })],
    },
    'attempts with lists, texts and none of them': {
      results: [result(5, { verdict: 3, reason_id: 9 })],
      attempts: [
        attempt(5, { entry: -1, reasons: '[9,3,9]', detail: '{"stdout":"Grüße 🎈\\n","location":null}' }),
        attempt(5, { entry: 7, repeat: 99, status: 5, reasons: '[]', detail: '' }),
        attempt(5, { part: 2, entry: 3, status: 2, start_ms: 12, duration_us: 1 }),
      ],
    },
    'enough of each to be compressed': {
      results: Array.from({ length: 5_000 }, (_, i) =>
        result(i * 3 + 1, {
          start_ms: i * 7,
          duration_us: (i * 7_919) % 100_003,
          verdict: i % 100 === 0 ? 2 : 1,
          reason_id: i % 100 === 0 ? i + 1 : null,
        }),
      ),
      attempts: Array.from({ length: 500 }, (_, i) =>
        attempt(i * 30 + 1, {
          entry: i,
          reasons: `[${i}]`,
          detail: JSON.stringify({ stdout: 'x'.repeat(i) }),
        }),
      ),
    },
  }
  for (const [name, block] of Object.entries(blocks))
    test(name, async () => {
      expect(decodeBlock(await packed(block))).toEqual({ results: [], attempts: [], ...block })
    })
})

test('ten plain passes of ten tests take few bytes', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => result(i + 1, { start_ms: i, duration_us: 1_000 + i }))
  expect((await packed({ results: rows })).length).toBeLessThan(96)
})

describe('what cannot be read says so', () => {
  const rows = Array.from({ length: 300 }, (_, i) => result(i + 1, { duration_us: (i * 7_919) % 1_009 }))

  test('whichever of its bytes was changed, and wherever it was cut', async () => {
    const data = await packed({ results: rows })
    for (let index = 0; index < data.length; index++) {
      const changed = Buffer.from(data)
      changed.writeUInt8(data.readUInt8(index) ^ 0x41, index)
      expect(() => decodeBlock(changed), `byte ${index}`).toThrow(ArchiveDamaged)
      expect(() => decodeBlock(data.subarray(0, index)), `${index} bytes`).toThrow(ArchiveDamaged)
    }
  })

  test('even with a checksum that fits, nothing runs away or is made up', () => {
    const bomb = Buffer.alloc(300 * 1024 * 1024)
    const texts = ['', '[]', '[[],[]]', '{"0":{"0":{"length":1e9}}}', '[[[1],[],[],[],[],[]],[]]', bomb]
    for (const text of texts) {
      const body = zstdCompressSync(text)
      const head = Buffer.from([1, 0, 0, 0, 0])
      head.writeUInt32LE(crc32(body), 1)
      expect(() => decodeBlock(Buffer.concat([head, body])), String(text).slice(0, 40)).toThrow(
        ArchiveDamaged,
      )
    }
  })

  test('even if a column was added, or a value has another type', async () => {
    const damaged = (change: (tables: unknown[][][]) => void) => {
      const tables: unknown[][][] = [
        [[1], [1], [1], [0], [0], [null]],
        [[1], [1], [0], [0], [1], [0], [0], [null], [null]],
      ]
      change(tables)
      const body = zstdCompressSync(JSON.stringify(tables))
      const head = Buffer.from([1, 0, 0, 0, 0])
      head.writeUInt32LE(crc32(body), 1)
      return Buffer.concat([head, body])
    }
    expect(decodeBlock(damaged(() => {})).attempts).toEqual([attempt(1)])
    const changes: ((tables: unknown[][][]) => void)[] = [
      (tables) => tables.push([]),
      (tables) => tables[0]?.push([1]),
      (tables) => tables[1]?.push([null]),
    ]
    for (const [table, columns] of [6, 9].entries())
      for (let column = 0; column < columns; column++)
        for (const value of [true, [], {}, 0.5, 2 ** 53, ...(column === 5 || column > 6 ? [] : [null])])
          changes.push((tables) => {
            if (tables[table]) tables[table][column] = [value]
          })
    changes.push((tables) => {
      if (tables[0]) tables[0][0] = ['1']
    })
    for (const change of changes)
      expect(() => decodeBlock(damaged(change)), String(change)).toThrow(ArchiveDamaged)
  })

  test('a later format is distinguished from damage', async () => {
    const data = await packed({ results: rows })
    data.writeUInt8(2)
    expect(() => decodeBlock(data)).toThrow('format 2')
  })
})
