import { LIMITS } from '@svc/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addAgent, inboxOf, sendAs, type TestMessage } from '../../../testing/bus.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { makeApp } from '../../../testing/make-app.ts'

const texts = (messages: TestMessage[]) => messages.map(({ message }) => message)

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
