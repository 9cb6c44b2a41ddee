import { expect, test } from 'vitest'
import { ownTurn } from './own-turn.ts'

test('those that wait at once each get another turn of the event loop', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turns = await Promise.all(Array.from({ length: 5 }, () => ownTurn().then(() => turn)))
  isOver = true
  expect(new Set(turns).size).toBe(5)
  expect(turns).toEqual(turns.toSorted((a, b) => a - b))
})
