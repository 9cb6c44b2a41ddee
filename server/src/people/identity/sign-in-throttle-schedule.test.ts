import { expect, test } from 'vitest'
import {
  countOne,
  schedulesFor,
  type ThrottleState,
  takeOneBack,
  waitMs,
} from './sign-in-throttle-schedule.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-03-02T09:00:00Z')
const NEW: ThrottleState = { clearAt: 0, openAt: 0 }
const { accountFromAddress } = schedulesFor(10)

test('delays begin when the free tries are used up, double, and end at the longest', () => {
  let state = NEW
  let now = NOW
  const delays = []
  for (let i = 0; i < 14; i++) {
    state = countOne(state, accountFromAddress, now)
    delays.push(waitMs(state, accountFromAddress, now) / 1_000)
    now = state.openAt || now
  }
  expect(delays.slice(0, 11)).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1_920])
  expect(delays.slice(11).every((delay) => delay >= 1_920 && delay <= 3_600)).toBe(true)
})

test('an attack of any length is forgiven within hours of its end', () => {
  let state = NEW
  for (let i = 0; i < 10_000; i++) state = countOne(state, accountFromAddress, NOW)
  expect(state.clearAt - NOW).toBeLessThanOrEqual(13 * HOUR_MS)
})

test('a try that is given back leaves what others counted', () => {
  let state = NEW
  for (let i = 0; i < 5; i++) state = countOne(state, accountFromAddress, NOW)
  const back = takeOneBack(state, accountFromAddress, NOW)
  expect(waitMs(back, accountFromAddress, NOW)).toBe(0)
  expect(countOne(back, accountFromAddress, NOW).wrongs).toBe(5)
})

test('a clock that was set back makes nobody wait longer than the longest delay', () => {
  let state = NEW
  for (let i = 0; i < 9; i++) state = countOne(state, accountFromAddress, NOW)
  const back = NOW - 24 * HOUR_MS
  expect(waitMs(state, accountFromAddress, back)).toBe(0)
  expect(countOne(state, accountFromAddress, back).openAt - back).toBeLessThanOrEqual(HOUR_MS)
})
