import { expect, test } from 'vitest'
import { pauseMs, retryAfterMs } from './retry.ts'

test('pauses double up to a bound, between half and whole', () => {
  expect(pauseMs(1, 0)).toBe(250)
  expect(pauseMs(1, 1)).toBe(500)
  expect(pauseMs(3, 1)).toBe(2000)
  expect(pauseMs(30, 1)).toBe(10_000)
})

test('Retry-After holds seconds or a date, which is compared with the server’s own clock', () => {
  const now = Date.UTC(2026, 0, 1)
  const date = (ms: number) => new Date(now + ms).toUTCString()
  expect(retryAfterMs('3')).toBe(3000)
  expect(retryAfterMs(date(5000), date(0))).toBe(5000)
  expect(retryAfterMs(date(-5000), date(0))).toBe(0)
  expect(retryAfterMs(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50_000)
})

test('an odd Retry-After is nothing, and an absurd one a day', () => {
  expect([null, '', ' ', 'soon', 'NaN'].map((header) => retryAfterMs(header))).toEqual(
    Array(5).fill(undefined),
  )
  expect(retryAfterMs('-5')).toBe(0)
  expect(['1e300', 'Infinity', '99999999999'].map((header) => retryAfterMs(header))).toEqual(
    Array(3).fill(86_400_000),
  )
})
