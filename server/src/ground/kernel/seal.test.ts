import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, sealedPlaceOf, unseal } from './seal.ts'

const KEY = randomBytes(32).toString('hex')

test('what is sealed opens where it stands, with its key, unchanged', () => {
  const place = sealedPlaceOf('a', 'address')
  const sealed = seal(KEY, place, 'https://example.com/ü')
  expect(unseal(KEY, place, sealed)).toBe('https://example.com/ü')
  expect(seal(KEY, place, 'https://example.com/ü')).not.toBe(sealed)
  expect(() => unseal(KEY, sealedPlaceOf('b', 'address'), sealed)).toThrow()
  expect(() => unseal(KEY, sealedPlaceOf('a', 'secret'), sealed)).toThrow()
  expect(() => unseal('0'.repeat(64), place, sealed)).toThrow()
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => unseal(KEY, place, changed.toString('base64url'))).toThrow()
  expect(() => unseal(KEY, place, '')).toThrow()
})
