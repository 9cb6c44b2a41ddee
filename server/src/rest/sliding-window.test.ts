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
    expect(admitted.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(50)
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

test('a limit of 0 is none', () => {
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
