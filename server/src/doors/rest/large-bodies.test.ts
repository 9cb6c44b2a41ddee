import { expect, test, vi } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'

const BODIES = 4
const LARGE = 200_000

test('large bodies that arrive together are parsed in a turn of the event loop each', async () => {
  const app = await makeApp()
  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turns: number[] = []
  const { parse } = JSON
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, ...rest) => {
    if (text.length > LARGE) turns.push(turn)
    return parse(text, ...rest)
  })
  const answers = await Promise.all(
    Array.from({ length: BODIES }, () => app.post('/api/documents/push', { project: 'x'.repeat(LARGE) })),
  )
  isOver = true
  expect(answers.map(({ status }) => status)).toEqual(Array(BODIES).fill(400))
  expect(turns).toHaveLength(BODIES)
  expect(new Set(turns).size).toBe(BODIES)
})
