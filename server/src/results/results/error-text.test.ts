import { cutPair } from '@svc/protocol'
import { expect, test } from 'vitest'
import { causesOf, errorText } from './error-text.ts'

const text = (message: string, more: object = {}) => errorText(message, { message, ...more })

test('the class of an error precedes its message, unless it adds nothing', () => {
  expect(text('x is undefined', { name: 'TypeError' })).toBe('TypeError: x is undefined')
  expect(text('Cannot invoke', { name: 'java.lang.NullPointerException' })).toBe(
    'java.lang.NullPointerException: Cannot invoke',
  )
  for (const name of ['Error', 'AssertionError', 'JestAssertionError', 'a b', '<img>', ''])
    expect(text('expected 1 to be 2', { name })).toBe('expected 1 to be 2')
  expect(text('TypeError: no', { name: 'TypeError' })).toBe('TypeError: no')
  expect(text('', { name: 'TypeError' })).toBe('')
  expect(errorText('no detail', null)).toBe('no detail')
})

test('compared values follow the first line, unless the message states both', () => {
  const values = { expected: '2', actual: '1' }
  expect(text('expected 1 to be 2\nmore', values)).toBe(
    'expected 1 to be 2\n- Expected: 2\n+ Received: 1\nmore',
  )
  for (const stated of ['toBe\n\nExpected: 2\nReceived: 1', 'toEqual\n\n- Expected\n+ Received\n\n- 2\n+ 1'])
    expect(text(stated, values)).toBe(stated)
  expect(text('expected NaN to be NaN', { expected: 'NaN', actual: 'NaN' })).toBe('expected NaN to be NaN')
  expect(
    text('differs', { expected: '{\n  "a": 1,\n  "b": 2\n}', actual: '{\n  "a": 1,\n  "b": 3\n}' }),
  ).toBe('differs\n-   "b": 2\n+   "b": 3')
})

test('long values show where they differ', () => {
  const same = 'same '.repeat(200)
  const rest = ' and on'.repeat(100)
  const pair = { expected: `${same}yes${rest}`, actual: `${same}no` }
  const [, wanted = '', got = ''] = text('differs', pair).split('\n')
  expect(wanted).toMatch(/^- Expected: …(?:same ){8}yes and on.*…$/)
  expect(got).toBe(`+ Received: …${'same '.repeat(8)}no`)
  const lines = { expected: `{\n${pair.expected}\n}`, actual: `{\n${pair.actual}\n}` }
  expect(text('differs', lines)).toMatch(/^differs\n- …(?:same ){8}yes.*…\n\+ …(?:same ){8}no$/)
})

test('of many lines only those that differ are shown, each run of them by itself', () => {
  const rows = (changed: number[]) =>
    Array.from({ length: 200 }, (_, i) => `row ${i}${changed.includes(i) ? ' changed' : ''}`).join('\n')
  expect(text('differs', { expected: rows([]), actual: rows([3, 190]) })).toBe(
    'differs\n- row 3\n+ row 3 changed\n- row 190\n+ row 190 changed',
  )
  expect(text('differs', { expected: 'a\nb\nc', actual: 'a\nc' })).toBe('differs\n- b')
})

test('a difference that is not shown whole says so', () => {
  const rows = (changed: number[], count = 400) =>
    Array.from(
      { length: count },
      (_, i) => `row ${i} of the invoice${changed.includes(i) ? ' changed' : ''}`,
    ).join('\n')
  const stored = (one: string, other: string) => {
    const [expected, actual] = cutPair(one, other, 8_000, 200)
    return text('differs', { expected, actual })
  }
  const first = 'differs\n- row 3 of the invoice\n+ row 3 of the invoice changed'
  expect(stored(rows([]), rows([3, 390]))).toBe(
    `${first}\n… The values are stored only in part: more may differ.`,
  )
  // Only equal text was left out.
  expect(stored(rows([]), rows([3]))).toBe(first)
  expect(stored(rows([], 20), rows([3], 20))).toBe(first)
  const many = [2, 4, 6, 8, 10, 12, 14]
  expect(stored(rows([], 20), rows(many, 20)).split('\n').at(-1)).toBe('… 4 more lines')
})

test('causes are listed outer ones first, and one without words is its members', () => {
  const refused = (address: string) => ({ name: 'Error', message: `connect ECONNREFUSED ${address}` })
  const dead = {
    message: 'fetch failed',
    cause: {
      name: 'AggregateError',
      message: '',
      errors: [refused('::1:5999'), refused('127.0.0.1:5999'), refused('::1:5999')],
    },
  }
  const members = ['connect ECONNREFUSED ::1:5999', 'connect ECONNREFUSED 127.0.0.1:5999']
  expect(causesOf(dead)).toEqual(members)
  expect(causesOf({ message: 'no order', cause: { ...dead, name: 'TypeError' } })).toEqual([
    'TypeError: fetch failed',
    ...members,
  ])
  expect(causesOf({ message: 'x', cause: { message: '' } })).toEqual([])
  expect(causesOf(null)).toEqual([])
})
