import { expect, test } from 'vitest'
import { takingTurns } from './turns.ts'

test('organizations take turns, and one transaction runs at a time on SQLite', async () => {
  const turns = takingTurns('sqlite')
  const order: string[] = []
  let running = 0
  let most = 0
  const work = (name: string) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    order.push(name)
  }
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => turns(1, work(name))),
    ...['b1', 'b2'].map((name) => turns(2, work(name))),
  ])
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  expect(most).toBe(1)
})

test('work that fails gives its turn on', async () => {
  const turns = takingTurns('sqlite')
  const failing = turns(1, () => Promise.reject(new Error('full')))
  const next = turns(2, async () => 'done')
  await expect(failing).rejects.toThrow('full')
  expect(await next).toBe('done')
})
