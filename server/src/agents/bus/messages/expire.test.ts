import { expect, test } from 'vitest'
import { addAgent, inboxOf, sendAs, type TestMessage } from '../../../testing/bus.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { expireMessages } from './expire.ts'
import { pruneMessages } from './prune.ts'

const texts = (messages: TestMessage[]) => messages.map(({ message }) => message)

const DAY_MS = 86_400_000

const RETENTION = { endedDays: 30, deliveredDays: 90, pendingDays: 180 }

onBothDatabases('messages that end', (make) => {
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
