import { expect, test, vi } from 'vitest'
import { countTurns } from '../../testing/count-turns.ts'
import { makeApp } from '../../testing/make-app.ts'

const BODIES = 4
const LARGE = 200_000

test('large bodies that arrive together are parsed in a turn of the event loop each', async () => {
  const app = await makeApp()
  const turns: number[] = []
  const { parse } = JSON
  const { done: answers } = await countTurns((turn) => {
    vi.spyOn(JSON, 'parse').mockImplementation((text: string, ...rest) => {
      if (text.length > LARGE) turns.push(turn())
      return parse(text, ...rest)
    })
    return Promise.all(
      Array.from({ length: BODIES }, () => app.post('/api/documents/push', { project: 'x'.repeat(LARGE) })),
    )
  })
  expect(answers.map(({ status }) => status)).toEqual(Array(BODIES).fill(400))
  expect(turns).toHaveLength(BODIES)
  expect(new Set(turns).size).toBe(BODIES)
})
