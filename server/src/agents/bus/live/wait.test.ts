import { expect, test } from 'vitest'
import { makeAgent, send } from '../../../testing/live.ts'
import { makeApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { serve } from '../../../testing/socket.ts'

interface Inbox {
  total: number
  messages: { message: string; sequence: number }[]
}

test('the inbox answers at once if it has mail, and otherwise when mail comes', async () => {
  const app = await makeApp()
  const fixer = await makeAgent(app, 'fixer')
  const waiting = app.get<Inbox>('/api/bus/inbox?waitMs=50000')
  await expect.poll(() => app.channels.waiters.count()).toBe(1)
  await send(app, fixer, ['1'])
  expect((await waiting).data.messages).toMatchObject([{ message: '1' }])
  expect((await app.get<Inbox>('/api/bus/inbox?waitMs=50000')).data.total).toBe(1)
  // Only what is newer.
  const newer = app.get<Inbox>('/api/bus/inbox?waitMs=50000&after=1')
  await expect.poll(() => app.channels.waiters.count()).toBe(1)
  await send(app, fixer, ['2'])
  expect((await newer).data.messages).toMatchObject([{ message: '2', sequence: 2 }])
  expect((await app.get<Inbox>('/api/bus/inbox?waitMs=1&after=2')).data.messages).toEqual([])
  expect(app.channels.waiters.count()).toBe(0)
})

test('the tool waits too', async () => {
  const app = await makeApp()
  const fixer = await makeAgent(app, 'fixer')
  const agent = await connectAgent(app)
  const waiting = agent.call('svc_agent_inbox', { wait_ms: 50_000, after: 0 })
  await expect.poll(() => app.channels.waiters.count()).toBe(1)
  await send(app, fixer, ['wake up'])
  expect((await waiting).text).toContain('wake up')
  for (const wait_ms of [-1, 50_001, 1.5])
    expect((await agent.call('svc_agent_inbox', { wait_ms })).isError).toBe(true)
})

test('a wait ends with its client and with the server, and a credential has a number of them', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  await makeAgent(app, 'fixer')
  const headers = { Authorization: `Bearer ${app.key}` }
  const aborts = Array.from({ length: 20 }, () => new AbortController())
  const waits = aborts.map(({ signal }) => fetch(`${url}/api/bus/inbox?waitMs=50000`, { headers, signal }))
  await expect.poll(() => app.channels.waiters.count()).toBe(20)
  const refused = await fetch(`${url}/api/bus/inbox?waitMs=50000`, { headers })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
  for (const abort of aborts.slice(1)) abort.abort()
  await Promise.allSettled(waits.slice(1))
  await expect.poll(() => app.channels.waiters.count()).toBe(1)
  app.drain()
  expect(await (await waits[0])?.json()).toMatchObject({ data: { messages: [] } })
})
