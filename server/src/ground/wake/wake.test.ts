import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import { CHANNEL, onEachCarrier, onEachWake, openWake, openWakePair, say } from '../../testing/each-wake.ts'
import { openWay, withoutNotifications } from '../../testing/faulty-proxy.ts'
import { makeFolder } from '../../testing/folder.ts'
import { hear } from '../../testing/hear.ts'
import { describeOnNats, startNats } from '../../testing/nats.ts'
import { wakeContract } from '../../testing/wake-contract.ts'
import type { LogRecord } from '../kernel/log.ts'

onEachWake('wake', wakeContract)

onEachCarrier('wake between replicas', (open) => {
  test('replicas whose connections are cut hear that they missed something, and then each other', async () => {
    const way = await openWay(await open())
    const { a, b, logged } = await openWakePair(way.address)
    const [own, other] = [hear(a), hear(b)]
    way.cut()
    await Promise.all([own.untilMissed(), other.untilMissed()])
    a.notify('outbox', 'after')
    await other.until('after')
    expect(logged.map(({ event }) => event)).toContain('notices between replicas are back')
  })

  test('notices during a lost connection arrive as missed', async () => {
    const address = await open()
    const way = await openWay(address)
    way.pause()
    const a = openWake(way.address)
    const b = openWake(address)
    await hear(b).untilMissed()
    const [own, other] = [hear(a), hear(b)]
    for (let i = 0; i < 100_000; i++) a.notify('outbox', `lost ${i}`)
    await own.until('lost 99999')
    way.resume()
    await other.untilMissed()
    a.notify('outbox', 'found')
    await other.until('found')
    expect(other.subjects).toEqual(['found'])
  })

  test('a connection that says nothing any more is made again', async () => {
    const address = await open()
    const way = await openWay(address)
    const a = openWake(way.address, { beatEvery: 20, answerWithin: 500 })
    const b = openWake(address)
    await Promise.all([hear(a).untilMissed(), hear(b).untilMissed()])
    const own = hear(a)
    const before = way.connections()
    way.pause()
    await expect.poll(way.connections, { interval: 10 }).toBeGreaterThan(before)
    way.resume()
    await own.untilMissed()
    const timer = setInterval(() => b.notify('outbox', 'is it back'), 20)
    onTestFinished(() => clearInterval(timer))
    await own.until('is it back')
  })

  test('more than can wait is heard as missed', async () => {
    const address = await open()
    const { a, b } = await openWakePair(address)
    const other = hear(b)
    const long = 'x'.repeat(1_000)
    for (let i = 0; i < 10_000; i++) a.notify('outbox', `${long} ${i}`)
    await other.untilMissed()
    a.notify('outbox', 'after')
    await other.until('after')
    expect(other.subjects).toEqual(['after'])
  })

  test('neither two servers nor two channels of one server hear each other', async () => {
    const [one, two] = [await open(), await open()]
    const { a, b } = await openWakePair(one)
    const elsewhere = openWake(two)
    const beside = openWake(one, {}, 'svc_another')
    await Promise.all([hear(elsewhere).untilMissed(), hear(beside).untilMissed()])
    const strangers = [hear(elsewhere), hear(beside)]
    const other = hear(b)
    a.notify('outbox', 'one')
    await other.until('one')
    for (const wake of [elsewhere, beside]) wake.notify('outbox', 'two')
    await Promise.all(strangers.map((stranger) => stranger.until('two')))
    for (const stranger of strangers) expect(stranger.subjects).toEqual(['two'])
    expect(other.subjects).toEqual(['one'])
  })

  test('what strangers write into the channel is ignored', async () => {
    const address = await open()
    const { a, b, logged } = await openWakePair(address)
    const other = hear(b)
    await say(address, [
      '',
      'hello',
      '{',
      'null',
      '[]',
      '[1]',
      '[1,"x","outbox",[1]]',
      '[1,"x","outbox","all"]',
      '[1,"x","nothing",["a"]]',
      '[1,"x","__proto__",["a"]]',
      '[2,"x","outbox",["a"]]',
      '[1,7,"outbox",["a"]]',
      '[1,"x","outbox",["a"],"more"]',
      `[${'['.repeat(7_000)}`,
    ])
    a.notify('outbox', 'proper')
    await other.until('proper')
    expect(other.subjects).toEqual(['proper'])
    expect([other.missed, logged]).toEqual([0, []])
  })

  test('what waits when one replica closes still reaches the others', async () => {
    const way = await openWay(await open())
    const { a, b } = await openWakePair(way.address)
    const other = hear(b)
    a.notify('outbox', 'the last words')
    await a.close()
    await other.until('the last words')
    await expect.poll(way.open).toBe(1)
  })
})

describe('wake over Postgres', () => {
  test('a pooler that takes LISTEN and delivers nothing is named in the log, and holds up nothing', async () => {
    const { postgres } = await emptyPostgres()
    const way = await openWay(postgres, withoutNotifications)
    const logged: LogRecord[] = []
    const a = openWake(way.address, { answerWithin: 200 }, CHANNEL, logged)
    const own = hear(a)
    a.notify('outbox', 'within')
    await own.until('within')
    await expect
      .poll(() => logged, { interval: 10 })
      .toMatchObject([{ level: 'warn', problem: expect.stringContaining('set SVC_WAKE_URL') }])
    await a.close()
    expect(own.missed).toBe(0)
  })
})

describeOnNats('wake over NATS', (executable) => {
  test('a server that is killed and starts again is heard again, and the log says both', async () => {
    const nats = await startNats(executable)
    const { a, b, logged } = await openWakePair(nats.address)
    const [own, other] = [hear(a), hear(b)]
    await nats.kill()
    await expect.poll(() => [a.isUp(), b.isUp()]).toEqual([false, false])
    await nats.start()
    await Promise.all([own.untilMissed(), other.untilMissed()])
    a.notify('outbox', 'after')
    await other.until('after')
    expect(other.subjects).toEqual(['after'])
    expect(new Set(logged.map(({ event }) => event))).toEqual(
      new Set(['no notices between replicas', 'notices between replicas are back']),
    )
  })

  test('a server that comes back and refuses the password is named in the log', async () => {
    const config = configFile('')
    const nats = await startNats(executable, ['-c', config])
    const { a, b, logged } = await openWakePair(nats.address)
    await nats.kill()
    await expect.poll(() => [a.isUp(), b.isUp()]).toEqual([false, false])
    writeFileSync(config, 'authorization { user: svc, password: another }')
    await nats.start()
    await expect.poll(() => logged.map(({ problem }) => problem).join()).toMatch(/authorization/i)
  })

  test('the other servers of a cluster are tried if one is away', async () => {
    const [away, there] = [await startNats(executable), await startNats(executable)]
    await away.kill()
    const { a, b } = await openWakePair(`${away.address},${there.address}`)
    const other = hear(b)
    a.notify('outbox', 'one')
    await other.until('one')
  })

  test('a name, a password and a token are those of the address, and a wrong one is named in the log', async () => {
    const named = await startNats(executable, ['--user', 'svc', '--pass', 'p@ss/word'])
    const { a, b } = await openWakePair(named.address.replace('//', '//svc:p%40ss%2Fword@'))
    const other = hear(b)
    a.notify('outbox', 'by password')
    await other.until('by password')
    const token = await startNats(executable, ['--auth', 'a-token'])
    await openWakePair(token.address.replace('//', '//a-token@'))
    const logged: LogRecord[] = []
    openWake(named.address.replace('//', '//svc:wrong@'), {}, CHANNEL, logged)
    await expect
      .poll(() => logged)
      .toMatchObject([{ level: 'warn', problem: expect.stringMatching(/authorization/i) }])
  })

  test.each([
    ['publish', 'publish: { deny: ["svc.wake.>"] }'],
    ['subscription', 'subscribe: { deny: ["svc.wake.>"] }'],
  ])('an account without the right of %s is named in the log, with what to allow', async (_, denied) => {
    const nats = await startNats(executable, [
      '-c',
      configFile(`authorization { users: [{ user: svc, password: pass, permissions: { ${denied} } }] }`),
    ])
    const logged: LogRecord[] = []
    const wake = openWake(nats.address.replace('//', '//svc:pass@'), {}, CHANNEL, logged)
    await expect
      .poll(() => logged)
      .toMatchObject([{ level: 'warn', problem: expect.stringContaining('allow it both for svc.wake.>') }])
    expect(wake.isUp()).toBe(false)
  })

  test('closing does not wait for a server that never answers', async () => {
    const way = await openWay((await startNats(executable)).address)
    way.pause()
    const wake = openWake(way.address)
    await expect.poll(way.connections).toBe(1)
    await wake.close()
  })
})

function configFile(text: string): string {
  const folder = makeFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'nats.conf')
  writeFileSync(path, text)
  return path
}
