import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { git } from '@svc/test-kit/git'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { afterAll, afterEach, expect, test } from 'vitest'
import { commit, makeFolder, makeRepository, removeFolders, write } from '../test/folders.ts'
import { configFor, journalFiles, KEY, readJournal, startFor, startIn } from '../test/recording.ts'
import { closedAddress, type IngestServer, problem, startServer } from '../test/server.ts'
import { flush } from './flush.ts'
import { flushJournals } from './flush-journals.ts'
import { openJournal } from './journal.ts'
import { isInUse } from './lock.ts'
import { firstOpen } from './open.ts'
import { makeRelative } from './paths.ts'
import { findRoot } from './root.ts'
import { uuidv7 } from './uuid.ts'

const servers: IngestServer[] = []
const children: ChildProcess[] = []
const serve = async (...args: Parameters<typeof startServer>) => {
  const server = await startServer(...args)
  servers.push(server)
  return server
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.close()
})
afterAll(removeFolders)

/** Starts a run in a process of its own; resolves when `tests` are over. */
const startRun = async (root: string, tests: number, slowMs = '') => {
  const script = fileURLToPath(new URL('../test/run-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, [script, root, slowMs], {
    env: { PATH: process.env.PATH, ...NODE_CACHE, SVC_API_KEY: KEY, CI: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let over = 0
  await new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      over += chunk.split('\n').length - 1
      if (over >= tests) resolve()
    })
  })
  return {
    kill: async () => {
      if (child.signalCode !== null) return over
      const closed = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await closed
      return over
    },
  }
}

const flushIn = (root: string, url: string, timeoutMs = 60_000) =>
  flushJournals({ root, config: configFor({ url }), deadline: performance.now() + timeoutMs })

/** The path of the only journal below a root. */
const journalOf = (root: string) => {
  const name = journalFiles(root).find((each) => each.endsWith('.ndjson')) ?? ''
  return join(root, '.svc', 'journal', name)
}

/** A journal as a kill leaves it: begun, never ended, its lock torn. */
const abandoned = (root: string, tests = 3) => {
  const id = uuidv7()
  const journal = openJournal(root, id)
  const open = firstOpen(id, startFor(root), configFor(), findRoot(root), makeRelative(root))
  journal.append(JSON.stringify(['open', 1, open]))
  if (tests > 0) journal.append('["group",0,{"file":"a.test.ts","titles":[]}]')
  for (let index = 0; index < tests; index += 1)
    journal.append(JSON.stringify(['attempt', 0, `test ${index}`, 'passed', 0, 1]))
  journal.close()
  const path = join(root, '.svc', 'journal', `${id}.ndjson`)
  writeFileSync(`${path}.lock`, '{"pid":12')
  return path
}

test('a run that is killed keeps every test that was over, and flush sends them once', async () => {
  const root = makeRepository()
  const run = await startRun(root, 500)
  const over = await run.kill()
  const recorded = readFileSync(journalOf(root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('["attempt"'))
  expect(recorded.length).toBeGreaterThanOrEqual(over)

  const server = await serve()
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'sent', isComplete: false }])
  expect(server.entries().length).toBeGreaterThanOrEqual(over)
  expect(
    server
      .entries()
      .map((entry) => entry[2])
      .slice(0, 3),
  ).toEqual(['test 0', 'test 1', 'test 2'])
  expect(journalFiles(root)).toEqual([])
  expect(await flushIn(root, server.url)).toEqual([])
})

test('while a run continues, its journal is left alone', async () => {
  const root = makeFolder()
  const run = await startRun(root, 2, '20')
  const server = await serve()
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'running' }])
  expect(server.seen).toHaveLength(0)
  await run.kill()
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'sent' }])
})

test('a run killed before git answered gets its facts from git later', async () => {
  const root = makeRepository()
  git(root, 'remote', 'add', 'origin', 'git@example.org:acme/shop.git')
  const tested = git(root, 'rev-parse', 'HEAD')
  await (await startRun(root, 3, 'die')).kill()
  expect(readJournal(root).filter(([kind]) => kind === 'open')).toHaveLength(1)
  const server = await serve()
  commit(root, 'later.txt')
  await flushIn(root, server.url)
  const { project, code } = server.open()
  expect(project).toBe('shop')
  expect(code).toMatchObject({
    testedSha: tested,
    tree: git(root, 'rev-parse', `${tested}^{tree}`),
    message: 'first',
    dirty: true,
  })
})

test('an incomplete last line is dropped, wherever it was cut', async () => {
  const server = await serve()
  const root = makeFolder()
  const path = abandoned(root, 3)
  appendFileSync(path, '["attempt",0,"half a lin')
  await flushIn(root, server.url)
  expect(server.entries()).toHaveLength(3)

  const other = makeFolder()
  const cut = abandoned(other, 3)
  truncateSync(cut, readFileSync(cut).length - 10)
  appendFileSync(cut, '["attempt",0,"on the torn line","passed",0,0]\n["attempt",0,"below","passed",0,0]\n')
  const another = await serve()
  await flushIn(other, another.url)
  expect(another.entries()).toHaveLength(2)
})

test('a journal without its first line is removed, one with nothing else is sent', async () => {
  const server = await serve()
  const root = makeFolder()
  write(root, '.svc/journal/0.ndjson', '["open",1,{"jour')
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'empty' }])
  abandoned(root, 0)
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'sent', entries: 0 }])
  expect(server.seen).toHaveLength(2)
  write(root, '.svc/journal/0.ndjson', '["open",1,{"jour\n["warning","below"]\n')
  expect(await flushIn(root, server.url)).toMatchObject([
    { state: 'rejected', reason: 'its first line is damaged' },
  ])
  expect(journalFiles(root)).toEqual(['rejected'])
})

test('a killed run is reported as dead once the server has all its results; an ended run is not', async () => {
  const server = await serve()
  const root = makeFolder()
  abandoned(root, 25_000)
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'sent', isComplete: false }])
  const messages = () =>
    server.seen.map(({ from, lines: [open] }) => [from, open?.[0] === 'open' && open[2].lost])
  expect(messages()).toEqual([
    [0, undefined],
    [20_000, undefined],
    [25_000, true],
  ])
  const ended = abandoned(root, 1)
  appendFileSync(ended, '["end",{"status":"passed","durationMs":1}]\n')
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'sent', isComplete: true }])
  expect(messages().slice(3)).toEqual([[0, undefined]])
})

test('a journal of another process is left alone, and one that it has sent meanwhile is skipped', async () => {
  const root = makeFolder()
  abandoned(root, 2)
  const server = await serve()
  const both = await Promise.all([flushIn(root, server.url), flushIn(root, server.url)])
  expect(
    both
      .flat()
      .map(({ state }) => state)
      .sort(),
  ).toEqual(['running', 'sent'])
  expect(server.entries()).toHaveLength(2)
  abandoned(root, 2)
  const gone = await serve(() => {
    for (const name of journalFiles(root)) rmSync(join(root, '.svc', 'journal', name))
    return undefined
  })
  abandoned(root, 2)
  expect(await flushIn(root, gone.url)).toMatchObject([{ state: 'sent' }])
})

test('a run sends only some of what earlier ones left', async () => {
  const root = makeFolder()
  for (let index = 0; index < 5; index += 1) abandoned(root, 1)
  const server = await serve()
  const flushed = await flushJournals({
    root,
    config: configFor({ url: server.url }),
    deadline: performance.now() + 600_000,
    most: 2,
  })
  expect(flushed.map(({ state }) => state)).toEqual(['sent', 'sent', 'postponed', 'postponed', 'postponed'])
})

test('journals go oldest first; after an obstacle the rest is not tried', async () => {
  const root = makeFolder()
  abandoned(root)
  abandoned(root)
  const server = await serve(() => problem(401, 'UNAUTHORIZED', 'unknown key'))
  const flushed = await flushIn(root, server.url)
  expect(flushed).toMatchObject([
    { state: 'denied' },
    { state: 'denied', reason: expect.stringMatching(/401/) },
  ])
  expect(server.seen).toHaveLength(1)
  expect(flushed.map(({ path }) => path)).toEqual(flushed.map(({ path }) => path).sort())
})

test('a refused journal is set aside and does not stop the next', async () => {
  const root = makeFolder()
  abandoned(root)
  const server = await serve((nth) => (nth === 0 ? problem(400, 'INVALID_REQUEST', 'line 2') : undefined))
  expect(await flushIn(root, server.url)).toMatchObject([
    { state: 'rejected', reason: expect.stringMatching(/line 2/) },
  ])
  abandoned(root)
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'sent' }])
  expect(journalFiles(root)).toEqual(['rejected'])
})

test('an interrupted upload continues where it stopped, at the next flush', async () => {
  const root = makeFolder()
  abandoned(root, 25_000)
  const server = await serve((nth) => (nth === 1 ? problem(401, 'UNAUTHORIZED', 'revoked') : undefined))
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'denied' }])
  expect(server.entries()).toHaveLength(20_000)
  expect(await flushIn(root, server.url)).toMatchObject([{ state: 'sent' }])
  expect(server.entries()).toHaveLength(25_000)
})

test('a folder below the root is enough; without journals there is nothing to do', async () => {
  const root = makeFolder()
  abandoned(root)
  write(root, 'src/deep/a.ts')
  const url = await closedAddress()
  const flushed = await flush({ folder: join(root, 'src/deep'), apiKey: KEY, url, timeoutMs: 10 })
  expect(flushed).toMatchObject([{ state: 'postponed', entries: 3, isComplete: false }])
  expect(await flush({ folder: makeFolder(), apiKey: KEY, url })).toEqual([])
})

test('signs of life: this process, one that is gone, another machine', () => {
  const root = makeFolder()
  startIn(root)
  const path = journalOf(root)
  expect(isInUse(path)).toBe(true)
  const owner: { pid: number; host: string; started: string } = JSON.parse(
    readFileSync(`${path}.lock`, 'utf8'),
  )
  const claim = (more: object) => writeFileSync(`${path}.lock`, JSON.stringify({ ...owner, ...more }))
  claim({ pid: 2 ** 22 + 1 })
  expect(isInUse(path)).toBe(false)
  claim({ started: '1' })
  expect(isInUse(path)).toBe(process.platform !== 'linux')
  claim({ host: 'elsewhere' })
  expect(isInUse(path)).toBe(true)
  expect(isInUse(path, Date.now() + 16 * 60_000)).toBe(false)
})

test('a lock whose journal is gone is cleared away', async () => {
  const root = makeFolder()
  write(root, '.svc/journal/gone.ndjson.lock', '{}')
  await flushIn(root, 'http://127.0.0.1:1')
  expect(existsSync(join(root, '.svc/journal/gone.ndjson.lock'))).toBe(false)
})

test('the journal on disk says what was recorded', () => {
  const root = makeFolder()
  abandoned(root, 1)
  expect(readJournal(root).map(([kind]) => kind)).toEqual(['open', 'group', 'attempt'])
})
