import { expect, test } from 'vitest'
import { hasKeyForm, hintOf, makeApiKey } from './api-key.ts'

test('a key is svc_ and 49 letters and digits, and no two are alike', () => {
  const keys = Array.from({ length: 200 }, () => makeApiKey())
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/)
  for (const key of keys) expect(hasKeyForm(key)).toBe(true)
})

test('small secrets are padded, so every key has the same length', () => {
  expect(makeApiKey(new Uint8Array(32))).toMatch(/^svc_0{43}[0-9A-Za-z]{6}$/)
  expect(makeApiKey(new Uint8Array(32).fill(255))).toHaveLength(53)
})

test('any one wrong character is seen without asking the database', () => {
  const key = makeApiKey()
  for (let i = 0; i < key.length; i++) {
    const other = key[i] === 'x' ? 'y' : 'x'
    expect(hasKeyForm(key.slice(0, i) + other + key.slice(i + 1))).toBe(false)
  }
  expect(hasKeyForm(key.slice(0, -1))).toBe(false)
  expect(hasKeyForm(`${key}0`)).toBe(false)
})

test('a hint shows twelve characters of a key', () => {
  const key = makeApiKey()
  expect(hintOf(key)).toBe(`${key.slice(0, 8)}…${key.slice(-4)}`)
})
