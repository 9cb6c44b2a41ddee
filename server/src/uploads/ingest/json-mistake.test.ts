import { expect, test } from 'vitest'
import { findMistake } from './json-mistake.ts'

test.each([
  ['{"a": [1, 2', '1:12'],
  ['{"a": [1, 2]', '1:13'],
  ['{\n  "a": tru\n}', '2:8'],
  ['{"a": 1,}', '1:9'],
  ['[1,\n]', '2:1'],
  ['{"a" 1}', '1:6'],
  ['{a: 1}', '1:2'],
  ['["a\nb"]', '1:4'],
  ['["\\x"]', '1:3'],
  ['["open', '1:7'],
  ['{"open', '1:7'],
  ['01', '1:1'],
  ['1 2', '1:3'],
  ['{]', '1:2'],
  ['[}', '1:2'],
  [']', '1:1'],
  ['', '1:1'],
])('%j breaks at %s', (text, place) => {
  const { line, column } = findMistake(text) ?? {}
  expect(`${line}:${column}`).toBe(place)
})

test('it breaks what JSON.parse breaks, and nothing else', () => {
  const sound = '{"a": [1, -2.5e+3, "x\\u00e9\\n", true, null, {}, []], "b": {"c": false}}'
  expect(findMistake(sound)).toBeUndefined()
  for (let index = 0; index < sound.length; index++)
    for (const put of ['', ',', '"', '}', ']', '0', '\\', ':', '\n', '-', '.'])
      for (const text of [
        sound.slice(0, index) + put + sound.slice(index + 1),
        sound.slice(0, index) + put + sound.slice(index),
      ]) {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(findMistake(text) === undefined, text).toBe(isJson)
      }
})

test('the end of a large document is found, long texts included', () => {
  const rows = `"${'a'.repeat(8 * 1024 * 1024)}",\n`.repeat(2)
  expect(findMistake(`[${rows}]`)).toEqual({ line: 3, column: 1 })
})
