import { expect, test } from 'vitest'
import { joinAlike } from './alike.ts'

const entry = (name: string, cause?: string) => ({
  lines: [name, `${name}.test.ts`, `Error: ${cause}`, 'caused by this change: it passed before.'],
  cause,
})

test('one cause is printed once, with the names of all its tests', () => {
  expect(joinAlike([entry('a', 'x'), entry('b', 'y'), entry('c', 'x'), entry('d', 'x')])).toEqual([
    [
      'a',
      'a.test.ts',
      'Error: x',
      'caused by this change: it passed before.',
      '2 more with this error:',
      '  c (c.test.ts)',
      '  d (d.test.ts)',
    ],
    ['b', 'b.test.ts', 'Error: y', 'caused by this change: it passed before.'],
  ])
})

test('entries without a known cause stay apart', () => {
  expect(joinAlike([entry('a'), entry('b')])).toHaveLength(2)
})

test('a test without a known file is its name alone', () => {
  const alike = ['a', 'b'].map((name) => ({ lines: [name, '', 'Error: x'], cause: 'x' }))
  expect(joinAlike(alike)).toEqual([['a', '', 'Error: x', '1 more with this error:', '  b']])
})
