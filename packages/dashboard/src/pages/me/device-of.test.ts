import { expect, test } from 'vitest'
import { deviceOf } from './device-of.ts'

test('names browser and system, and otherwise what the program calls itself', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  expect(deviceOf(chrome)).toBe('Chrome on Windows')
  expect(deviceOf(`${chrome} Edg/140.0`)).toBe('Edge on Windows')
  expect(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari on iOS')
  expect(deviceOf('svc-cli/0.1.0')).toBe('svc-cli/0.1.0')
  expect(deviceOf(null)).toBe('Unknown program')
})
