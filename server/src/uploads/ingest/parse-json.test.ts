import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test.each([
  ['a comma too many in a list', '{\n  "results": [\n    1,\n  ]\n}', /line 4 column 3/],
  ['a comma too many in an object', '{"a": 1,\n}', /line 2 column 1/],
  ['a word that is none', '{"a":\n\n oops}', /line 3 column 2/],
  ['a body that is none', 'hello', /line 1 column 1/],
  ['a body that ends early', '{"a": [1, 2', / at line 1 column 12\)/],
])('%s is told with its place', (_, body, place) => {
  expect(() => parseJson(body)).toThrow(place)
})

test('a mistake at the end of a large body is found too', () => {
  const body = `[\n${'"row",\n'.repeat(500_000)}]`
  expect(() => parseJson(body)).toThrow(/line 500002 column 1\)/)
})

test('what is right is read', () => {
  expect(parseJson('{"a": [1]}')).toEqual({ a: [1] })
})

test('white space alone is an empty body', () => {
  expect(() => parseJson(' \n')).toThrow('body: expected a JSON document; the body is empty.')
})
