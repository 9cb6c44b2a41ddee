import { expect, test } from 'vitest'
import { countTurns } from '../../testing/count-turns.ts'
import { withinBudget } from './within-budget.ts'

test('an answer that is too large is made again, each time in another turn of the event loop', async () => {
  const made: { budget: number; turn: number }[] = []
  const { done: answer } = await countTurns((turn) =>
    withinBudget(1_000, (budget) => {
      made.push({ budget, turn: turn() })
      return { text: 'word '.repeat(3 * budget), data: {} }
    }),
  )
  expect(made.length).toBeGreaterThan(1)
  expect(new Set(made.map((one) => one.turn)).size).toBe(made.length)
  expect(made.map(({ budget }) => budget)).toEqual(made.map(({ budget }) => budget).toSorted((a, b) => b - a))
  expect(answer.text.length).toBeLessThan(3_000 * 5)
})
