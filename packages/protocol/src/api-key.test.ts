import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { describeKeyProblem, toApiKey } from './api-key.ts'

const secretOf = (round: number) => new Uint8Array(32).map((_, i) => (round * 31 + i * 17) % 256)

test('a made key has its length and passes its own check', () => {
  for (let round = 0; round < 200; round += 1) {
    const key = toApiKey(secretOf(round))
    expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/)
    expect(describeKeyProblem(key)).toBeUndefined()
  }
})

test('the smallest and the largest secret fill the same length', () => {
  expect(toApiKey(new Uint8Array(32))).toHaveLength(53)
  expect(toApiKey(new Uint8Array(32).fill(255))).toHaveLength(53)
})

test('every single wrong character is reported', () => {
  const key = toApiKey(new Uint8Array(32).fill(7))
  for (let at = 4; at < key.length; at += 1) {
    const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
    expect(describeKeyProblem(wrong)).toMatch(/checksum/)
  }
})

test('the problem is named without the key', () => {
  const key = toApiKey(secretOf(1))
  expect(describeKeyProblem(` ${key}`)).toMatch(/white space/)
  expect(describeKeyProblem(key.slice(4))).toMatch(/begin with svc_/)
  expect(describeKeyProblem(key.slice(0, -1))).toMatch(/52 characters instead of 53/)
  expect(describeKeyProblem(`${key.slice(0, -1)}-`)).toMatch(/never have/)
  expect(describeKeyProblem('')).not.toBeUndefined()
})

test('the checksum is the CRC-32 that everybody means', () => {
  const key = toApiKey(secretOf(3))
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
  expect(value).toBe(crc32(key.slice(0, -6)))
})
