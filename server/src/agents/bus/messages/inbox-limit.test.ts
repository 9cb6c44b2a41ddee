import { expect, test } from 'vitest'
import { addAgent, inboxOf, sendAs, type TestMessage } from '../../../testing/bus.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'

const texts = (messages: TestMessage[]) => messages.map(({ message }) => message)

onBothDatabases('places in an inbox', (make) => {
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
})
