import { expect, test } from 'vitest'
import { oftenByChance } from './rules-of-flakes.ts'

test.each([
  [0.1, /^in one base run of 10, /],
  [0.5, /^in one base run of 2, /],
  [0.8, /^in most base runs, a test fails by chance for the first time$/],
  [1, /^1\.0 tests of a base run fail /],
  [2.34, /^2\.3 tests of a base run fail /],
])('%d failures of a base run by chance are told as people count', (oneOffs, text) => {
  expect(oftenByChance(oneOffs)).toMatch(text)
})
