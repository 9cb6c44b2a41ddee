import { expect, onTestFinished, test } from 'vitest'
import { Problem } from '../../../ground/kernel/problem.ts'
import { makeAgent, send } from '../../../testing/live.ts'
import { makeApp } from '../../../testing/make-app.ts'
import { callerInboxes } from './caller-inboxes.ts'

/** A timer that stands still: no poll is due, so that only a notice can end a stream. */
const NO_POLL = { liveTimer: () => 0 }

test('a resource of MCP is refused when the session ends by time', async () => {
  const app = await makeApp(NO_POLL)
  await makeAgent(app, 'fixer')
  const caller = {
    ...{ organizationId: 1, credential: 'key:1', role: 'admin', projectId: null, scopes: new Set(['bus']) },
    endsAt: app.clock() + 86_400_000,
  }
  const ctx = { store: app.store, clock: app.clock, caller } as unknown as Parameters<
    ReturnType<typeof callerInboxes>
  >[0]
  const inboxes = callerInboxes(app.channels.watch, (error) => expect.unreachable(String(error)))
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const refused = Promise.withResolvers<void>()
  const over = () => Promise.reject(new Problem('UNAUTHORIZED', 'It ended.'))
  const listener = { signal: stopping.signal, updated: () => expect.unreachable(), refused: refused.resolve }
  expect(await inboxes(ctx, over).watch('fixer', listener)).toBe(true)
  app.advance(86_400_000)
  await refused.promise
})

test('a resource of MCP changes with a message, and not with a poll', async () => {
  const app = await makeApp()
  const fixer = await makeAgent(app, 'fixer')
  const ctx = {
    store: app.store,
    clock: app.clock,
    caller: {
      organizationId: 1,
      credential: 'key:1',
      role: 'admin',
      scopes: new Set(['bus']),
      projectId: null,
    },
  } as unknown as Parameters<ReturnType<typeof callerInboxes>>[0]
  const inboxes = callerInboxes(app.channels.watch, (error) => expect.unreachable(String(error)))
  let changes = 0
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const isWatched = await inboxes(ctx, async () => ctx.caller).watch('fixer', {
    signal: stopping.signal,
    updated: () => void changes++,
    refused: () => expect.unreachable(),
  })
  expect(isWatched).toBe(true)
  await app.channels.watch.poll()
  await app.channels.watch.poll()
  await send(app, fixer, ['new'])
  await expect.poll(() => changes).toBe(1)
  await app.channels.watch.poll()
  await send(app, fixer, ['newer'])
  await expect.poll(() => changes).toBe(2)
})

test('a resource of MCP changes with the next poll if the check of its credential failed', async () => {
  const app = await makeApp(NO_POLL)
  const fixer = await makeAgent(app, 'fixer')
  const caller = { organizationId: 1, credential: 'key:1', role: 'admin', projectId: null }
  const ctx = {
    ...{ store: app.store, clock: app.clock },
    caller: { ...caller, scopes: new Set(['bus']), endsAt: null },
  } as unknown as Parameters<ReturnType<typeof callerInboxes>>[0]
  const failures: unknown[] = []
  const inboxes = callerInboxes(app.channels.watch, (error) => failures.push(error))
  const cut = new Error('the database was cut')
  let isCut = true
  let changes = 0
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const recheck = () => (isCut ? Promise.reject(cut) : Promise.resolve(ctx.caller))
  await inboxes(ctx, recheck).watch('fixer', {
    signal: stopping.signal,
    updated: () => void changes++,
    refused: () => expect.unreachable(),
  })
  await send(app, fixer, ['new'])
  await expect.poll(() => failures).toEqual([cut])
  isCut = false
  await app.channels.watch.poll()
  await expect.poll(() => changes).toBe(1)
  await app.channels.watch.poll()
  await send(app, fixer, ['newer'])
  await expect.poll(() => changes).toBe(2)
})
