import { createHash } from 'node:crypto'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
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

test.for(['hex', 'base64', 'base64url'] as const)(
  'random ids in %s are at most a tenth too low',
  (encoding) => {
    const idOf = (seed: string) => createHash('sha512').update(seed).digest(encoding)
    for (let at = 0; at < 300; at++) {
      const ids = JSON.stringify(Array.from({ length: 4 }, (_, i) => idOf(`${at} ${i}`)))
      expect.soft(mostTokens(ids), ids).toBeGreaterThanOrEqual(countTokens(ids) / 1.1)
    }
  },
)
