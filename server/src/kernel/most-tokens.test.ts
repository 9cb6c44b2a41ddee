import { expect, test } from 'vitest'
import { mostTokens } from './most-tokens.ts'

test.for([
  ['', 0],
  ['HTTPServer readTheFile zqKw', 10],
  ['12345 67', 3],
  ['a  b\n\n    c \u00a0\u2028x', 9],
  ['--- {"a":"b"}', 9],
  ['straße 漢字 한글 😀 \ud800', 14],
  ['\u0001\u007f', 2],
  [`${'abc'.repeat(20)}QWXZ`, 35],
] as const)('%j has at most %d tokens', ([text, tokens]) => {
  expect(mostTokens(text)).toBe(tokens)
})
