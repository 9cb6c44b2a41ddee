import { expect, test } from 'vitest'
import { wellFormed } from './well-formed.ts'

test('halves of pairs that stand alone are written out, and stay apart', () => {
  expect(wellFormed('a\ud800')).toBe('a\\ud800')
  expect(wellFormed('a\udfff')).toBe('a\\udfff')
  expect(wellFormed('\udc00\ud83d\ude00\ud83d')).toBe('\\udc00😀\\ud83d')
})

test('whole text stays as it is', () => {
  for (const text of ['', 'plain', '😀', '\ufffd', '\\ud800']) expect(wellFormed(text)).toBe(text)
})
