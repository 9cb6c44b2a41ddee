import { expect, test } from 'vitest'
import { onEachWake, type WakePair } from '../../testing/each-wake.ts'
import { hear } from '../../testing/hear.ts'
import { makeRateLimits, type RateLimits } from './rate-limit.ts'
import { shareLimits } from './share-limits.ts'

const START = 1_000_000
const LIMITS = { reads: 20, writes: 5, ingestBytes: 1_000, failures: 3, signIns: 5, wrongPasswords: 2 }

onEachWake('limits of two replicas', (open) => {
  test('what one lets through, the other counts, and never twice', async () => {
    const { one, two, exchange } = await pair(open)
    for (let i = 0; i < 12; i++) one.limits.reads.take('key:1', one.now)
    two.limits.reads.add('key:1', 3, two.now)
    await exchange()
    await exchange()
    for (const { limits, now } of [one, two])
      expect(limits.reads.peek('key:1', now)).toEqual({ limit: 20, remaining: 5, resetSeconds: 60 })
    for (let i = 0; i < 5; i++) expect(two.limits.reads.take('key:1', two.now).allowed).toBe(true)
    await exchange()
    for (const { limits, now } of [one, two])
      expect(limits.reads.take('key:1', now)).toMatchObject({ allowed: false, quota: { remaining: 0 } })
  })

  test('what one gives back, the other gives back too', async () => {
    const { one, two, exchange } = await pair(open)
    one.limits.writes.take('key:1', one.now)
    one.limits.writes.take('key:1', one.now)
    one.limits.writes.giveBack('key:1', one.now)
    await exchange()
    expect(two.limits.writes.peek('key:1', two.now)?.remaining).toBe(4)
    one.limits.writes.giveBack('key:1', one.now)
    await exchange()
    for (const { limits, now } of [one, two]) expect(limits.writes.peek('key:1', now)?.remaining).toBe(5)
    // Nobody gets more than the limit.
    one.limits.writes.giveBack('key:2', one.now)
    await exchange()
    for (const { limits, now } of [one, two]) expect(limits.writes.peek('key:2', now)?.remaining).toBe(5)
  })

  test('it is available to both again a minute after its use, even if their clocks differ', async () => {
    const { one, two, exchange } = await pair(open, { skewMs: -3_600_000 })
    one.limits.writes.add('key:1', 4, one.now)
    one.now += 450
    two.now += 450
    await exchange()
    expect(two.limits.writes.peek('key:1', two.now + 59_549)?.remaining).toBe(1)
    expect(two.limits.writes.peek('key:1', two.now + 59_550)?.remaining).toBe(5)
    expect(one.limits.writes.peek('key:1', one.now + 59_550)?.remaining).toBe(5)
  })

  test('when both let through more than the limit at once, Retry-After says when there is room', async () => {
    const { one, two, exchange } = await pair(open)
    two.limits.writes.add('key:1', 4, two.now)
    one.now += 10_000
    two.now += 10_000
    one.limits.writes.add('key:1', 5, one.now)
    await exchange()
    // After 50 s the first four come back, and five are still used.
    for (const { limits, now } of [one, two])
      expect(limits.writes.peek('key:1', now)).toEqual({ limit: 5, remaining: 0, resetSeconds: 60 })
  })

  test('bytes and refused credentials count too, each kind and credential for itself', async () => {
    const { one, two, exchange } = await pair(open)
    for (let piece = 0; piece < 10; piece++) one.limits.ingestBytes.add('key:1', 60, one.now)
    one.limits.failures.take('2001:db8:1:2::/64', one.now)
    one.limits.failures.take('a/b\n"c"/1/2', one.now)
    one.limits.reads.take('badge 192.0.2.1', one.now)
    one.limits.mcpPro.take('key:1', one.now)
    await exchange()
    const left = (kind: 'ingestBytes' | 'failures' | 'reads' | 'writes' | 'mcpPro', credential: string) =>
      two.limits[kind].peek(credential, two.now)?.remaining
    expect(left('ingestBytes', 'key:1')).toBe(400)
    expect(left('ingestBytes', 'key:2')).toBe(1_000)
    expect(left('failures', '2001:db8:1:2::/64')).toBe(2)
    expect(left('failures', 'a/b\n"c"/1/2')).toBe(2)
    expect(left('reads', 'badge 192.0.2.1')).toBe(19)
    expect(left('mcpPro', 'key:1')).toBe(59)
    expect(left('writes', 'key:1')).toBe(5)
  })

  test('equal amounts of two rounds both count, and a quiet round says nothing', async () => {
    const { one, two, wakes, exchange } = await pair(open)
    const notices = hear(wakes.b, 'limits')
    for (let round = 0; round < 3; round++) {
      one.limits.reads.take('key:1', one.now)
      one.sharing.tell()
    }
    await exchange()
    await exchange()
    expect(two.limits.reads.peek('key:1', two.now)?.remaining).toBe(17)
    expect(notices.subjects.filter((subject) => subject.endsWith('reads/key:1'))).toHaveLength(3)
  })

  test('thousands of credentials are reported over several rounds', async () => {
    const { one, two, wakes, exchange } = await pair(open)
    const notices = hear(wakes.b, 'limits')
    for (let i = 0; i < 4_500; i++) one.limits.failures.take(`192.0.2.${i}`, one.now)
    one.sharing.tell()
    await exchange()
    expect(two.limits.failures.peek('192.0.2.4499', two.now)?.remaining).toBe(3)
    await exchange()
    for (const i of [0, 1_999, 2_000, 4_499])
      expect(two.limits.failures.peek(`192.0.2.${i}`, two.now)?.remaining).toBe(2)
    expect(notices.subjects.every((subject) => subject.length < 60)).toBe(true)
  })

  test('notices of other versions and of strangers change nothing', async () => {
    const { two, wakes, exchange } = await pair(open)
    for (const subject of [
      '',
      '0123456789ab/1/5/0/reads/',
      '0123456789ab/1/5/0/comments/key:1',
      '0123456789ab/1/-5/0/reads/key:1',
      '0123456789ab/1/1e9/0/reads/key:1',
      '0123456789ab/1/5/60000/reads/key:1',
      '0123456789ab/1/5/0/clock/key:1',
      '0123456789ab/1/5/0/__proto__/key:1',
    ])
      wakes.a.notify('limits', subject)
    await exchange()
    expect(two.limits.reads.peek('key:1', two.now)).toEqual({ limit: 20, remaining: 20, resetSeconds: 0 })
  })

  test('limits that are off are not told', async () => {
    const { one, wakes, exchange } = await pair(open, { limits: { ...LIMITS, reads: 0 } })
    const notices = hear(wakes.b, 'limits')
    expect(one.limits.reads.take('key:1', one.now)).toEqual({ allowed: true, quota: null })
    await exchange()
    expect(notices.subjects.filter((subject) => subject.includes('/reads/'))).toEqual([])
  })
})

interface Replica {
  limits: RateLimits
  sharing: ReturnType<typeof shareLimits>
  now: number
}

/** Two replicas' limits over one wake; `exchange` lets each tell the other. */
async function pair(open: () => Promise<WakePair>, { skewMs = 0, limits = LIMITS } = {}) {
  const wakes = await open()
  const make = (wake: WakePair['a'], now: number): Replica => {
    const replica = { now } as Replica
    replica.limits = makeRateLimits(limits, () => replica.now)
    replica.sharing = shareLimits(replica.limits, wake)
    return replica
  }
  const [one, two] = [make(wakes.a, START), make(wakes.b, START + skewMs)]
  let mark = 0
  const exchange = async () => {
    const [noticesOfA, noticesOfB] = [hear(wakes.a, 'limits'), hear(wakes.b, 'limits')]
    one.sharing.tell()
    two.sharing.tell()
    // What was reported before them arrives before them.
    wakes.a.notify('limits', `from a ${++mark}`)
    wakes.b.notify('limits', `from b ${mark}`)
    await Promise.all([noticesOfA.until(`from b ${mark}`), noticesOfB.until(`from a ${mark}`)])
  }
  return { one, two, wakes, exchange }
}
