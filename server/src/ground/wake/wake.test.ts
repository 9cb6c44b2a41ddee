import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import { CHANNEL, onEachWake, openWake, openWakePair } from '../../testing/each-wake.ts'
import { openWay, withoutNotifications } from '../../testing/faulty-proxy.ts'
import { hear } from '../../testing/hear.ts'
import { wakeContract } from '../../testing/wake-contract.ts'
import type { LogRecord } from '../kernel/log.ts'

onEachWake('wake', wakeContract)

describe('wake over Postgres', () => {
  test('replicas whose connections are cut hear that they missed something, and then each other', async () => {
    const { postgres } = await emptyPostgres()
    const { a, b, logged } = await openWakePair(postgres)
    const [own, other] = [hear(a), hear(b)]
    expect(await cut(postgres)).toBe(2)
    await Promise.all([own.untilMissed(), other.untilMissed()])
    a.notify('outbox', 'after')
    await other.until('after')
    expect(logged.map(({ event }) => event)).toContain('notices between replicas are back')
  })

  test('notices during a lost connection arrive as missed', async () => {
    const { postgres } = await emptyPostgres()
    const way = await openWay(postgres)
    way.pause()
    const a = openWake(way.address)
    const b = openWake(postgres)
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
    const { postgres } = await emptyPostgres()
    const way = await openWay(postgres)
    const a = openWake(way.address, { beatEvery: 20, answerWithin: 500 })
    const b = openWake(postgres)
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
    const { postgres } = await emptyPostgres()
    const { a, b } = await openWakePair(postgres)
    const other = hear(b)
    const long = 'x'.repeat(1_000)
    for (let i = 0; i < 10_000; i++) a.notify('outbox', `${long} ${i}`)
    await other.untilMissed()
    a.notify('outbox', 'after')
    await other.until('after')
    expect(other.subjects).toEqual(['after'])
  })

  test('databases on one server do not hear each other, nor do channels of one database', async () => {
    const [one, two] = [await emptyPostgres(), await emptyPostgres()]
    const { a, b } = await openWakePair(one.postgres)
    const elsewhere = openWake(two.postgres)
    const beside = openWake(one.postgres, {}, 'svc_another')
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
    const { postgres } = await emptyPostgres()
    const { a, b, logged } = await openWakePair(postgres)
    const other = hear(b)
    await withClient(postgres, async (client) => {
      for (const payload of [
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
        await client.query('select pg_notify($1, $2)', [CHANNEL, payload])
    })
    a.notify('outbox', 'proper')
    await other.until('proper')
    expect(other.subjects).toEqual(['proper'])
    expect([other.missed, logged]).toEqual([0, []])
  })

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

  test('what waits when one replica closes still reaches the others', async () => {
    const { postgres } = await emptyPostgres()
    const { a, b } = await openWakePair(postgres)
    const other = hear(b)
    a.notify('outbox', 'the last words')
    await a.close()
    await other.until('the last words')
    expect(await cut(postgres)).toBe(1)
  })
})

/** Cuts the connections that listen; gives how many there were. */
const cut = (address: string) =>
  withClient(address, async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'svc wake' and datname = current_database()`,
    )
    return rowCount
  })

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return work(client).finally(() => client.end())
}
