import { expect, test } from 'vitest'
import type { LogRecord } from './log.ts'
import { openReplicaClock } from './replica-clock.ts'

const HOUR_MS = 3_600_000

test('a clock that is wrong is corrected, and right again after the machine was set', async () => {
  const now = { machine: HOUR_MS + 300_000, database: HOUR_MS }
  const logged: LogRecord[] = []
  const clock = await openReplicaClock({
    ask: async () => now.database,
    log: (record) => logged.push(record),
    machine: () => now.machine,
  })
  expect(clock.now()).toBe(HOUR_MS)
  await clock.compare()
  expect(logged).toEqual([{ level: 'warn', event: 'clock differs from the database', aheadMs: 300_000 }])
  now.machine = HOUR_MS + 900
  await clock.compare()
  expect(clock.now()).toBe(HOUR_MS + 900)
  expect(logged.slice(1)).toEqual([{ level: 'info', event: 'clock right again' }])
})

test('an answer that took long changes nothing', async () => {
  const now = { machine: HOUR_MS, database: HOUR_MS }
  const clock = await openReplicaClock({
    async ask() {
      const answer = now.database
      now.machine += 5_000
      return answer
    },
    log: (record) => expect.fail(JSON.stringify(record)),
    machine: () => now.machine,
  })
  expect(clock.now()).toBe(HOUR_MS + 5_000)
})
