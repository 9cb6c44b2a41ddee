import { expect, test } from 'vitest'
import { countTurns } from '../../../testing/count-turns.ts'
import { linesWith } from './lines-with.ts'

test('lines are found with their numbers, and cut to the wanted part of them', async () => {
  const text = 'one\nTwo two\n\nthree\ntwo'
  const whole = '2: Two two\n5: two'
  expect(await linesWith(text, 'TWO', 0, 100)).toEqual({ text: whole, characters: whole.length, count: 2 })
  for (let from = 0; from <= whole.length; from++)
    for (const to of [from + 1, from + 5, 100])
      expect([from, to, (await linesWith(text, 'two', from, to)).text]).toEqual([
        from,
        to,
        whole.slice(from, to),
      ])
  expect(await linesWith(text, 'four', 0, 100)).toEqual({ text: '', characters: 0, count: 0 })
  expect((await linesWith('a', 'a', 0, 9)).text).toBe('1: a')
  expect((await linesWith('a\n', '', 0, 99)).text).toBe('1: a\n2: ')
})

test('others have their turn between many lines', async () => {
  const { turns, done } = await countTurns(() => linesWith('a\n'.repeat(500_000), 'a', 0, 10))
  expect(done).toMatchObject({ count: 500_000, text: '1: a\n2: a\n' })
  expect(turns).toBeGreaterThanOrEqual(10)
})
