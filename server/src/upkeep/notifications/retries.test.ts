import { createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { passed, settled } from '../../testing/upload.ts'
import { breakMain, type Delivery, deliver, deliveries, hook, receiver } from '../../testing/webhooks.ts'

onEachDatabase('deliveries', (make) => {
  test('what is not taken is tried again, later and later, under the same id, for a day', async () => {
    const app = await make()
    const { url, got, answer } = await receiver()
    answer((response) => response.writeHead(500, { 'Content-Type': 'text/plain' }).end('no\u0007room'))
    const { id } = await hook(app, url)
    await breakMain(app)
    await deliver(app)
    const waits: number[] = []
    for (let i = 0; i < 40; i++) {
      const [{ state, nextAttemptAt } = { state: '', nextAttemptAt: null }] = await deliveries(app, id)
      if (state !== 'waiting') break
      const wait = Date.parse(nextAttemptAt ?? '') - app.clock()
      waits.push(wait / 1_000)
      app.advance(wait)
      await app.deliver()
    }
    // Ten seconds, then four times as long each time up to four hours; the last one would be after 24 hours.
    expect(waits).toEqual(
      [10, 40, 160, 640, 2560, 10240, 14400, 14400, 14400, 14400, 14400].slice(0, waits.length),
    )
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(86_400)
    expect(waits.length).toBe(11)
    const [last] = await deliveries(app, id)
    expect(last).toMatchObject({
      state: 'failed',
      attempts: 12,
      status: 500,
      problem: 'It answered 500: no room',
    })
    expect(new Set(got.map(({ headers }) => headers['svc-delivery']))).toEqual(new Set([last?.id]))
    const { data } = await app.get<{ failingSince: string }[]>('/api/webhooks')
    expect(data[0]?.failingSince).not.toBeNull()
  })

  test('410 ends a webhook at once; days of failures end it too, with a word to admins', async () => {
    const app = await make()
    const [gone, bad] = [await receiver(), await receiver()]
    gone.answer(410)
    bad.answer(503)
    const first = await hook(app, gone.url, { name: 'gone', events: ['execution.settled'] })
    const second = await hook(app, bad.url, { name: 'bad', events: ['execution.settled'] })
    for (let day = 0; day <= 3; day++) {
      await settled(app, { results: [passed('a')] })
      await deliver(app)
      app.advance(86_400_000)
    }
    const { data } =
      await app.get<{ id: string; disabledAt: string | null; disabledBecause: string }[]>('/api/webhooks')
    const byId = new Map(data.map((webhook) => [webhook.id, webhook]))
    expect(byId.get(first.id)?.disabledBecause).toBe('It answered 410: it accepts no more messages.')
    expect(gone.got).toHaveLength(1)
    expect(byId.get(second.id)?.disabledBecause).toMatch(
      /^No delivery has succeeded since 2026-03-02T.*It answered 503\.$/,
    )
    // Within a minute, what it had yet to get is given up.
    await deliver(app)
    expect((await deliveries(app, second.id)).every(({ state }) => state === 'failed')).toBe(true)
    const { data: audit } = await app.get<{ action: string; actor: { kind: string } }[]>(
      '/api/audit?action=webhook.disabled',
    )
    expect(audit).toMatchObject([{ actor: { kind: 'machine' } }, { actor: { kind: 'machine' } }])
    // Taken up again by a person, and a success is a new start.
    bad.answer(200)
    await app.post(`/api/webhooks/${second.id}`, { enabled: true })
    await settled(app, { results: [passed('a')] })
    await deliver(app)
    expect((await deliveries(app, second.id))[0]).toMatchObject({ state: 'delivered' })
  })

  test('what cannot be sent at all is tried and given up as any other, and the log says why', async () => {
    const app = await make()
    const { id } = await hook(app, 'http://127.0.0.1:9/')
    await app.store.write((db) => db.updateTable('webhook').set({ address: 'broken' }).execute())
    await breakMain(app)
    await deliver(app)
    expect(await deliveries(app, id)).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        problem: 'This server could not send it; its log contains the reason.',
      },
    ])
    expect(app.logged).toMatchObject([{ event: 'delivery failed' }])
  })

  test('a receiver is waited for as it asks, and what went wrong is said', async () => {
    const app = await make()
    const { url, answer } = await receiver()
    const { id } = await hook(app, url)
    const tried = async () => (await app.post<Delivery>(`/api/webhooks/${id}/test`, {})).data
    expect(await tried()).toMatchObject({ event: 'test', state: 'delivered', status: 200, attempts: 1 })
    answer((response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end())
    expect(await tried()).toMatchObject({
      state: 'failed',
      problem: 'It answered 302; the server does not follow redirects.',
    })
    answer((response) => response.socket?.destroy())
    expect(await tried()).toMatchObject({
      status: null,
      problem: 'It closed the connection without an answer.',
    })
    answer((response) => response.socket?.end('this is not HTTP at all\r\n\r\n'))
    expect((await tried()).problem).toMatch(/^It could not be reached: Parse Error/)
    // Neither an endless answer nor one that drips is read to its end.
    answer((response) => {
      response.writeHead(400)
      const more = () => response.write('x'.repeat(100_000), () => response.destroyed || setImmediate(more))
      more()
    })
    expect((await tried()).problem).toBe(`It answered 400: ${'x'.repeat(200)}`)
    answer((response) => response.writeHead(400).write('slow'))
    expect((await tried()).problem).toBe('It answered 400: slow')
    // A test is tried once and counts for nothing.
    const { data } = await app.get<{ failingSince: string | null }[]>('/api/webhooks')
    expect(data[0]?.failingSince).toBeNull()
    answer((response) => response.writeHead(429, { 'Retry-After': '120' }).end())
    await breakMain(app)
    await deliver(app)
    const [delivery] = await deliveries(app, id)
    expect(Date.parse(delivery?.nextAttemptAt ?? '') - app.clock()).toBe(120_000)
  })
})

test('a slow receiver is given up after 10 s and holds up nobody else', { tags: 'thorough' }, async () => {
  const { makeApp } = await import('../../testing/make-app.ts')
  const app = await makeApp()
  const silent: Server = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const quick = await receiver()
  const address = silent.address() as { port: number }
  const slow = await hook(app, `http://127.0.0.1:${address.port}/`)
  await hook(app, quick.url)
  await breakMain(app)
  app.advance(2_000)
  await app.deliver().then(async () => {
    app.advance(2_000)
    const going = app.deliver()
    await quick.until(1)
    expect((await deliveries(app, slow.id))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      problem: null,
    })
    await going
  })
  expect((await deliveries(app, slow.id))[0]?.problem).toBe('It did not answer within 10 s.')
})
