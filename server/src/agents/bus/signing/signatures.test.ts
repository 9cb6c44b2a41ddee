import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addAgent, inboxOf, sendAs, type TestAgent, type TestMessage } from '../../../testing/bus.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../../testing/make-app.ts'
import { checkMessages } from '../messages/check-messages.ts'
import { CHANGED } from '../messages/status-now.ts'
import { makeSigner } from './signer.ts'

const sign = (secret: string, from: string, to: string, message: string, timestamp: number) =>
  createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`${from}:${to}:${message}:${timestamp}`)
    .digest('hex')

/** Signed by the agent itself. */
const signed = (app: TestApp, agent: TestAgent, to: string, message: string, at = app.clock()) => ({
  timestamp: at,
  keyId: agent.signingKey.id,
  signature: sign(agent.signingKey.secret, agent.name, to, message, at),
})

/** Each changes a stored message behind the server's back; `sent` is its row before. */
const TAMPERINGS = {
  payload: `payload = payload || '!'`,
  'sender by name': `from_name = 'eve'`,
  'sender by number': 'from_agent_id = from_agent_id + 1000',
  'sender as the server': `from_agent_id = null, from_name = 'svc'`,
  'name of the sender for people': `from_display_name = 'Admin'`,
  'instance of the sender': `from_instance = 'elsewhere'`,
  'recipient by name': `to_name = 'eve'`,
  type: `type = 'task'`,
  priority: 'priority = 3',
  sequence: 'sequence = sequence + 70000',
  channel: `channel = 'ops'`,
  reply: `reply_to = '0190f3b2-0000-7000-8000-000000000000'`,
  thread: `thread = '0190f3b2-0000-7000-8000-000000000000'`,
  'client message id': `client_message_id = 'other'`,
  'id in the API': `public_id = '0190f3b2-0000-7000-8000-000000000009'`,
  'time of the signature': 'sent_at = sent_at + 1',
  'time of the sending': 'created_at = created_at - 1',
  expiry: 'expires_at = 9999999999999',
  'who signed': `signed_by = 'agent'`,
  signature: `signature = '${'0'.repeat(64)}'`,
  'signature of another length': `signature = ''`,
  'MAC of the envelope': `envelope_mac = ''`,
}

/** Each changes the key of the agent that has its name. */
const KEY_TAMPERINGS = {
  'swapped-keys': `sealed = (select sealed from agent_key as other where other.agent_name = 'bob')`,
  'other-name': `agent_name = 'eve'`,
  'other-agent': 'agent_id = agent_id + 1000',
  'other-organization': 'organization_id = organization_id + 1000',
  'damaged-bytes': `sealed = substr(sealed, 1, 40) || 'AAAA'`,
}

onEachDatabase('signatures', (make) => {
  test('a change of any column shows, and the text of its message does not', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    await sendAs(app, ada, 'bob', 'Untouched.')
    for (const [what, change] of Object.entries(TAMPERINGS)) {
      const { data } = await sendAs(app, ada, 'bob', what)
      await app.store.write((db) =>
        sql`update bus_message set ${sql.raw(change)} where public_id = ${data.id}`.execute(db),
      )
      const { authenticity, problem } = await app.store.read
        .selectFrom('bus_message')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
        .then(async (row) => {
          const [checked] = await checkMessages(app.bus, [row], app.clock())
          return { authenticity: checked?.authenticity, problem: checked?.row.problem }
        })
      expect([what, authenticity, problem]).toEqual([what, 'changed', CHANGED])
    }
    const shown = async (status: string) =>
      (await inboxOf(app, bob, status))
        .filter(({ message }) => message !== null)
        .map(({ message }) => message)
    // They are marked for good, free their places, and stay failed however their status is changed.
    expect([await shown('pending'), await shown('failed')]).toEqual([['Untouched.'], []])
    expect((await app.get('/api/bus/agents/bob')).data).toMatchObject({ unread: 1 })
    await app.store.write((db) =>
      db.updateTable('bus_message').set({ status: 'pending', problem: null }).execute(),
    )
    expect(await shown('pending')).toEqual(['Untouched.'])
  })

  test('numbers that were written into the database are shown as changed, and sending continues', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const write = (change: string) => app.store.write((db) => sql`${sql.raw(change)}`.execute(db))
    for (const [at, sequence] of ['sequence + 1', '900719925474099100'].entries()) {
      const { data } = await sendAs(app, ada, 'bob', `${at}`)
      await write(`update bus_message set sequence = ${sequence} where public_id = '${data.id}'`)
      for (const text of ['next', 'and next'])
        expect(await sendAs(app, ada, 'bob', text)).toMatchObject({ status: 200 })
      const task = { assignedTo: 'bob', title: 'Mend it' }
      expect(await app.post('/api/bus/tasks', task, { key: ada.key })).toMatchObject({ status: 200 })
      const failed = await inboxOf(app, bob, 'failed')
      expect(failed.find(({ id }) => id === data.id)).toMatchObject({ message: null, problem: CHANGED })
      const [notice] = (await inboxOf(app, ada)).slice(-1)
      expect(notice?.message).toContain(data.id)
      const numbers = (await inboxOf(app, bob)).map((message) => message.sequence)
      expect([...numbers].sort((a, b) => a - b)).toEqual(numbers)
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(numbers.every((number) => number > 0 && number < 20)).toBe(true)
    }
    // A counter that somebody lowered, or raised beyond all numbers, does not stop it either, and no message changes.
    const before = await inboxOf(app, bob)
    for (const counter of ['0', '9223372036854775807']) {
      await write(`update agent set sequence = ${counter} where name = 'bob'`)
      expect(await sendAs(app, ada, 'bob', 'still')).toMatchObject({ status: 200 })
    }
    const after = await inboxOf(app, bob)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length).map(({ sequence }) => sequence)).toEqual(
      [1, 2].map((more) => (before.at(-1)?.sequence ?? 0) + more),
    )
  })

  test('a changed message neither answers for a client message id nor keeps it', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const { data } = await sendAs(app, ada, 'bob', 'wanted', { clientMessageId: '1' })
    await app.store.write((db) => db.updateTable('bus_message').set({ client_message_id: '2' }).execute())
    for (const isRepeat of [false, true])
      expect(await sendAs(app, ada, 'bob', 'wanted', { clientMessageId: '2' })).toMatchObject({
        data: { isRepeat, status: 'pending' },
      })
    expect(await inboxOf(app, bob, 'failed')).toMatchObject([
      { id: data.id, message: null, problem: CHANGED },
    ])
    expect((await app.get('/api/bus/agents/bob')).data).toMatchObject({ unread: 1 })
  })

  test('a message moved to another inbox is not authentic there', async () => {
    const app = await make()
    const [ada, , eve] = [await addAgent(app, 'ada'), await addAgent(app, 'bob'), await addAgent(app, 'eve')]
    await sendAs(app, ada, 'bob', 'For bob only.')
    await app.store.write((db) =>
      sql`update bus_message set to_agent_id = (select id from agent where name = 'eve')`.execute(db),
    )
    expect(await inboxOf(app, eve)).toMatchObject([{ message: null, problem: CHANGED }])
  })

  test('the sender of a changed message learns of it', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const { data } = await sendAs(app, ada, 'bob', 'Merge it.')
    await app.store.write((db) => db.updateTable('bus_message').set({ payload: 'Delete it.' }).execute())
    for (let i = 0; i < 2; i++) await inboxOf(app, bob)
    expect(await inboxOf(app, ada)).toMatchObject([
      { from: { name: 'svc' }, message: `Your message to bob failed: ${CHANGED}. Id: ${data.id}.` },
    ])
    const search = await app.get<TestMessage[]>('/api/bus/messages?q=merge', { key: bob.key })
    expect(search.data).toMatchObject([{ message: null }])
  })

  test('with a changed key, messages are not authentic and the server signs nothing', async () => {
    const app = await make()
    const bob = await addAgent(app, 'bob')
    for (const [name, change] of Object.entries(KEY_TAMPERINGS)) {
      const agent = await addAgent(app, name)
      const { data } = await sendAs(app, agent, 'bob', name)
      await app.store.write((db) =>
        sql`update agent_key set ${sql.raw(change)} where agent_name = ${name}`.execute(db),
      )
      const inbox = await inboxOf(app, bob, 'all')
      expect(inbox.find(({ id }) => id === data.id)).toMatchObject({ message: null, problem: CHANGED })
      const again = await sendAs(app, agent, 'bob', 'again')
      // A key that no longer names the agent is none of its keys, so it gets a new one.
      if (name === 'other-agent') expect(again).toMatchObject({ status: 200 })
      else expect(again.error).toMatchObject({ code: 'CONFLICT', message: /was changed in the database/ })
      await app.post(`/api/bus/agents/${name}/keys`, { overlapSeconds: 0 }, { key: agent.key })
      expect(await sendAs(app, agent, 'bob', 'anew')).toMatchObject({ status: 200 })
    }
  })

  test('a sender signs itself; wrong, late, repeated and foreign signatures are refused with the reason', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const own = signed(app, ada, 'bob', 'hello')
    const first = await sendAs(app, ada, 'bob', 'hello', { ...own, clientMessageId: '1' })
    expect(first.data.signature).toEqual({
      authenticity: 'authentic',
      value: own.signature,
      keyId: own.keyId,
      timestamp: own.timestamp,
      by: 'agent',
    })
    const refusal = async (more: object, message = 'hello') =>
      (await sendAs(app, ada, 'bob', message, more)).error
    expect(await sendAs(app, ada, 'bob', 'hello', { ...own, clientMessageId: '1' })).toMatchObject({
      status: 200,
      data: { isRepeat: true, id: first.data.id },
    })
    expect(await refusal(own)).toMatchObject({ code: 'CONFLICT', message: /accepted before/ })
    expect(await refusal({ ...own, clientMessageId: '2' })).toMatchObject({ code: 'CONFLICT' })
    expect(await refusal(own, 'hello!')).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(`ada:bob:<message>:${own.timestamp}`),
    })
    for (const skew of [-301_000, 301_000])
      expect(await refusal(signed(app, ada, 'bob', 'hello', app.clock() + skew))).toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(
          /timestamp is 2026-03-02T\S+, but the server's clock says 2026-03-02T09:00:00\.000Z: 301 s apart/,
        ),
      })
    expect(await refusal(signed(app, ada, 'bob', 'hello', Number.MAX_SAFE_INTEGER))).toMatchObject({
      code: 'INVALID_REQUEST',
    })
    expect(await refusal({ ...signed(app, ada, 'bob', 'hello'), keyId: bob.signingKey.id })).toMatchObject({
      message: /keyId names no signing key of ada/,
    })
    expect(await refusal({ signature: own.signature })).toMatchObject({ message: /belong together/ })
    expect(await inboxOf(app, bob, 'all')).toHaveLength(1)
  })

  test('a former key signs until the overlap ends, and its messages stay authentic', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const { data } = await app.post<{ id: string; secret: string }>(
      '/api/bus/agents/ada/keys',
      { overlapSeconds: 60 },
      { key: ada.key },
    )
    const renewed = { ...ada, signingKey: data }
    const send = (agent: TestAgent, text: string) =>
      sendAs(app, agent, 'bob', text, signed(app, agent, 'bob', text))
    expect(await send(ada, 'former')).toMatchObject({ status: 200 })
    expect(await send(renewed, 'current')).toMatchObject({ status: 200 })
    expect((await sendAs(app, ada, 'bob', 'by the server')).data.signature.keyId).toBe(data.id)
    app.advance(60_000)
    expect((await send(ada, 'too late')).error?.message).toMatch(/retired at/)
    expect((await inboxOf(app, bob)).map(({ message }) => message)).toEqual([
      'former',
      'current',
      'by the server',
    ])
  })

  test('with another secret, old messages cannot be verified and agents get new keys', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    await sendAs(app, ada, 'bob', 'old')
    const former = app.bus.signer
    app.bus.signer = makeSigner('another secret, which is as long as it must be')
    expect(await inboxOf(app, bob)).toMatchObject([
      { message: null, status: 'failed', signature: { authenticity: 'unverifiable' } },
    ])
    expect(await sendAs(app, ada, 'bob', 'new')).toMatchObject({ status: 200 })
    expect((await inboxOf(app, bob)).map(({ message }) => message)).toEqual([null, 'new'])
    // The former secret returns: what it signed is authentic again.
    app.bus.signer = former
    expect((await inboxOf(app, bob)).map(({ message }) => message)).toEqual(['old', null])
  })
})

test('no table has a key in readable form', async () => {
  const app = await makeApp()
  const ada = await addAgent(app, 'ada')
  const keys = await app.store.read.selectFrom('agent_key').selectAll().execute()
  const bytes = Buffer.from(ada.signingKey.secret, 'hex')
  const stored = keys.map(({ sealed }) => Buffer.from(sealed.split('.')[1] ?? '', 'base64url'))
  expect(stored.some((text) => text.includes(bytes) || text.includes(ada.signingKey.secret))).toBe(false)
  expect(JSON.stringify(app.logged)).not.toContain(ada.signingKey.secret)
})
