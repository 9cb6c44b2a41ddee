import { expect, test } from 'vitest'
import { idTime, isUuid, newId } from './id.ts'

test('ids are UUIDs of version 7 with their time, and all different', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5, 6)
  const ids = Array.from({ length: 10_000 }, () => newId(now))
  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(10_000)
  expect(ids.every((id) => isUuid(id) && id[14] === '7' && '89ab'.includes(id[19] ?? ''))).toBe(true)
  expect(new Set(ids.map(idTime))).toEqual(new Set([now]))
})
