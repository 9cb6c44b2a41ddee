import { describeKeyProblem } from '@svc/protocol'
import { expect, test } from 'vitest'
import { hintOf, makeApiKey } from './secret-token.ts'

test('no two keys are alike, and each passes the check that needs no server', () => {
  const keys = Array.from({ length: 200 }, () => makeApiKey())
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(describeKeyProblem(key)).toBeUndefined()
})

test('a hint shows twelve characters of a key', () => {
  const key = makeApiKey()
  expect(hintOf(key)).toBe(`${key.slice(0, 8)}…${key.slice(-4)}`)
})
