import { inflateRawSync } from 'node:zlib'
import { type Counts, emptyPlain, type Plain } from './plain.ts'

interface Ended {
  method: string
  params: { test: { testId: string; expectedStatus: string }; result: { status: string } }
}

/** Counts the finished tests in a Playwright blob; `other` for another archive, `broken` if it was cut off. */
export const countBlob = (bytes: Buffer): Plain => {
  if (bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') < 0) return emptyPlain('broken', 'it has no end')
  const lines = entryOf(bytes, 'report.jsonl')?.toString().split('\n').filter(Boolean)
  if (!lines) return emptyPlain('other')
  const tests = new Map<string, { expected: string; results: string[] }>()
  for (const line of lines) {
    const { method, params }: Ended = JSON.parse(line)
    if (method !== 'onTestEnd') continue
    const { testId, expectedStatus } = params.test
    const test = tests.get(testId) ?? { expected: expectedStatus, results: [] }
    test.expected = expectedStatus
    test.results.push(params.result.status)
    tests.set(testId, test)
  }
  const plain = emptyPlain('playwright')
  for (const { expected, results } of tests.values()) plain.counts[statusOf(expected, results)] += 1
  return plain
}

const statusOf = (expected: string, results: string[]): keyof Counts => {
  const ran = results.filter((status) => status !== 'interrupted' && status !== 'skipped')
  if (ran.length === 0) return 'skipped'
  if (ran.every((status) => status === expected)) return 'passed'
  return ran.includes(expected) ? 'flaky' : 'failed'
}

/** One file of a zip archive, found by its central directory. */
const entryOf = (bytes: Buffer, wanted: string): Buffer | undefined => {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) return undefined
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const length = bytes.readUInt16LE(at + 28)
    if (bytes.toString('utf8', at + 46, at + 46 + length) === wanted) {
      const begin = bytes.readUInt32LE(at + 42)
      const from = begin + 30 + bytes.readUInt16LE(begin + 26) + bytes.readUInt16LE(begin + 28)
      const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 20))
      return bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
    }
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return undefined
}
