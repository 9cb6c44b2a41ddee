import { expect, test, vi } from 'vitest'
import { loadOnce } from './load-once.ts'

test('first calls at once share one load', async () => {
  const load = vi.fn(async () => ({}))
  const value = loadOnce(load)
  expect(load).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([value(), value()])
  expect(one).toBe(other)
  expect(await value()).toBe(one)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failed load fails the calls that wait for it; the next call loads again', async () => {
  const value = loadOnce(vi.fn(async () => ({})).mockRejectedValueOnce(new Error('too many open files')))
  const first = [value(), value()]
  for (const each of first) await expect(each).rejects.toThrow('too many open files')
  expect(await value()).toBe(await value())
})
