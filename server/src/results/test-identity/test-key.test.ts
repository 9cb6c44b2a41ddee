import { expect, test } from 'vitest'
import { testKey } from './test-key.ts'

const keyOf = (title: string) => testKey({ file: 'a.test.ts', titles: [title], variant: '', occurrence: 0 })

test('a title is the same test however its accents are written', () => {
  expect(keyOf('caf\u0065\u0301')).toBe(keyOf('caf\u00e9'))
})

// Putting all in order takes 27 ms a title of 16 KiB, and an upload may have thousands.
test('thousands of marks on one letter are put in order by pieces', () => {
  const title = `a${'\u0301\u0316'.repeat(40)}`
  expect(keyOf(title)).not.toBe(keyOf(title.normalize('NFD')))
})
