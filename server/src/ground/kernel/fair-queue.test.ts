import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const work = (organizationId: number, name: string, isBegun = false) => ({ organizationId, name, isBegun })
const any = () => true

test('organizations take turns, each in the order it asked', () => {
  const queue = new FairQueue<ReturnType<typeof work>>('answers')
  for (const name of ['a1', 'a2', 'a3']) queue.add(work(1, name))
  queue.add(work(2, 'b1'))
  queue.add(work(3, 'c1'))
  const taken = [queue.take(any)?.name]
  queue.add(work(2, 'b2'))
  for (let next = queue.take(any); next; next = queue.take(any)) taken.push(next.name)
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('what does not fit waits on, and what is removed is never taken', () => {
  const queue = new FairQueue<ReturnType<typeof work>>('answers')
  const [first, second, other] = [work(1, 'first'), work(1, 'second'), work(2, 'other')]
  for (const each of [first, second, other]) queue.add(each)
  expect(queue.take(({ name }) => name !== 'first')).toBe(second)
  queue.remove(other)
  queue.remove(other)
  expect(queue.take(any)).toBe(first)
  expect(queue.take(any)).toBeUndefined()
})

test('of one organization only so much may wait, but what is under way continues', () => {
  const queue = new FairQueue<ReturnType<typeof work>>('answers')
  for (let i = 0; i < 500; i++) queue.add(work(1, `${i}`))
  expect(() => queue.add(work(1, 'one more'))).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', facts: { retryAfterSeconds: 5 } }),
  )
  queue.add(work(1, 'under way', true))
  queue.add(work(2, 'of another'))
  queue.take(any)
  expect(queue.take(any)?.name).toBe('of another')
})

test('what is put back comes next, and no organization loses its turn', () => {
  const queue = new FairQueue<ReturnType<typeof work>>('answers')
  for (const each of [work(1, 'a1'), work(1, 'a2'), work(2, 'b1')]) queue.add(each)
  const first = queue.take()
  queue.putBack(first ?? work(0, 'none'))
  const taken = []
  for (let next = queue.take(); next; next = queue.take()) taken.push(next.name)
  expect(taken).toEqual(['a1', 'b1', 'a2'])
})
