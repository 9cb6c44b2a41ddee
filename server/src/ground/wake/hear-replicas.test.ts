import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { LogRecord } from '../kernel/log.ts'
import type { Wake } from '../kernel/wake.ts'
import { hearReplicas } from './hear-replicas.ts'
import { makeLocalWake } from './local.ts'

const LIVE = ['a', 'b'].map((id) => ({ id, host: `host-${id}` }))

function makeWake(): Wake {
  const wake = makeLocalWake(() => undefined)
  onTestFinished(() => wake.close())
  return wake
}

/** Two replicas with these connections; `checks` lets both check so often. */
function pair(a: Wake, b: Wake) {
  const logged: LogRecord[] = []
  const log = (record: LogRecord) => void logged.push(record)
  const [one, other] = [hearReplicas(a, 'a', log), hearReplicas(b, 'b', log)]
  const checks = async (times: number, live = LIVE) => {
    for (let i = 0; i < times; i++) {
      one.check(live)
      other.check(live)
      await setImmediate()
      await setImmediate()
    }
  }
  return { one, other, logged, checks }
}

test('replicas with one address hear each other', async () => {
  const wake = makeWake()
  const { one, other, logged, checks } = pair(wake, wake)
  await checks(10)
  expect([one.problem(), other.problem(), logged]).toEqual([null, null, []])
})

test('replicas with two addresses say so, until one of them is gone', async () => {
  const { one, other, logged, checks } = pair(makeWake(), makeWake())
  await checks(6)
  expect([one.problem(), other.problem()]).toEqual([null, null])
  await checks(3)
  expect(one.problem()).toContain('Notices of another replica do not arrive here. Set the same SVC_WAKE_URL')
  expect(other.problem()).not.toBeNull()
  expect(logged.map(({ level, event }) => [level, event])).toEqual([
    ['error', 'replicas do not hear each other'],
    ['error', 'replicas do not hear each other'],
  ])
  await checks(1, LIVE.slice(0, 1))
  expect(one.problem()).toBe(null)
})

test('a replica whose connection is away blames nobody', async () => {
  const away = { ...makeWake(), isUp: () => false }
  const { one, checks } = pair(away, makeWake())
  await checks(10)
  expect(one.problem()).toBe(null)
})
