import { expect, test } from 'vitest'
import { WEAK_COST, weakHash } from '../../testing/people.ts'
import { isPassword, type Place } from './password.ts'

test('who has shown a device or a session is not behind a crowd that has not; a crowd is refused beyond 40', async () => {
  const stored = weakHash('the password')
  const order: Place[] = []
  const check = (place: Place) =>
    isPassword('the password', stored, WEAK_COST, place).then(() => order.push(place))
  // Two are hashed at once, 40 wait, and one is too many.
  const crowd = Array.from({ length: 42 }, () => check('behind'))
  await expect(isPassword('the password', stored, WEAK_COST, 'behind')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  })
  const known = check('ahead')
  await Promise.all([...crowd, known])
  // Behind the crowd it would be the last of 43. A busy machine may hold up the thread that hashes it.
  expect(order.indexOf('ahead')).toBeLessThan(21)
})
