import { expect, test } from 'vitest'
import { countTurns } from '../../testing/count-turns.ts'
import { ownTurn } from './own-turn.ts'

test('those that wait at once each get another turn of the event loop', async () => {
  const { done: turns } = await countTurns((turn) =>
    Promise.all(Array.from({ length: 5 }, () => ownTurn().then(turn))),
  )
  expect(new Set(turns).size).toBe(5)
  expect(turns).toEqual(turns.toSorted((a, b) => a - b))
})
