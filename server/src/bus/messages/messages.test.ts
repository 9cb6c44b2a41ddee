import { LIMITS } from '@svc/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addAgent, inboxOf, sendAs, type TestMessage } from '../../testing/bus.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { makeApp } from '../../testing/make-app.ts'
import { expireMessages } from './expire.ts'
import { pruneMessages } from './prune.ts'

const texts = (messages: TestMessage[]) => messages.map(({ message }) => message)
const DAY_MS = 86_400_000
const RETENTION = { endedDays: 30, deliveredDays: 90, pendingDays: 180 }

onBothDatabases('messages', (make) => {
  test('an inbox has urgent messages first, pages without gaps, and changes no status by itself', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    for (const [text, priority] of [
      ['1', 'low'],
      ['2', 'normal'],
      ['3', 'urgent'],
      ['4', 'normal'],
      ['5', 'high'],
    ])
      await sendAs(app, ada, 'bob', text as string, { priority })
    expect(texts(await inboxOf(app, bob))).toEqual(['3', '5', '2', '4', '1'])
    const page = await app.get<{ total: number; messages: TestMessage[]; nextCursor: string }>(
      '/api/bus/inbox?limit=2',
      { key: bob.key },
    )
    expect(page.data).toMatchObject({ total: 5, messages: [{ sequence: 3 }, { sequence: 5 }] })
    const rest = await app.get<typeof page.data>(`/api/bus/inbox?cursor=${page.data.nextCursor}`, {
      key: bob.key,
    })
    expect(texts(rest.data.messages)).toEqual(['2', '4', '1'])
    const ids = page.data.messages.map(({ id }) => id)
    for (const marked of [2, 0])
      expect((await app.post('/api/bus/inbox/read', { ids }, { key: bob.key })).data).toEqual({ marked })
    expect(texts(await inboxOf(app, bob))).toEqual(['2', '4', '1'])
    expect(texts(await inboxOf(app, bob, 'read'))).toEqual(['3', '5'])
    expect((await app.get('/api/bus/agents/bob')).data).toMatchObject({ unread: 3 })
    // Nobody marks the mail of others.
    const left = (await inboxOf(app, bob)).map(({ id }) => id)
    expect((await app.post('/api/bus/inbox/read', { ids: left }, { key: ada.key })).data).toEqual({
      marked: 0,
    })
  })

  test('concurrent sends are stored each once, with sequences without gaps; a refused one fails alone', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        sendAs(app, ada, 'bob', `${i}`, {
          clientMessageId: `id ${i % 8}`,
          ...(i % 8 === 7 && { replyTo: ada.id }),
        }),
      ),
    )
    // Of two with one id and different texts, one is a conflict.
    const pairs = Array.from({ length: 8 }, (_, i) => [answers[i]?.status, answers[i + 8]?.status].sort())
    expect(pairs).toEqual([...Array(7).fill([200, 409]), [400, 400]])
    const inbox = await inboxOf(app, bob)
    expect(inbox.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 7 }, (_, i) => i + 1))
    const [first] = inbox
    const id = `id ${Number(first?.message) % 8}`
    const again = await sendAs(app, ada, 'bob', first?.message ?? '', { clientMessageId: id })
    expect(again.data).toMatchObject({ isRepeat: true, id: first?.id })
  })

  test('an answer joins its thread, and only to a message that the sender has', async () => {
    const app = await make()
    const [ada, bob, eve] = [
      await addAgent(app, 'ada'),
      await addAgent(app, 'bob'),
      await addAgent(app, 'eve'),
    ]
    const { data: first } = await sendAs(app, ada, 'bob', 'Why does it fail?', { channel: 'builds' })
    const { data: second } = await sendAs(app, bob, 'ada', 'A clock.', { replyTo: first.id })
    const { data: third } = await sendAs(app, ada, 'bob', 'Thanks.', { replyTo: second.id })
    expect([second.thread, third.thread]).toEqual([first.id, first.id])
    const list = (query: string, key = ada.key) =>
      app.get<TestMessage[]>(`/api/bus/messages?${query}`, { key })
    expect(texts((await list(`thread=${first.id}`)).data)).toEqual([
      'Thanks.',
      'A clock.',
      'Why does it fail?',
    ])
    expect(texts((await list('channel=builds')).data)).toEqual(['Why does it fail?'])
    expect(texts((await list('from=bob')).data)).toEqual(['A clock.'])
    expect((await list(`thread=${first.id}`, eve.key)).data).toEqual([])
    for (const replyTo of [first.id, eve.id])
      expect((await sendAs(app, eve, 'bob', 'Me too.', { replyTo })).error).toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('replyTo names no message'),
      })
    expect(await app.get(`/api/bus/messages/${first.id}`, { key: bob.key })).toMatchObject({ status: 200 })
    expect(await app.get(`/api/bus/messages/${first.id}`, { key: eve.key })).toMatchObject({ status: 404 })
  })

  test('a search finds words of the own mail only, in pages', async () => {
    const app = await make()
    const [ada, bob, eve] = [
      await addAgent(app, 'ada'),
      await addAgent(app, 'bob'),
      await addAgent(app, 'eve'),
    ]
    for (const [from, to, text] of [
      [ada, bob, 'The Café test is flaky on main'],
      [bob, ada, 'flaky? I saw checkout_total fail'],
      [eve, ada, 'Nothing here'],
      [bob, eve, 'flaky secret'],
    ] as const)
      await sendAs(app, from, to.name, text)
    const search = async (q: string, key = ada.key) =>
      texts((await app.get<TestMessage[]>(`/api/bus/messages?q=${encodeURIComponent(q)}`, { key })).data)
    expect(await search('FLAKY')).toEqual([
      'flaky? I saw checkout_total fail',
      'The Café test is flaky on main',
    ])
    expect(await search('cafe main')).toEqual(['The Café test is flaky on main'])
    expect(await search('total')).toHaveLength(1)
    expect(await search('secret')).toEqual([])
    expect(await search(`flaky" OR secret* NOT 'x' to${1}`)).toEqual([])
    expect(await search('secret', eve.key)).toEqual(['flaky secret'])
    expect((await app.get('/api/bus/messages?q=%3F', { key: ada.key })).error?.message).toMatch(
      /letter or digit/,
    )
    const seen: (string | null)[] = []
    for (let query = 'limit=1'; query !== ''; ) {
      const { data, page } = await app.get<TestMessage[]>(`/api/bus/messages?${query}`, { key: ada.key })
      seen.push(...texts(data))
      query = page?.nextCursor ? `limit=1&cursor=${page.nextCursor}` : ''
    }
    expect(seen).toEqual([
      'Nothing here',
      'flaky? I saw checkout_total fail',
      'The Café test is flaky on main',
    ])
  })

  test('mail to an archived or deleted agent is refused, and what waits returns to its sender', async () => {
    const app = await make()
    const [ada, bob, eve] = [
      await addAgent(app, 'ada'),
      await addAgent(app, 'bob'),
      await addAgent(app, 'eve'),
    ]
    const { data: first } = await sendAs(app, ada, 'bob', 'one')
    await sendAs(app, ada, 'bob', 'two')
    await sendAs(app, eve, 'bob', 'three')
    await app.post('/api/bus/inbox/read', { ids: [first.id] }, { key: bob.key })
    expect((await app.delete('/api/bus/agents/bob', { key: bob.key })).data).toMatchObject({
      status: 'archived',
      failedMessages: 2,
    })
    const [notice] = await inboxOf(app, ada)
    expect(notice).toMatchObject({
      from: { name: 'svc' },
      message: expect.stringMatching(/^Your message to bob failed: the recipient was archived\. Id: /),
      signature: { authenticity: 'authentic' },
    })
    expect(await inboxOf(app, eve)).toHaveLength(1)
    expect((await sendAs(app, ada, 'bob', 'four')).error).toMatchObject({
      code: 'CONFLICT',
      message: /archived and takes no messages\. Nothing was sent/,
    })
    expect((await sendAs(app, { key: bob.key }, 'ada', 'x', { agent: 'bob' })).error).toMatchObject({
      code: 'CONFLICT',
      message: /sends no messages/,
    })
    await app.post('/api/bus/agents/bob', { status: 'active' }, { key: bob.key })
    await sendAs(app, ada, 'bob', 'five')
    await app.delete('/api/bus/agents/bob?hard=true', { key: bob.key })
    expect((await sendAs(app, ada, 'bob', 'six')).error?.code).toBe('NOT_FOUND')
    const { data: sent } = await app.get<TestMessage[]>('/api/bus/messages?from=ada', { key: ada.key })
    expect(sent.map(({ message, status }) => [message, status])).toEqual([
      ['five', 'failed'],
      ['two', 'failed'],
      ['one', 'read'],
    ])
    // A new agent of the same name has none of the old mail.
    const heir = await addAgent(app, 'bob')
    expect(await inboxOf(app, heir, 'all')).toEqual([])
  })

  test('an expired message fails once, with a notice', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    await sendAs(app, ada, 'bob', 'soon', { expiresInSeconds: 60 })
    await sendAs(app, ada, 'bob', 'later', { expiresInSeconds: 600 })
    app.advance(60_000)
    const runs = await Promise.all([1, 2].map(() => expireMessages(app.bus, app.clock())))
    expect(runs.reduce((all, count) => all + count)).toBe(1)
    expect(texts(await inboxOf(app, bob))).toEqual(['later'])
    expect(texts(await inboxOf(app, ada))).toEqual([expect.stringMatching(/to bob failed: it expired/)])
    expect((await app.get('/api/bus/agents/bob')).data).toMatchObject({ unread: 1 })
  })

  test('every read shows an expired message as failed before the job has run, and it takes no place', async () => {
    const app = await make({ inboxMessages: 3 })
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    await sendAs(app, ada, 'bob', 'at once', { expiresInSeconds: 1 })
    const soon = { expiresInSeconds: 60, clientMessageId: 'one' }
    const { data: sent } = await sendAs(app, ada, 'bob', 'soon', soon)
    app.advance(60_000)
    expect(await inboxOf(app, bob)).toEqual([])
    const failed = {
      id: sent.id,
      status: 'failed',
      problem: expect.stringContaining('expired'),
      message: 'soon',
    }
    expect(await inboxOf(app, bob, 'failed')).toMatchObject([{ message: 'at once' }, failed])
    for (const path of ['messages?q=soon&status=failed', 'messages?q=soon'])
      expect((await app.get(`/api/bus/${path}`, { key: ada.key })).data).toMatchObject([failed])
    expect((await app.get('/api/bus/messages?status=pending', { key: ada.key })).data).toEqual([])
    expect((await app.get(`/api/bus/messages/${sent.id}`, { key: ada.key })).data).toMatchObject(failed)
    expect((await app.get('/api/bus/agents/bob')).data).toMatchObject({ unread: 0 })
    const read = await app.post('/api/bus/inbox/read', { ids: [sent.id] }, { key: bob.key })
    const taken = await app.post('/api/bus/messages/ack', { ids: [sent.id] }, { key: bob.key })
    expect([read.data, taken.data]).toEqual([{ marked: 0 }, { acknowledged: 0 }])
    expect((await sendAs(app, ada, 'bob', 'soon', soon)).data).toMatchObject({ ...failed, isRepeat: true })
    // Two that have expired, a notice that the inbox fills up, and one message.
    for (const text of ['next', 'more']) expect((await sendAs(app, ada, 'bob', text)).status).toBe(200)
    expect(await expireMessages(app.bus, app.clock())).toBe(2)
    expect(await inboxOf(app, bob, 'failed')).toMatchObject([{ status: 'failed' }, failed])
    expect((await app.get('/api/bus/agents/bob')).data).toMatchObject({ unread: 3 })
  })

  test('a full inbox refuses its senders, after one notice; urgent messages have places of their own', async () => {
    const app = await make({ inboxMessages: 5 })
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    for (let i = 1; i <= 4; i++) expect(await sendAs(app, ada, 'bob', `${i}`)).toMatchObject({ status: 200 })
    const [notice] = await inboxOf(app, bob)
    expect(notice).toMatchObject({
      from: { name: 'svc' },
      priority: 'high',
      message: /has 4 unread messages and takes 5/,
    })
    expect((await sendAs(app, ada, 'bob', '5')).error).toMatchObject({
      code: 'CONFLICT',
      message: /inbox of bob is full.*Nothing was sent/,
    })
    expect(await sendAs(app, ada, 'bob', 'now', { priority: 'urgent' })).toMatchObject({ status: 200 })
    expect(texts(await inboxOf(app, bob))).toEqual(['now', expect.any(String), '1', '2', '3', '4'])
  })

  test('an inbox that an older server counted wrong is counted again before it refuses, and never below zero', async () => {
    const app = await make({ inboxMessages: 5 })
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const count = (unread: number) =>
      app.store.write((db) => db.updateTable('agent').set({ unread }).where('name', '=', 'bob').execute())
    const counted = () =>
      app.store.read.selectFrom('agent').select('unread').where('name', '=', 'bob').executeTakeFirst()
    await count(5)
    const { status, data } = await sendAs(app, ada, 'bob', 'one')
    expect([status, await counted()]).toEqual([200, { unread: 1 }])
    await count(0)
    await app.post('/api/bus/messages/ack', { ids: [data.id] }, { key: bob.key })
    expect(await counted()).toEqual({ unread: 0 })
  })

  test('delivered messages leave their places in the inbox: an agent that only listens never fills it', async () => {
    const app = await make({ inboxMessages: 5 })
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const unread = async () => (await app.get<{ unread: number }>('/api/bus/agents/bob')).data.unread
    const delivered: string[] = []
    for (let turn = 0; turn < 4; turn++) {
      const sent = []
      for (let i = 0; i < 3; i++) sent.push(await sendAs(app, ada, 'bob', `${turn} ${i}`))
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await unread()).toBe(3)
      const ids = sent.map(({ data }) => data.id)
      // Acknowledging twice frees each place once.
      for (const acknowledged of [3, 0])
        expect((await app.post('/api/bus/messages/ack', { ids }, { key: bob.key })).data).toEqual({
          acknowledged,
        })
      expect(await unread()).toBe(0)
      delivered.push(...ids)
    }
    // It got no notice that its inbox fills up.
    expect((await inboxOf(app, bob, 'all')).map(({ status }) => status)).toEqual(Array(12).fill('delivered'))
    const { data: last } = await sendAs(app, ada, 'bob', 'last')
    const ids = [...delivered, last.id]
    expect((await app.post('/api/bus/inbox/read', { ids }, { key: bob.key })).data).toEqual({ marked: 13 })
    expect(await unread()).toBe(0)
  })

  test('messages are kept by their status, and retired keys as long as their messages', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const { data: read } = await sendAs(app, ada, 'bob', 'read')
    await sendAs(app, ada, 'bob', 'pending')
    await app.post('/api/bus/agents/ada/keys', { overlapSeconds: 0 }, { key: ada.key })
    app.advance(20 * DAY_MS)
    await app.post('/api/bus/inbox/read', { ids: [read.id] }, { key: bob.key })
    const keys = async () =>
      (await app.store.read.selectFrom('agent_key').select('id').where('agent_name', '=', 'ada').execute())
        .length
    const prune = async (days: number) => {
      app.advance(days * DAY_MS)
      await pruneMessages(app.bus, RETENTION, app.clock())
      return [texts(await inboxOf(app, bob, 'all')), await keys()]
    }
    // 40 days old, but read 20 days ago.
    expect(await prune(20)).toEqual([['read', 'pending'], 2])
    expect(await prune(11)).toEqual([['pending'], 2])
    expect(await prune(150)).toEqual([['pending'], 2])
    expect((await inboxOf(app, bob, 'failed'))[0]?.problem).toBe('nobody read it for 180 days')
    expect(texts(await inboxOf(app, ada))).toEqual([expect.stringContaining('nobody read it')])
    expect(await prune(31)).toEqual([[], 1])
  })
})

test('bad input is refused, and nothing is sent', async () => {
  const app = await makeApp()
  const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
  const refusal = async (to: string, message: string, more = {}) => {
    const { error } = await sendAs(app, ada, to, message, more)
    return `${error?.code}: ${error?.message}`
  }
  expect(await refusal('nobody', 'x')).toMatch(/^NOT_FOUND: There is no such agent/)
  expect(await refusal('bob:x', 'x')).toMatch(/^NOT_FOUND/)
  expect(await refusal('bob', '')).toMatch(/^INVALID_REQUEST: message must have at least 1/)
  expect(await refusal('bob', 'é'.repeat(LIMITS.busMessageBytes / 2 + 1))).toMatch(
    /^PAYLOAD_TOO_LARGE: The message has 65538 bytes/,
  )
  expect(await refusal('bob', '\ud800')).toMatch(/^INVALID_REQUEST: message must be well-formed/)
  expect(await refusal('bob', 'x', { priority: 0 })).toMatch(/^INVALID_REQUEST: priority must be one of low/)
  expect(await refusal('bob', 'x', { priority: 11 })).toMatch(/^INVALID_REQUEST: priority/)
  expect(await refusal('bob', 'x', { type: 'gossip' })).toMatch(
    /^INVALID_REQUEST: type must be one of message/,
  )
  expect(await refusal('bob', 'x', { expiresInSeconds: 0 })).toMatch(/^INVALID_REQUEST: expiresInSeconds/)
  expect(await refusal('bob', 'x', { replyTo: 'x' })).toMatch(/^INVALID_REQUEST: replyTo must be the id/)
  expect(await inboxOf(app, bob, 'all')).toEqual([])
  expect(await sendAs(app, ada, 'bob', 'é'.repeat(LIMITS.busMessageBytes / 2))).toMatchObject({ status: 200 })
})

test('a message that the database refuses fails alone, without the others in its transaction', async () => {
  const app = await makeApp()
  const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
  await app.store.write((db) =>
    sql`create trigger poisoned before insert on bus_message when new.payload = 'poison'
      begin select raise(abort, 'poisoned'); end`.execute(db),
  )
  const sent = Array.from({ length: 16 }, (_, i) => (i === 13 ? 'poison' : `text ${i}`))
  const answers = await Promise.all(sent.map((text) => sendAs(app, ada, 'bob', text)))
  expect(answers.map(({ status }) => status)).toEqual(sent.map((text) => (text === 'poison' ? 500 : 200)))
  const inbox = await inboxOf(app, bob)
  expect(texts(inbox).sort()).toEqual(sent.filter((text) => text !== 'poison').sort())
  expect(inbox.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1))
})
