import { expect, test } from 'vitest'
import { misspellings, typingErrors } from './likeness.ts'

test.for([
  ['retyr', 'retry', 1],
  ['screnshot', 'screenshot', 1],
  ['same', 'same', 0],
  ['kitten', 'sitting', 3],
  ['ab', 'abcdef', 3],
] as const)('%s and %s', ([a, b, errors]) => {
  expect(typingErrors(a, b)).toBe(errors)
})

test('misspelled words and parts of compounds find their terms', () => {
  const terms = ['browser', 'verbindungsabbruch', 'timeout', 'screenshot', 'brow']
  expect(misspellings('broswer', terms)[0]?.term).toBe('browser')
  expect(misspellings('abbruch', terms).map(({ term }) => term)).toEqual(['verbindungsabbruch'])
  expect(misspellings('xylophone', terms)).toEqual([])
})
