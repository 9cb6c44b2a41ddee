// @module-tag thorough
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { openStream } from '../../src/testing/live.ts'
import { type Replicas, startReplicas } from './replicas.ts'

const PASSWORD = 'correct horse battery'
const TURNS = 5

let replicas: Replicas
let people = 0

beforeAll(async () => {
  const { postgres } = await emptyPostgres()
  replicas = await startReplicas(postgres, { SVC_ORGANIZATIONS: 'open' })
})
afterAll(() => replicas?.close())

interface Person {
  id: string
  email: string
  token: string
}

const invite = async (role: string): Promise<string> => {
  const invited = await replicas.ask(replicas.one.url, '/api/invitations', { body: { role } })
  return invited.data.token
}

const join = (url: string, token: string, email: string) =>
  replicas.ask(url, '/auth/join', { key: null, body: { token, email, password: PASSWORD } })

/** A new member of the first organization. */
async function addMember(role: string): Promise<Person> {
  const email = `person-${++people}@example.com`
  const { data, status, error } = await join(replicas.one.url, await invite(role), email)
  expect(status, error?.message).toBe(200)
  const members = await replicas.ask(replicas.one.url, '/api/members?limit=100')
  const { id } = members.data.find((member: Person) => member.email === email)
  return { id, email, token: data.token }
}

/** A person of another organization, with its key. */
async function addStranger() {
  const { token } = await addMember('viewer')
  const slug = `other-${people}`
  const made = await replicas.ask(replicas.one.url, '/api/organizations', {
    body: { name: slug, slug },
    key: token,
  })
  expect(made.status, made.error?.message).toBe(200)
  const key = await replicas.ask(replicas.one.url, '/api/keys', {
    body: { name: 'hostile', role: 'admin', scopes: ['ingest', 'read', 'knowledge', 'bus', 'admin'] },
    key: token,
    headers: { 'Svc-Organization': slug },
  })
  expect(key.status, key.error?.message).toBe(200)
  return { token, slug, key: key.data.value as string }
}

const makeKey = async (scopes: string[], more: object = {}) =>
  (
    await replicas.ask(replicas.one.url, '/api/keys', {
      body: { name: 'made', role: 'editor', scopes, ...more },
    })
  ).data as { id: string; value: string }

async function connect(url: string, key: string, headers: Record<string, string> = {}) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const requestInit = { headers: { Authorization: `Bearer ${key}`, ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  onTestFinished(() => client.close())
  return async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    return `${isError ? 'error ' : ''}${JSON.stringify(content)}`
  }
}

test('an invitation that two people accept on two replicas at once lets one in', async () => {
  for (let turn = 0; turn < TURNS; turn++) {
    const token = await invite('admin')
    const both = replicas.both.map(({ url }, at) => join(url, token, `twice-${turn}-${at}@example.com`))
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 404])
  }
})

test('admins who demote or remove each other on two replicas at once leave an admin', async () => {
  const { one, two } = replicas
  for (let turn = 0; turn < TURNS; turn++) {
    const { token: ada, slug } = await addStranger()
    const inside = { headers: { 'Svc-Organization': slug } }
    const invited = await replicas.ask(one.url, '/api/invitations', {
      body: { role: 'admin' },
      key: ada,
      ...inside,
    })
    const { data: bob } = await join(two.url, invited.data.token, `bob-${turn}@example.com`)
    const { data: members } = await replicas.ask(one.url, '/api/members', { key: ada, ...inside })
    const idOf = (isBob: boolean) =>
      members.find(({ email }: Person) => email.startsWith('bob') === isBob)?.id as string
    const act = (url: string, key: string, id: string) =>
      turn % 2 === 1
        ? replicas.ask(url, `/api/members/${id}?credentials=revoke`, { method: 'DELETE', key, ...inside })
        : replicas.ask(url, `/api/members/${id}`, {
            body: { role: 'viewer', credentials: 'revoke' },
            key,
            ...inside,
          })
    const statuses = await Promise.all([act(one.url, ada, idOf(true)), act(two.url, bob.token, idOf(false))])
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
  }
})

test('what one replica revokes or demotes, the other refuses with its next request, in kept answers too', async () => {
  const { one, two } = replicas
  await replicas.ask(one.url, '/api/test-results', {
    body: { project: 'shop', results: [{ file: 'a.test.ts', titles: ['secret title'], status: 'failed' }] },
  })
  const key = await makeKey(['read', 'bus'])
  const call = await connect(two.url, key.value)
  const list = () => call('svc_list_executions', {})
  // Kept by the second replica from the first call on.
  expect(await list()).toBe(await list())
  expect((await replicas.ask(two.url, '/api/executions', { key: key.value })).status).toBe(200)
  expect((await replicas.ask(one.url, `/api/keys/${key.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await replicas.ask(two.url, '/api/executions', { key: key.value })).status).toBe(401)
  await expect(list()).rejects.toThrow(/API key|401|revoked/)

  const ada = await addMember('admin')
  expect((await replicas.ask(two.url, '/api/keys', { key: ada.token })).status).toBe(200)
  const demoted = await replicas.ask(one.url, `/api/members/${ada.id}`, {
    body: { role: 'viewer', credentials: 'revoke' },
  })
  expect(demoted.status).toBe(200)
  expect((await replicas.ask(two.url, '/api/keys', { key: ada.token })).status).toBe(403)
  expect((await replicas.ask(two.url, '/api/invitations', { key: ada.token, body: {} })).status).toBe(403)
})

test('another organization gets none of what a replica keeps, by the same call, name or id', async () => {
  const { one, two } = replicas
  const stranger = await addStranger()
  const { data } = await replicas.ask(one.url, '/api/executions')
  const [{ id }] = data
  const owner = await connect(two.url, replicas.apiKey)
  const pinned = { 'Svc-Project': 'shop' }
  const hostile = [await connect(two.url, stranger.key), await connect(two.url, stranger.key, pinned)]
  for (const [name, args] of [
    ['svc_list_executions', {}],
    ['svc_get_execution', { execution: id }],
  ] as const) {
    for (const _ of [1, 2]) expect(await owner(name, args)).toContain(id)
    for (const call of hostile) {
      const got = await call(name, args)
      expect(got).toMatch(/^error .*NOT_FOUND|No execution of project .* matches/)
      expect(got).not.toMatch(/secret title/)
    }
  }
})

test('one message of a client id, whichever replica takes it, and that of another organization apart', async () => {
  const { one, two, both } = replicas
  const stranger = await addStranger()
  for (const key of [replicas.apiKey, stranger.key])
    for (const name of ['planner', 'fixer'])
      expect(
        (await replicas.ask(one.url, '/api/bus/agents', { body: { name, instance: 'test' }, key })).status,
      ).toBe(200)
  const body = { to: 'fixer', message: 'once', agent: 'planner', clientMessageId: 'the-same' }
  const send = (url: string, key: string, more = {}) =>
    replicas.ask(url, '/api/bus/messages', { body: { ...body, ...more }, key })
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, at) => send(both[at % 2]?.url ?? '', replicas.apiKey)),
  )
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await send(two.url, stranger.key, { message: 'theirs' })).status).toBe(200)
  for (const [key, message] of [
    [replicas.apiKey, 'once'],
    [stranger.key, 'theirs'],
  ]) {
    const inbox = await replicas.ask(two.url, '/api/bus/inbox?agent=fixer', { key: key as string })
    expect(inbox.data.messages).toMatchObject([{ message }])
  }
})

test('an agent that two admins take over on two replicas at once has one owner, and its streams end', async () => {
  const { one, two, both } = replicas
  const key = await makeKey(['read', 'bus'])
  expect(
    (
      await replicas.ask(one.url, '/api/bus/agents', {
        body: { name: 'wanted', instance: 'test' },
        key: key.value,
      })
    ).status,
  ).toBe(200)
  const admins = [await addMember('admin'), await addMember('admin')]
  const stream = await openStream(two.url, key.value, { agent: 'wanted' })
  const taken = await Promise.all(
    both.map(({ url }, at) =>
      replicas.ask(url, '/api/bus/agents/wanted/take-over', { body: {}, key: admins[at]?.token ?? '' }),
    ),
  )
  expect(taken.map(({ status }) => status)).toContain(200)
  expect(await stream.untilEnd()).toMatchObject([{ event: 'closing', data: { reason: 'refused' } }])
  const reads = await Promise.all(
    [key.value, ...admins.map(({ token }) => token)].map((each, at) =>
      replicas.ask(both[at % 2]?.url ?? '', '/api/bus/inbox?agent=wanted', { key: each }),
    ),
  )
  expect(reads.map(({ status }) => status).sort()).toEqual([200, 403, 403])
})
