import { expect, test } from 'vitest'
import { toJson } from './to-json.ts'

test('JSON acts on no terminal and hides nothing, and a parser reads the same', () => {
  const data = {
    name: 'a\u009b31m\u202eb\u200b\u{e0041}\u2028\u007f',
    ci: '##vso[task.x]##[error]y',
    emoji: '👩\u200d💻',
    plain: 'äß日本',
  }
  const text = toJson(data, 2)
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{DI}]/u)
  expect(text).not.toContain('##')
  expect(text).toContain('"plain": "äß日本"')
  expect(JSON.parse(text)).toEqual(data)
})
