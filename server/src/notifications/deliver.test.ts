import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { dispatchEvents } from '../kernel/events.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import type { TestApp } from '../testing/make-app.ts'
import { addPerson } from '../testing/people.ts'
import { openReceiver, type Received } from '../testing/receiver.ts'
import { failed, flaky, passed, settled } from '../testing/upload.ts'
import { makeDeliverer } from './deliverer.ts'
import type { Notice } from './notice.ts'
import { webhookConsumer } from './queue.ts'
import { makeResolveHost } from './resolve-host.ts'

interface Delivery {
  id: string
  event: string
  state: string
  attempts: number
  nextAttemptAt: string | null
  status: number | null
  problem: string | null
}

async function receiver() {
  const opened = await openReceiver()
  onTestFinished(() => opened.close())
  return opened
}

const hook = async (app: TestApp, url: string, more: object = {}) =>
  (await app.post<{ id: string; secret: string }>('/api/webhooks', { name: 'ours', url, ...more })).data

const deliveries = async (app: TestApp, id: string) =>
  (await app.get<Delivery[]>(`/api/webhooks/${id}/deliveries`)).data

/** Past the time that deliveries are held for, then what is due. */
const deliver = async (app: TestApp, afterMs = 2_000) => {
  await app.deliver()
  app.advance(afterMs)
  await app.deliver()
}

const notice = (body: string | undefined) => JSON.parse(body ?? '') as Notice & { id: string; text: string }

/** A default branch that breaks: green, then red. */
async function breakMain(app: TestApp, more: object = {}) {
  await settled(app, { results: [passed('pays'), passed('ships')] })
  return settled(app, { results: [failed('pays'), passed('ships')], ...more })
}

onEachDatabase('deliveries', (make) => {
  test('a broken base branch is reported once, signed, with the failures and their owners', async () => {
    const app = await make()
    const { url, got } = await receiver()
    const { id, secret } = await hook(app, url)
    const execution = await breakMain(app, {
      codeowners: { path: 'CODEOWNERS', text: '* @acme/pay' },
      code: { branch: 'main', testedSha: 'a'.repeat(40), message: 'Pay twice\n\nby mistake' },
    })
    await deliver(app)
    await deliver(app)
    expect(got).toHaveLength(1)
    const { headers, body } = got[0] as Received
    expect(notice(body)).toMatchObject({
      event: 'base.broke',
      text: 'main of shop is broken: 1 test failed in default',
      project: 'shop',
      execution: {
        id: execution,
        url: `http://svc.test/executions/${execution}`,
        subject: 'Pay twice',
        counts: { passed: 1, failed: 1, flaky: 0, skipped: 0, errors: 0 },
      },
      tests: [{ titles: ['pays'], file: 'shop.test.ts', because: null, owners: ['@acme/pay'] }],
      testCount: 1,
    })
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['svc-signature'])) ?? []
    expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(signature)
    expect(Number(time) * 1_000).toBe(app.clock() - 2_000)
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'svc-event': 'base.broke' })
    expect(await deliveries(app, id)).toMatchObject([
      { id: headers['svc-delivery'], state: 'delivered', attempts: 1, status: 200, problem: null },
    ])
  })

  test('two that dispatch and send at once tell it once', async () => {
    const app = await make()
    const { url, got } = await receiver()
    const { id } = await hook(app, url)
    await breakMain(app)
    const parts = { store: app.store, clock: app.clock, log: () => undefined, allowPrivate: true }
    const other = makeDeliverer(parts)
    const consumers = [webhookConsumer(app.store, 'http://svc.test')]
    const dispatching = { consumers, log: () => undefined }
    await Promise.all([1, 2, 3].map(() => dispatchEvents(app.store, dispatching, app.clock())))
    expect(await deliveries(app, id)).toHaveLength(1)
    app.advance(2_000)
    await Promise.all([app.deliver(), other.tick()])
    await other.stop()
    expect(got.map(({ body }) => notice(body).testCount)).toEqual([1])
    expect(await deliveries(app, id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })

  test('the end of an attempt says so once the next message of its webhook can go', async () => {
    const app = await make()
    const { url, until } = await receiver()
    const { id } = await hook(app, url, { events: ['execution.settled'] })
    for (const suite of ['a', 'b', 'c']) await settled(app, { suite, results: [passed('pays')] })
    await app.deliver()
    app.advance(2_000)
    const { store, clock } = app
    // Each attempt starts the next one: nothing else looks again.
    const ticks: Promise<void>[] = []
    const ended = () => void ticks.push(deliverer.tick())
    const deliverer = makeDeliverer({ store, clock, log: () => undefined, allowPrivate: true, ended })
    await deliverer.tick()
    await until(3)
    await deliverer.stop()
    await Promise.all(ticks)
    expect((await deliveries(app, id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
  })

  test('fifty tests that turn flaky in one execution are one message', async () => {
    const app = await make()
    const { url, got } = await receiver()
    await hook(app, url)
    const letter = (n: number) => String.fromCharCode(97 + n)
    // Each with an error of its own: one that many tests share speaks of none of them.
    const names = Array.from({ length: 50 }, (_, i) => letter(i / 7) + letter(i % 7))
    const others = names.map((name) => passed(`other ${name}`))
    for (let n = 0; n < 12; n++) {
      const unsteady = names.map((name) =>
        n < 8 ? passed(name) : flaky(name, { message: `slipped on ${name}` }),
      )
      await settled(app, { results: [...unsteady, ...others] })
    }
    await deliver(app)
    const notices = got.map(({ body }) => notice(body)).filter(({ event }) => event === 'test.became-flaky')
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({ testCount: 50, text: '50 tests of shop became flaky on main' })
    expect(notices[0]?.tests).toHaveLength(10)
    expect(notices[0]?.tests[0]?.because).toMatch(/gave evidence of flakiness/)
  })

  test('nobody is notified of events that they did not subscribe to, nor of another project', async () => {
    const app = await make()
    const [one, other] = [await receiver(), await receiver()]
    await settled(app, { project: 'else', results: [passed('a')] })
    await hook(app, one.url, { events: ['execution.settled'] })
    await hook(app, other.url, { events: ['execution.settled', 'base.broke'], project: 'else' })
    await breakMain(app)
    await deliver(app)
    await deliver(app)
    expect(one.got.map(({ body }) => notice(body).text)).toEqual([
      'default of shop on main passed',
      'default of shop on main failed',
    ])
    expect(other.got).toEqual([])
  })

  test('a webhook whose owner is no longer a member sends nothing, even if its row remains', async () => {
    const app = await make()
    const { url, got } = await receiver()
    const ada = await addPerson(app, { default: 'admin' })
    await app.post('/api/webhooks', { name: 'ours', url }, { key: ada.token })
    await app.store.write((db) => db.deleteFrom('member').where('person_id', '=', ada.id).execute())
    const kept = await hook(app, url)
    await breakMain(app)
    await deliver(app)
    expect(got).toHaveLength(1)
    expect(await deliveries(app, kept.id)).toHaveLength(1)
  })

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

  test('a server that is not set to send to its own network does not, by address nor by name', async () => {
    const app = await make()
    const { url, got } = await receiver()
    const named = url.replace('127.0.0.1', 'localhost')
    const hooks = [await hook(app, url), await hook(app, named)]
    const closed = await make({ webhooks: { allowPrivate: false } })
    // Made when it was allowed: the address is looked at again whenever something is sent.
    const { post } = await import('./post.ts')
    const find = makeResolveHost()
    const resolve = (host: string, signal: AbortSignal) => find(host, { organizationId: 1, signal })
    const { port } = new URL(url)
    // The last one is no name that anybody could look up: it sounds as the others do.
    const hosts = [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0177.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'a'.repeat(64),
    ]
    for (const host of hosts)
      for (const protocol of ['http', 'https']) {
        const address = new URL(`${protocol}://${host}:${port}/hook`)
        const { signal } = new AbortController()
        const answer = await post({
          ...{ url: address, headers: {}, body: '{}', signal, allowPrivate: false, resolve },
        })
        const name = address.hostname.replace(/[[\]]/g, '')
        expect(answer).toEqual({
          status: null,
          retryAfterMs: 0,
          problem: `${name} does not resolve to a public https address, and this server may not send elsewhere.`,
        })
      }
    expect(got).toEqual([])
    expect(hooks).toHaveLength(2)
    expect((await closed.post('/api/webhooks', { name: 'a', url })).status).toBe(400)
  })

  test('what ended is kept for a week, and goes with execution, webhook and organization', async () => {
    const app = await make()
    const { url, answer } = await receiver()
    const { id } = await hook(app, url)
    const first = await breakMain(app)
    await deliver(app)
    app.advance(6 * 86_400_000)
    await app.deliver()
    expect(await deliveries(app, id)).toHaveLength(1)
    app.advance(86_400_001)
    await app.deliver()
    expect(await deliveries(app, id)).toHaveLength(0)
    answer(500)
    await app.delete(`/api/executions/${first}`)
    const second = await settled(app, { results: [failed('pays')] })
    await deliver(app)
    expect(await deliveries(app, id)).toMatchObject([{ state: 'waiting' }])
    await app.delete(`/api/executions/${second}`)
    expect(await deliveries(app, id)).toEqual([])
    await app.delete('/api/organization?confirm=default')
    await app.removeDeleted()
    expect(await app.store.read.selectFrom('webhook').selectAll().execute()).toEqual([])
  })
})

test('a slow receiver is given up after 10 s and holds up nobody else', { tags: 'thorough' }, async () => {
  const { makeApp } = await import('../testing/make-app.ts')
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
