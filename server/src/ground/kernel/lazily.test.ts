import { expect, test, vi } from 'vitest'
import { lazily } from './lazily.ts'

test('makes nothing before the first use, and then one value for all', () => {
  const make = vi.fn(() => ({}))
  const value = lazily(make)
  expect(make).not.toHaveBeenCalled()
  expect(value()).toBe(value())
  expect(make).toHaveBeenCalledTimes(1)
})

test('makes the value again after a failure', () => {
  const make = vi
    .fn(() => ({}))
    .mockImplementationOnce(() => {
      throw new Error('no such folder')
    })
  const value = lazily(make)
  expect(value).toThrow('no such folder')
  expect(value()).toBe(value())
})
