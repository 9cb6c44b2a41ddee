import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { type RealServer, startServer } from '@svc/test-kit/server'
import { useServer } from '@svc/test-kit/use-server'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../folders.ts'
import { svcFlush } from './projects.ts'
import { type Stored, storedIn } from './stored.ts'

const server = useServer()
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  removeFolders()
})

const envOf = (suite: string, to: Pick<RealServer, 'url' | 'apiKey'> = server) => ({
  SVC_URL: to.url,
  SVC_API_KEY: to.apiKey,
  SVC_SUITE: suite,
  SVC_PROJECT: 'fixture',
})

const start = (script: string, args: string[], env: NodeJS.ProcessEnv) => {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, CI: 'false', ...NODE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

/** Leaves journals of runs that were killed after two tests. */
const leave = async (root: string, count: number, env: NodeJS.ProcessEnv) =>
  once(start('run-to-leave.ts', [root, String(count)], env), 'exit')

/** A run that continues until it is killed; resolves when so many of its tests are over. */
const run = async (root: string, tests: number, env: NodeJS.ProcessEnv) => {
  const child = start('run-until-killed.ts', [root, tests > 1000 ? '' : '5'], env)
  let over = 0
  await new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      over += text.split('\n').length - 1
      if (over >= tests) resolve()
    })
  })
  return {
    pid: child.pid ?? 0,
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      return over
    },
  }
}

const journals = (root: string) =>
  readdirSync(join(root, '.svc/journal')).filter((name) => name.endsWith('.ndjson'))
const statesOf = (flushed: { state: string }[]) => flushed.map(({ state }) => state).toSorted()

/** Each test is there once, with one attempt; gives how many there are. */
const countOnce = (execution: Stored | undefined): number => {
  const titles = execution?.results.map((result) => result.titles.join()) ?? []
  expect(new Set(titles).size).toBe(titles.length)
  expect(execution?.results.every(({ attempts }) => attempts.length === 1)).toBe(true)
  return titles.length
}

test('two flushes at once send everything once, a later one finds nothing', {
  tags: 'thorough',
}, async () => {
  const root = makeFolder()
  const env = envOf('at once')
  await leave(root, 8, env)
  const both = await Promise.all([svcFlush(root, env).done, svcFlush(root, env).done])
  const states = statesOf(both.flatMap((each) => each.journals))
  expect(states.filter((state) => state === 'sent')).toHaveLength(8)
  expect(states.filter((state) => state !== 'sent' && state !== 'running')).toEqual([])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect((await svcFlush(root, env).done).journals).toEqual([])
  const executions = await storedIn(server, 'at once')
  expect(executions.map(({ state, counts }) => [state, counts.total])).toEqual(
    Array.from({ length: 8 }, () => ['incomplete', 2]),
  )
  for (const execution of executions) countOnce(execution)
})

test('while a run continues, no flush touches its journal', { tags: 'thorough' }, async () => {
  const root = makeFolder()
  const env = envOf('going on')
  const going = await run(root, 3, env)
  await leave(root, 1, env)
  const { code, journals: flushed } = await svcFlush(root, env).done
  expect([code, statesOf(flushed)]).toEqual([0, ['running', 'sent']])
  expect(journals(root)).toHaveLength(1)
  const over = await going.kill()
  expect((await svcFlush(root, env).done).journals).toMatchObject([{ state: 'sent', isComplete: false }])
  const counts = (await storedIn(server, 'going on')).map(countOnce).toSorted((a, b) => a - b)
  expect(counts[0]).toBe(2)
  expect(counts[1]).toBeGreaterThanOrEqual(over)
})

test('flushes that are killed in the middle of a request, and one that is not, lose and double nothing', async () => {
  const KILLS = 8
  const root = makeFolder()
  const over = await (await run(root, 25_000, envOf('cut'))).kill()
  let toKill: ChildProcess | undefined
  let inRequest = 0
  let random = 1
  const relay = await startRelay(server.url, async () => {
    random = (random * 48_271) % 2_147_483_647
    const victim = toKill
    await sleep(random % 120)
    if (victim?.kill('SIGKILL')) inRequest += 1
  })
  const env = envOf('cut', { url: relay.url, apiKey: server.apiKey })
  for (let kill = 0; kill < KILLS && journals(root).length > 0; kill += 1) {
    const flushing = svcFlush(root, env)
    toKill = flushing.child
    await flushing.done
    toKill = undefined
  }
  await svcFlush(root, env).done
  relay.close()
  expect(inRequest).toBeGreaterThan(0)
  expect(journals(root)).toEqual([])
  expect(readdirSync(join(root, '.svc/journal'))).toEqual([])
  const executions = await storedIn(server, 'cut')
  expect(executions.map(({ state, partCount }) => [state, partCount])).toEqual([['incomplete', 1]])
  expect(countOnce(executions[0])).toBeGreaterThanOrEqual(over)
})

test('fifty journals: all go, as fast as the server takes them, and what stays is reported', {
  tags: 'thorough',
}, async () => {
  const root = makeFolder()
  const limited = await startServer({ env: {} })
  const env = envOf('fifty', limited)
  await leave(root, 50, env)
  // Less than the minute that the server counts in: what it asks to wait is always beyond the time left.
  const first = await svcFlush(root, { ...env, SVC_TIMEOUT_MS: '50000' }).done
  expect(first.code).toBe(1)
  expect(first.journals).toHaveLength(50)
  const sent = first.journals.filter(({ state }) => state === 'sent').length
  expect(sent).toBe(10)
  expect(first.journals.at(-1)).toMatchObject({ state: 'postponed', reason: expect.stringMatching(/429/) })
  expect(journals(root)).toHaveLength(50 - sent)
  await limited.stop()
  const rest = await svcFlush(root, envOf('fifty')).done
  expect([rest.code, statesOf(rest.journals)]).toEqual([0, Array.from({ length: 50 - sent }, () => 'sent')])
  expect((await storedIn(server, 'fifty')).map(countOnce)).toEqual(Array.from({ length: 50 - sent }, () => 2))
})

test.runIf(process.platform === 'linux')(
  'a lock whose process is gone and whose number is in use again',
  async () => {
    const root = makeFolder()
    const env = envOf('number')
    await leave(root, 1, env)
    const other = await run(makeFolder(), 1, env)
    const lock = join(root, '.svc/journal', `${journals(root)[0]}.lock`)
    writeFileSync(lock, JSON.stringify({ ...JSON.parse(readFileSync(lock, 'utf8')), pid: other.pid }))
    expect((await svcFlush(root, env).done).journals).toMatchObject([{ state: 'sent' }])
    expect(existsSync(lock)).toBe(false)
    await other.kill()
  },
)

/** Passes connections on, and says of each when the first bytes of a body may have left. */
const startRelay = async (to: string, onRequest: () => void) => {
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const upstream = connect(Number(new URL(to).port), '127.0.0.1')
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
    client.once('data', onRequest)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  const close = () => {
    for (const socket of sockets) socket.destroy()
    relay.close()
  }
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, close }
}
