import { expect, test } from 'vitest'
import { TurnQueue } from './round-robin-queue.ts'

const taken = (queue: TurnQueue<string>, most = 100): string[] => {
  const items: string[] = []
  while (items.length < most) {
    const next = queue.take()
    if (!next) break
    items.push(next.item)
  }
  return items
}

test('organizations take turns, also with items that come later; each keeps its order', () => {
  const queue = new TurnQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add(1, item)
  queue.add(2, 'b1')
  expect(taken(queue, 3)).toEqual(['a1', 'b1', 'a2'])
  for (const item of ['c1', 'c2']) queue.add(3, item)
  queue.add(2, 'b2')
  expect(taken(queue)).toEqual(['a3', 'c1', 'b2', 'a4', 'c2'])
  expect(queue.isEmpty).toBe(true)
  expect(queue.take()).toBeUndefined()
})

test('items that are put back come first again', () => {
  const queue = new TurnQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) queue.add(1, item)
  expect(taken(queue, 2)).toEqual(['a1', 'a2'])
  queue.putBack(1, ['a1', 'a2'])
  expect(taken(queue, 3)).toEqual(['a1', 'a2', 'a3'])
  queue.putBack(1, ['a3'])
  expect(taken(queue)).toEqual(['a3'])
})

test('a long line loses nothing while it is added to and taken from', () => {
  const queue = new TurnQueue<string>()
  const all = Array.from({ length: 10_000 }, (_, i) => `${i}`)
  const got: string[] = []
  for (const [at, item] of all.entries()) {
    queue.add(1, item)
    if (at % 3 > 0) got.push(...taken(queue, 1))
    if (at % 500 === 499) queue.putBack(1, got.splice(-20))
  }
  expect([...got, ...taken(queue, 10_000)]).toEqual(all)
})
