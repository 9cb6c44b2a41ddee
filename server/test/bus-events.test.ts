import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAgent } from '@svc/test-kit/agents/agent'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { expect, onTestFinished, test } from 'vitest'
import { openStream } from '../src/testing/live.ts'
import { sha } from '../src/testing/sha.ts'
import { PASSWORD } from '../src/testing/sign-in.ts'
import { failed, flaky, type MadeRun, type MadeTest, passed, run, send } from '../src/testing/upload.ts'
import { runCommand } from './command.ts'

/** The default rule of monitors: two flakes in ten runs, and twenty clean runs after them. */
const RUNS_BEFORE = 8
const FLAKES = 2
const CLEAN_RUNS = 20
const END = 'That is all.'

const others = [passed('x'), passed('y'), passed('z')]

/** One credential of the real server. */
function callerOf(url: string, key: string) {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } })
  const ask = async <T>(path: string, body?: object, method = 'POST'): Promise<T> => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await request(path, body && { method, headers, body: JSON.stringify(body) })
    const { data, error } = (await response.json()) as { data: T; error?: { message: string } }
    expect(response.status, error?.message).toBe(200)
    return data
  }
  return {
    ask,
    async keyOf(name: string, project?: string) {
      const rights = { name, role: 'editor', ...(project !== undefined && { project }) }
      return (await ask<{ value: string }>('/api/keys', rights)).value
    },
    async upload(made: MadeRun): Promise<string> {
      const { data, error } = await send({ request, clock: Date.now }, run(made))
      expect(error).toBeUndefined()
      await ask(`/api/executions/${data.execution.id}/settle`, {})
      return data.execution.id
    },
  }
}

/** The token of the first admin, who decides what keys propose. */
async function sessionOf({ url, welcomeUrl }: RealServer): Promise<string> {
  const response = await fetch(`${url}/auth/password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: welcomeUrl.split('#')[1], password: PASSWORD }),
  })
  const { data, error } = (await response.json()) as { data: { token: string }; error?: { message: string } }
  expect(response.status, error?.message).toBe(200)
  return data.token
}

interface Filter {
  event: string
  project?: string
  branch?: string
  suite?: string
}

interface News {
  event: string
  execution?: string
  next?: string
  tests?: { testId: string; because: string }[]
}

test('each event of the server reaches the agents whose filters match, once: by inbox and stream', {
  tags: 'thorough',
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'svc-bus-events-'))
  const server = await startServer({ data, env: NO_LIMITS })
  onTestFinished(async () => {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  })
  const { url } = server
  const ours = callerOf(url, server.apiKey)
  expect((await runCommand(data, ['organizations', 'create', 'rival'])).code).toBe(0)
  const rights = ['--role', 'admin', '--scope', 'admin', 'ingest', 'read', 'knowledge', 'bus']
  const made = await runCommand(data, ['keys', 'create', 'theirs', ...rights, '--organization', 'rival'])
  const rival = callerOf(url, made.stdout.trim())

  await ours.upload({ suite: 'release', results: [passed('price')] })
  await ours.upload({ project: 'blog', results: [passed('t')] })
  await rival.upload({ suite: 'release', results: [passed('price')] })

  const register = async (name: string, subscribe: Filter[], key: string) => {
    const agent = { name, instance: 'a test', capabilities: { subscribe } }
    await callerOf(url, key).ask('/api/bus/agents', agent)
    return { name, key }
  }
  const wanted: Filter[] = [
    { event: 'test.became-flaky', project: 'shop', branch: 'main' },
    { event: 'test.recovered', project: 'shop', branch: 'main' },
    { event: 'base.broke', project: 'shop', branch: 'main' },
    { event: 'execution.settled', project: 'shop', branch: 'main', suite: 'release' },
    { event: 'proposal.decided', project: 'shop' },
  ]
  const anywhere = wanted.map(({ event }) => ({ event }))
  const streamed = await register('streamed', wanted, await ours.keyOf('streamed'))
  const mcpKey = await ours.keyOf('polled')
  const polled = await connectAgent({ url, apiKey: mcpKey, project: 'shop' })
  onTestFinished(() => polled.close())
  await polled.call('svc_agent_register', {
    agent_name: 'polled',
    instance: 'a test',
    capabilities: { subscribe: wanted },
  })
  const onTopic = wanted.flatMap((one) => (one.branch === undefined ? [] : [{ ...one, branch: 'topic' }]))
  const outside = [
    await register('topic', onTopic, await ours.keyOf('topic')),
    await register(
      'blog',
      anywhere.map((one) => ({ ...one, project: 'blog' })),
      await ours.keyOf('blog'),
    ),
    await register('blog-only', anywhere, await ours.keyOf('blog-only', 'blog')),
  ]
  const theirs = await register('theirs', anywhere, await rival.keyOf('theirs'))
  await ours.ask('/api/bus/agents', { name: 'ender', instance: 'a test' })
  await rival.ask('/api/bus/agents', { name: 'ender', instance: 'a test' })

  const stream = await openStream(url, streamed.key, { agent: 'streamed' })

  const on = (branch: string, digit = '1') => ({
    code: { branch, headSha: sha(digit), testedSha: sha(digit) },
  })
  const onMain = (results: MadeTest[], digit?: string) => ours.upload({ ...on('main', digit), results })
  for (let n = 0; n < RUNS_BEFORE; n++) await onMain([passed('t'), ...others])
  let unsteady = ''
  for (let n = 0; n < FLAKES; n++) unsteady = await onMain([flaky('t'), ...others])
  let steady = ''
  for (let n = 0; n < CLEAN_RUNS; n++) steady = await onMain([passed('t'), ...others], '2')
  // What others do is their own.
  await ours.upload({ ...on('feature'), suite: 'release', results: [failed('price')] })
  const theirRun = await rival.upload({ suite: 'release', results: [failed('price')] })
  const broken = await ours.upload({ ...on('main', '3'), suite: 'release', results: [failed('price')] })
  const proposal = await ours.ask<{ id: string }>('/api/proposals', {
    project: 'shop',
    document: 'docs/a.md',
    content: '# A\n',
    evidence: 'e',
    reasoning: 'r',
  })
  await callerOf(url, await sessionOf(server)).ask(`/api/proposals/${proposal.id}/reject`, { reason: 'no' })

  const expected = [
    {
      event: 'test.became-flaky',
      project: 'shop',
      branch: 'main',
      execution: unsteady,
      commit: sha('1'),
      text: '1 test became flaky in default of shop on main: "t".',
      testCount: 1,
    },
    {
      event: 'test.recovered',
      project: 'shop',
      branch: 'main',
      suite: 'default',
      execution: steady,
      commit: sha('2'),
      text: '1 test recovered in default of shop on main: "t".',
      testCount: 1,
      tests: [{ file: 'shop.test.ts', title: 't', because: expect.stringContaining('20 runs') }],
      next: expect.stringContaining('svc_get_test_history'),
    },
    { event: 'execution.settled', execution: broken, suite: 'release', counts: { passed: 0, failed: 1 } },
    { event: 'base.broke', execution: broken, failed: 1, next: expect.stringContaining(broken) },
    { event: 'proposal.decided', proposal: proposal.id, state: 'rejected', reason: 'no' },
  ]
  const byEvent = (list: { event: string }[]) =>
    list.toSorted((one, other) => (one.event < other.event ? -1 : 1))
  const newsOf = (text: string) => JSON.parse(text) as News

  const got = await stream.take(expected.length)
  expect(got.every(({ data: { verified, from } }) => verified && from.name === 'svc')).toBe(true)
  const streamedNews = got.map(({ data: { message } }) => newsOf(message))
  expect(byEvent(streamedNews)).toMatchObject(byEvent(expected))
  // One transaction queues an event for all agents: whoever has no message of it now will never have one.
  for (const { name } of [streamed, { name: 'polled' }, ...outside])
    await ours.ask('/api/bus/messages', { agent: 'ender', to: name, message: END, priority: 'low' })
  await rival.ask('/api/bus/messages', { agent: 'ender', to: theirs.name, message: END, priority: 'low' })

  expect((await stream.take(1)).map(({ data: { message } }) => message)).toEqual([END])
  const mail: { content: string }[] = []
  while (mail.at(-1)?.content !== END) {
    const { structured } = await polled.call('svc_agent_inbox', { wait_ms: 50_000, mark_read: true })
    mail.push(...structured.messages)
  }
  expect(byEvent(mail.slice(0, -1).map(({ content }) => newsOf(content)))).toEqual(byEvent(streamedNews))

  // The message names the next call, which works as it says.
  const testId = streamedNews.find(({ event }) => event === 'test.recovered')?.tests?.[0]?.testId
  const history = await polled.call('svc_get_test_history', { test: testId })
  expect(history.text).toContain('healthy')

  const inboxOf = async ({ name, key }: { name: string; key: string }) =>
    (
      await callerOf(url, key).ask<{ messages: { message: string }[] }>(`/api/bus/inbox?agent=${name}`)
    ).messages.map(({ message }) => message)
  for (const agent of outside) expect(await inboxOf(agent), agent.name).toEqual([END])
  const theirNews = await inboxOf(theirs)
  expect(theirNews.at(-1)).toBe(END)
  expect(
    theirNews
      .slice(0, -1)
      .map(newsOf)
      .map(({ event, execution }) => [event, execution]),
  ).toEqual([
    ['base.broke', theirRun],
    ['execution.settled', theirRun],
  ])
})
