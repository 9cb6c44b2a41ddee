import { expect, test } from 'vitest'
import { describeKeyProblem, isWellFormedKey, makeApiKey } from './api-key.ts'

test('a made key has its length and passes its own check', () => {
  for (let round = 0; round < 200; round += 1) {
    const key = makeApiKey()
    expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/)
    expect(isWellFormedKey(key)).toBe(true)
  }
})

test('the smallest and the largest secret fill the same length', () => {
  expect(makeApiKey(new Uint8Array(32))).toHaveLength(53)
  expect(makeApiKey(new Uint8Array(32).fill(255))).toHaveLength(53)
})

test('every single wrong character is told', () => {
  const key = makeApiKey(new Uint8Array(32).fill(7))
  for (let at = 4; at < key.length; at += 1) {
    const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
    expect(describeKeyProblem(wrong)).toMatch(/checksum/)
  }
})

test('the problem is named without the key', () => {
  const key = makeApiKey()
  expect(describeKeyProblem(` ${key}`)).toMatch(/white space/)
  expect(describeKeyProblem(key.slice(4))).toMatch(/begin with svc_/)
  expect(describeKeyProblem(key.slice(0, -1))).toMatch(/52 characters instead of 53/)
  expect(describeKeyProblem(`${key.slice(0, -1)}-`)).toMatch(/never have/)
  expect(describeKeyProblem('')).not.toBeUndefined()
})
