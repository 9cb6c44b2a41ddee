import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const textOf = (code: string, language: string) =>
  highlight(code, language)
    ?.map(({ text }) => text)
    .join('')

test('code keeps its text, and its words have the kinds that code has elsewhere', () => {
  const code = "// why\nconst a = f('x', 12) </script>"
  expect(textOf(code, 'ts')).toBe(code)
  const kinds = new Map(highlight(code, 'ts')?.map(({ text, kind }) => [text, kind]))
  expect(kinds.get('const')).toBe('kw')
  expect(kinds.get("'x'")).toBe('st')
  expect(kinds.get('12')).toBe('nu')
  expect(kinds.get('// why')).toBe('muted')
})

test('a language that nobody knows has no colours, and code of very many pieces neither', () => {
  expect(highlight('x', 'no-such-language')).toBeNull()
  expect(highlight('constructor', '__proto__')).toBeNull()
  expect(highlight('1,'.repeat(4_000), 'json')).toBeNull()
})

test('code that nests as deep as its length allows is flat', () => {
  const deep = '`${'.repeat(2_000)
  expect(textOf(deep, 'js') ?? deep).toBe(deep)
})
