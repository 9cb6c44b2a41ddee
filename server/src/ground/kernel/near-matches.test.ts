import { expect, test, vi } from 'vitest'
import { nearMatches } from './near-matches.ts'

const near = (wanted: string, ...names: string[]) => nearMatches(wanted, names, (name) => [name])

test('the most similar names come first, and others are left out', () => {
  expect(near('paymnts', 'refunds', 'payment', 'payments', 'pay')).toEqual(['payments', 'payment', 'pay'])
  expect(near('Setup Guide', 'set-up guide', 'zebra')).toEqual(['set-up guide'])
  expect(near('x', 'payments')).toEqual([])
  expect(near('', 'payments', '')).toEqual([''])
})

test('the best of several names counts, of at most so many candidates', () => {
  const documents = [
    { id: 1, names: ['A title', 'docs/other.md'] },
    { id: 2, names: ['Another', 'docs/payments.md', 'payments.md'] },
  ]
  expect(nearMatches('payments.md', documents, ({ names }) => names)).toEqual([documents[1]])
  const many = Array.from({ length: 20 }, (_, i) => `page ${i}`)
  expect(nearMatches('page', many, (name) => [name], 3)).toHaveLength(3)
})

test('a repeated part counts once, and an equal name is the nearest', () => {
  expect(near('aaaa', 'aaaaaaaaaaaa', 'aaaa')).toEqual(['aaaa', 'aaaaaaaaaaaa'])
  expect(near('ｐａｙ', 'pay')).toEqual(['pay'])
  expect(near('ＡＰＩ設計', 'ＡＰＩ設計書')).toEqual(['ＡＰＩ設計書'])
})

test('many of the longest names take no normal form each, which may be 18 times as long', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const names = Array.from({ length: 1_000 }, (_, i) => `${'\ufdfa'.repeat(300)}${i}`)
  expect(near('\ufdfa'.repeat(300), 'x', ...names)).toHaveLength(0)
  expect(normalize.mock.calls.length).toBeLessThan(10)
})
