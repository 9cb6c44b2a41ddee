import { expect, test } from 'vitest'
import { pauseMs, retryAfterMs } from './retry.ts'

test('pauses double up to a bound, between half and whole', () => {
  expect(pauseMs(1, 0)).toBe(250)
  expect(pauseMs(1, 1)).toBe(500)
  expect(pauseMs(3, 1)).toBe(2000)
  expect(pauseMs(30, 1)).toBe(10_000)
})

test('Retry-After holds seconds or a date', () => {
  const now = Date.UTC(2026, 0, 1)
  expect(retryAfterMs('3', now)).toBe(3000)
  expect(retryAfterMs(new Date(now + 5000).toUTCString(), now)).toBe(5000)
  expect(retryAfterMs(new Date(now - 5000).toUTCString(), now)).toBe(0)
  expect(retryAfterMs('soon', now)).toBeUndefined()
  expect(retryAfterMs(null)).toBeUndefined()
})
