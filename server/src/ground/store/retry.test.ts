import { expect, test } from 'vitest'
import { retryDeadlocks } from './retry.ts'

/** A transaction that fails so often in this way, and then gives how often it was begun. */
function failing(times: number, code: string) {
  let begun = 0
  return async () => {
    begun++
    if (begun <= times) throw Object.assign(new Error(`failed with ${code}`), { code })
    return begun
  }
}

test('a transaction that waited for another in a circle is run again, a few times', async () => {
  expect(await retryDeadlocks(failing(0, '40P01'))).toBe(1)
  expect(await retryDeadlocks(failing(2, '40P01'))).toBe(3)
  await expect(retryDeadlocks(failing(9, '40P01'))).rejects.toThrow('failed with 40P01')
})

test('any other failure stands', async () => {
  await expect(retryDeadlocks(failing(1, '23505'))).rejects.toThrow('failed with 23505')
})
