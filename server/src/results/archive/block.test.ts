import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { AttemptRow, ResultRow } from '../../store/tables.ts'
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

test('ten plain passes of ten tests take fewer bytes than two of their rows did', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => result(i + 1, { start_ms: i, duration_us: 1_000 + i }))
  expect((await packed({ results: rows })).length).toBeLessThan(64)
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

  test('even with a checksum that fits, nothing runs away or is made up', async () => {
    const data = await packed({ results: rows, attempts: [attempt(1, { detail: '{"a":1}' })] })
    for (let index = 5; index < data.length; index++)
      for (const flip of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(data)
        changed.writeUInt8(data.readUInt8(index) ^ flip, index)
        changed.writeUInt32LE(crc32(changed.subarray(5)), 1)
        try {
          const { results } = decodeBlock(changed)
          expect(results.length).toBeLessThanOrEqual(100_000)
        } catch (error) {
          expect(error).toBeInstanceOf(ArchiveDamaged)
        }
      }
  })

  test('a later format is distinguished from damage', async () => {
    const data = await packed({ results: rows })
    data.writeUInt8(2)
    expect(() => decodeBlock(data)).toThrow('format 2')
  })
})
