import { ARTIFACT_HEADERS } from '@svc/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { declare, declared, png, runAttaching, store } from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeAgent, send as sendMail } from '../../testing/live.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { addPerson } from '../../testing/people.ts'
import { failed, ndjson, passed, run, send, settled } from '../../testing/upload.ts'

/** A key that `end` revokes. */
async function addMortalKey(app: TestApp, more: object = {}) {
  const { data } = await app.post<{ id: string; value: string }>('/api/keys', {
    name: 'mortal',
    role: 'editor',
    ...more,
  })
  const row = await app.store.read
    .selectFrom('api_key')
    .select('id')
    .where('public_id', '=', data.id)
    .executeTakeFirstOrThrow()
  return {
    key: data.value,
    credential: `key:${row.id}`,
    end: () => app.delete(`/api/keys/${data.id}`),
  }
}

/** A body whose last bytes come after `meanwhile`; all of them came before if there are none. */
function halves(bytes: Uint8Array, meanwhile: () => Promise<unknown>, last = bytes.byteLength >> 1) {
  const middle = bytes.byteLength - last
  const pieces = [
    async () => bytes.subarray(0, middle),
    async () => {
      await meanwhile()
      return last > 0 ? bytes.subarray(middle) : null
    },
  ]
  return {
    duplex: 'half' as const,
    body: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const piece = await pieces.shift()?.()
          if (piece) controller.enqueue(piece)
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    ),
  }
}

const encode = (text: string) => new TextEncoder().encode(text)
const codeOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { error?: { code: string } }).error?.code,
})
const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' }

onEachDatabase('a credential that ends during a request', (make) => {
  test('receives no message that it waits for', async () => {
    const app = await make()
    const { key, credential, end } = await addMortalKey(app, { scopes: ['read', 'bus'] })
    const fixer = await makeAgent(app, 'fixer', { credential })
    const agent = await connectAgent(app, { key })
    const waiting = app.get('/api/bus/inbox?waitMs=50000', { key })
    const tool = agent.call('svc_agent_inbox', { wait_ms: 50_000 })
    await expect.poll(() => app.channels.waiters.count()).toBe(2)
    await end()
    await sendMail(app, fixer, ['a secret'])
    expect(await waiting).toMatchObject({ status: 401, error: { code: 'UNAUTHORIZED' } })
    const answer = await tool
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('UNAUTHORIZED') })
    expect(app.channels.waiters.count()).toBe(0)
  })

  test('stores nothing of a body that was under way', async () => {
    const app = await make()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const mortal = await addMortalKey(app)
    const sent = async (path: string, method: string, type: string, body: string, key: string) =>
      codeOf(
        await app.request(path, {
          key,
          method,
          headers: { 'Content-Type': type },
          ...halves(encode(body), mortal.end),
        }),
      )
    const journal = ndjson(run({ project: 'late', results: [passed('a')] }))
    expect(await sent('/api/ingest', 'POST', 'application/x-ndjson', journal, mortal.key)).toEqual(
      UNAUTHORIZED,
    )
    const other = await addMortalKey(app)
    const document = JSON.stringify({ project: 'shop', path: 'late.md', content: '# Late\n' })
    const putting = app.request('/api/documents', {
      key: other.key,
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      ...halves(encode(document), other.end),
    })
    expect(await codeOf(await putting)).toEqual(UNAUTHORIZED)
    const projects = await app.get<{ slug: string }[]>('/api/projects')
    expect(projects.data.map(({ slug }) => slug)).toEqual(['shop'])
    expect((await app.get('/api/documents?project=shop')).data).toEqual([])
  })

  test('calls no tool with a body that was under way', async () => {
    const app = await make()
    const recipient = await makeAgent(app, 'recipient')
    const { key, credential, end } = await addMortalKey(app, { scopes: ['read', 'bus'] })
    await makeAgent(app, 'sender', { credential })
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'svc_agent_message', arguments: { to: 'recipient', message: 'too late' } },
    }
    const response = await app.request('/mcp', {
      key,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      ...halves(encode(JSON.stringify(call)), end),
    })
    expect(response.status).toBe(401)
    const mail = await app.store.read
      .selectFrom('bus_message')
      .select('id')
      .where('to_agent_id', '=', recipient.id)
      .execute()
    expect(mail).toEqual([])
  })

  test('completes no artifact', async () => {
    const app = await make()
    const artifact = png('x'.repeat(200_000))
    const { journal } = await runAttaching(app, { pays: [artifact] })
    const { key, end } = await addMortalKey(app)
    const { data } = await declare(app, journal, [declared(artifact, 0)])
    const id = (data.items[0] as { id: string }).id
    // All bytes are here, and their end is not.
    const response = await app.request(`/api/artifacts/${id}/upload`, {
      key,
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream', [ARTIFACT_HEADERS.offset]: '0' },
      ...halves(artifact.bytes, end, 0),
    })
    expect(await codeOf(response)).toEqual(UNAUTHORIZED)
    const { state } = await app.store.read
      .selectFrom('artifact')
      .select('state')
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('awaited')
    // The question of a credential that still counts completes it.
    const answer = await app.get<{ state: string }>(`/api/artifacts/${id}/upload`)
    expect(answer.data.state).toBe('stored')
  })

  test('receives no further piece of a download or of a large answer', async () => {
    const app = await make()
    const artifact = png('x'.repeat(1_000_000))
    const { journal, execution } = await runAttaching(app, { pays: [artifact] })
    const id = await store(app, journal, artifact)
    const message = 'wrong '.repeat(300)
    const large = await send(
      app,
      run({
        results: Array.from({ length: 300 }, (_, at) =>
          failed(`test ${at}`, { message: `${at} ${message}` }),
        ),
      }),
    )
    for (const path of [`/api/artifacts/${id}`, `/api/executions/${large.data.execution.id}`]) {
      const { key, end } = await addMortalKey(app)
      const response = await app.request(path, { key, headers: { 'Accept-Encoding': 'identity' } })
      expect(response.status).toBe(200)
      const reader = response.body?.getReader()
      expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0)
      await end()
      app.advance(1_000)
      const readAll = async () => {
        while (!(await reader?.read())?.done);
      }
      await expect(readAll(), path).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    }
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
    // Of others, nothing is cut.
    const response = await app.request(`/api/artifacts/${id}`)
    const reading = response.arrayBuffer()
    app.advance(1_000)
    expect((await reading).byteLength).toBe(1_000_000)
    expect((await app.get(`/api/executions/${execution}`)).status).toBe(200)
  })

  test('is that of a member who becomes a viewer: neither door lets the body of an editor in', async () => {
    const app = await make()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const member = await addPerson(app, { default: 'editor' })
    const becomes = (role: 'viewer' | 'editor') =>
      app.store.write((db) =>
        db.updateTable('member').set({ role }).where('person_id', '=', member.id).execute(),
      )
    const sent = (path: string, method: string, body: object) =>
      app.request(path, {
        key: member.token,
        method,
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        ...halves(encode(JSON.stringify(body)), () => becomes('viewer')),
      })
    const document = { project: 'shop', path: 'late.md', content: '# Late\n' }
    expect(await codeOf(await sent('/api/documents', 'PUT', document))).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    })
    await becomes('editor')
    const called = await sent('/mcp', 'POST', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        name: 'svc_propose_update',
        arguments: { doc_id: 'late.md', new_content: '# Late', evidence_snippet: 'x', reasoning: 'x' },
      },
    })
    expect(await called.text()).toContain('FORBIDDEN')
  })

  test('writes nothing if its transaction waited, and completes work that has begun', async () => {
    const app = await make()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const { key, end } = await addMortalKey(app)
    const { write } = app.store
    onTestFinished(() => void Object.assign(app.store, { write }))
    // The first transaction waits for its turn meanwhile.
    const wait = (meanwhile: () => Promise<unknown>) =>
      Object.assign(app.store, {
        write: async (...work: Parameters<typeof write>) => {
          Object.assign(app.store, { write })
          await meanwhile()
          return write(...work)
        },
      })
    const put = (path: string) =>
      app.put('/api/documents', { project: 'shop', path, content: '# Late\n' }, { key })
    wait(async () => app.advance(1_000))
    expect((await put('in-time.md')).status).toBe(200)
    wait(async () => {
      await end()
      app.advance(1_000)
    })
    expect(await put('late.md')).toMatchObject({ status: 401, error: { code: 'UNAUTHORIZED' } })
    const { data } = await app.get<{ path: string }[]>('/api/documents?project=shop')
    expect(data.map(({ path }) => path)).toEqual(['in-time.md'])
  })

  test('is a session: it creates nothing after its end, and continues with a replaced token', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'admin' })
    const create = (slug: string, meanwhile: () => Promise<unknown>) =>
      app.request('/api/organizations', {
        key: token,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        ...halves(encode(JSON.stringify({ name: slug, slug })), meanwhile),
      })
    const replaced = await create('first', async () => {
      await app.store.write((db) =>
        db
          .updateTable('session_token')
          .set({ ends_at: app.clock() + 1 })
          .execute(),
      )
      app.advance(1)
    })
    expect(replaced.status).toBe(200)
    await app.store.write((db) => db.updateTable('session_token').set({ ends_at: null }).execute())
    const ended = await create('second', async () => {
      await app.store.write(async (db) => {
        await db.deleteFrom('session_token').execute()
        await db.deleteFrom('session').execute()
      })
    })
    expect(await codeOf(ended)).toEqual(UNAUTHORIZED)
    const slugs = await app.store.read.selectFrom('organization').select('slug').execute()
    expect(slugs.map(({ slug }) => slug)).not.toContain('second')
  })
})
