import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { dispatchEvents } from '../../ground/kernel/events.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addPerson } from '../../testing/people.ts'
import type { Received } from '../../testing/receiver.ts'
import { failed, flaky, passed, settled } from '../../testing/upload.ts'
import { breakMain, deliver, deliveries, hook, receiver } from '../../testing/webhooks.ts'
import { makeDeliverer } from './deliverer.ts'
import type { Notice } from './notice.ts'
import { webhookConsumer } from './queue.ts'
import { makeResolveHost } from './resolve-host.ts'

const notice = (body: string | undefined) => JSON.parse(body ?? '') as Notice & { id: string; text: string }

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
