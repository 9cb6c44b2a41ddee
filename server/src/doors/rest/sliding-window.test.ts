import { expect, test } from 'vitest'
import { makeSlidingWindow } from './sliding-window.ts'

const START = 1_000_000

test('what was used comes back one minute after it was used, not at the turn of a minute', () => {
  const window = makeSlidingWindow(3)
  expect(window.take('a', START).quota).toEqual({ limit: 3, remaining: 2, resetSeconds: 60 })
  window.take('a', START + 20_000)
  window.take('a', START + 40_000)
  expect(window.take('a', START + 59_999)).toEqual({
    allowed: false,
    quota: { limit: 3, remaining: 0, resetSeconds: 1 },
  })
  expect(window.take('a', START + 60_000)).toEqual({
    allowed: true,
    quota: { limit: 3, remaining: 0, resetSeconds: 20 },
  })
  expect(window.take('a', START + 60_001).allowed).toBe(false)
})

test('no minute, wherever it begins, lets more through than the limit', () => {
  const window = makeSlidingWindow(50)
  const admitted: number[] = []
  let now = START
  let seed = 7
  while (now < START + 400_000) {
    seed = (seed * 16_807) % 2_147_483_647
    now += seed % 900
    if (window.take('a', now).allowed) admitted.push(now)
  }
  for (const from of admitted) {
    expect(admitted.filter((time) => time >= from && time < from + 60_000).length).toBeLessThanOrEqual(50)
  }
  expect(admitted.length).toBeGreaterThan(300)
})

test('refused requests do not push the end of the wait away', () => {
  const window = makeSlidingWindow(1)
  window.take('a', START)
  for (let second = 1; second < 60; second++)
    expect(window.take('a', START + second * 1_000).allowed).toBe(false)
  expect(window.take('a', START + 60_000).allowed).toBe(true)
})

test('each credential has its own', () => {
  const window = makeSlidingWindow(1)
  window.take('a', START)
  expect(window.take('b', START).allowed).toBe(true)
  expect(window.peek('c', START)).toEqual({ limit: 1, remaining: 1, resetSeconds: 0 })
})

test('a limit of 0 means no limit', () => {
  const window = makeSlidingWindow(0)
  expect(window.take('a', START)).toEqual({ allowed: true, quota: null })
  expect(window.peek('a', START)).toBeNull()
})

test('a million addresses cost no more memory than ten thousand', () => {
  const window = makeSlidingWindow(1)
  for (let i = 0; i < 30_000; i++) window.take(`address ${i}`, START)
  expect(window.peek('address 0', START)?.remaining).toBe(1)
  expect(window.peek('address 29999', START)?.remaining).toBe(0)
})

test('earlier counts of another replica expire earlier, in any order of arrival', () => {
  const window = makeSlidingWindow(10)
  window.add('a', 1, START)
  window.merge('a', 2, 30_000, START)
  window.merge('a', 3, 10_000, START)
  window.merge('a', 1, 59_999, START)
  window.merge('a', 9, 60_000, START)
  expect(window.peek('a', START)).toEqual({ limit: 10, remaining: 3, resetSeconds: 1 })
  expect(window.peek('a', START + 1)?.remaining).toBe(4)
  expect(window.peek('a', START + 30_000)?.remaining).toBe(6)
  expect(window.peek('a', START + 50_000)?.remaining).toBe(9)
  expect(window.peek('a', START + 60_000)?.remaining).toBe(10)
})

test('above the limit the wait ends when there is room for one', () => {
  const window = makeSlidingWindow(2)
  window.add('a', 1, START)
  window.add('a', 1, START + 1_000)
  window.merge('a', 2, 0, START + 20_000)
  expect(window.take('a', START + 20_000).quota?.resetSeconds).toBe(60)
  expect(window.take('a', START + 79_999).allowed).toBe(false)
  expect(window.take('a', START + 80_000).allowed).toBe(true)
})

test('a window keeps few entries, however often other replicas tell of theirs', () => {
  const window = makeSlidingWindow(1_000_000)
  let seed = 7
  for (let i = 0; i < 100_000; i++) {
    seed = (seed * 16_807) % 2_147_483_647
    window.merge('a', 1, seed % 60_000, START)
  }
  const left = Array.from({ length: 60_001 }, (_, ms) => window.peek('a', START + ms)?.remaining)
  expect(left[0]).toBe(900_000)
  expect(left.at(-1)).toBe(1_000_000)
  expect(new Set(left).size).toBeLessThan(260)
})
