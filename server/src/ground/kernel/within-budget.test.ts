import { expect, test } from 'vitest'
import { withinBudget } from './within-budget.ts'

test('an answer that is too large is made again, each time in another turn of the event loop', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const made: { budget: number; turn: number }[] = []
  const make = (budget: number) => {
    made.push({ budget, turn })
    return { text: 'word '.repeat(3 * budget), data: {} }
  }
  const answer = await withinBudget(1_000, make, (one) => one)
  isOver = true
  expect(made.length).toBeGreaterThan(1)
  expect(new Set(made.map((one) => one.turn)).size).toBe(made.length)
  expect(made.map(({ budget }) => budget)).toEqual(made.map(({ budget }) => budget).toSorted((a, b) => b - a))
  expect(answer.text.length).toBeLessThan(3_000 * 5)
})
