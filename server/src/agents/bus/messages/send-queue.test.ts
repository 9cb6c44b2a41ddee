import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { Problem } from '../../../ground/kernel/problem.ts'
import { DatabaseTrouble } from '../../../ground/store/trouble.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { makeAgent } from '../../../testing/live.ts'
import { mostPerWrite } from '../../../testing/rows-per-write.ts'
import { makeSendQueue } from './send-queue.ts'

onBothDatabases('the queue of messages', (make) => {
  test('stores no message twice if the connection breaks during the commit', async () => {
    const app = await make()
    const [ada, bob] = [await makeAgent(app, 'ada'), await makeAgent(app, 'bob')]
    const { store } = app.bus
    const queue = makeSendQueue({
      ...app.bus,
      store: {
        ...store,
        async write(work) {
          await store.write(work)
          throw new DatabaseTrouble('away', 'the connection broke', { isInDoubt: true })
        },
      },
    })
    const sent = ['one', 'two', 'three'].map((payload) =>
      queue.send({ from: ada, to: bob, payload, type: 'message', priority: 2 }, app.clock()),
    )
    for (const outcome of await Promise.allSettled(sent))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { isInDoubt: true } })
    const rows = await store.read.selectFrom('bus_message').select('payload').orderBy('sequence').execute()
    expect(rows.map(({ payload }) => payload)).toEqual(['one', 'two', 'three'])
  })

  test('stores few long messages in a transaction: no other write waits for many of them', async () => {
    const app = await make()
    const [ada, bob] = [await makeAgent(app, 'ada'), await makeAgent(app, 'bob')]
    const payload = 'word '.repeat(LIMITS.busMessageBytes / 5)
    const count = async () => (await app.store.read.selectFrom('bus_message').select('id').execute()).length
    const most = await mostPerWrite(app, count, () => {
      const queue = makeSendQueue({ ...app.bus, store: app.store })
      const send = () =>
        queue.send({ from: ada, to: bob, payload, type: 'message', priority: 2 }, app.clock())
      return Promise.all(Array.from({ length: 20 }, send))
    })
    expect([await count(), most]).toEqual([20, 5])
  })

  test('refuses the message of a call that may not write any more, and stores the others beside it', async () => {
    const app = await make()
    const [ada, bob] = [await makeAgent(app, 'ada'), await makeAgent(app, 'bob')]
    const queue = makeSendQueue(app.bus)
    const send = (payload: string, mayWrite?: () => Promise<void>) =>
      queue.send({ from: ada, to: bob, payload, type: 'message', priority: 2 }, app.clock(), mayWrite)
    const problem = new Problem('UNAUTHORIZED', 'It was revoked.')
    const outcomes = await Promise.all([
      send('one'),
      send('two', () => Promise.reject(problem)),
      send('three', async () => {}),
    ])
    expect(outcomes).toMatchObject([{ row: { sequence: 1 } }, { problem }, { row: { sequence: 2 } }])
    const rows = await app.store.read
      .selectFrom('bus_message')
      .select('payload')
      .orderBy('sequence')
      .execute()
    expect(rows.map(({ payload }) => payload)).toEqual(['one', 'three'])
  })
})
