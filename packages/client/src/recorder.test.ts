import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type GroupLine, LIMITS, type OpenLine } from '@svc/protocol'
import { git } from '@svc/test-kit/git'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeFolder, makeRepository, removeFolders, write } from '../test/folders.ts'
import {
  configFor,
  failed,
  journalFiles,
  named,
  passed,
  readJournal,
  startFor,
  startIn,
} from '../test/recording.ts'
import { closedAddress } from '../test/server.ts'
import type { Config } from './config.ts'
import { makeTally } from './lines.ts'
import { record, startRecorder } from './recorder.ts'

/** Nothing is sent there, so that the journal stays. */
const NOWHERE = { url: 'nowhere' }

let said: string[] = []
beforeEach(() => {
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(removeFolders)

const opensIn = (root: string) => lines(root, 'open').map((line) => (line as OpenLine)[2])

const lines = <K extends string>(root: string, kind: K) =>
  readJournal(root).filter((line) => line[0] === kind)

test('of describe blocks that are too long together, the longest are cut and stay different', () => {
  const root = makeFolder()
  const recorder = startIn(root)
  const long = (end: string) => [
    'cart',
    ...Array.from({ length: 9 }, (_, level) => `${level}`.padEnd(15_000, 'ü')),
    'x'.repeat(5_000),
    `${'y'.repeat(16_000)}${end}`,
  ]
  recorder.attempt(named('', { titles: [...long('one'), 'pays'] }), passed())
  recorder.attempt(named('', { titles: [...long('other'), 'pays'] }), passed())
  const [one, other] = lines(root, 'group').map((line) => (line as GroupLine)[2].titles)
  expect(one?.slice(0, 1)).toEqual(['cart'])
  expect(one?.[10]).toBe('x'.repeat(5_000))
  expect(one?.[1]).toMatch(/^0ü+…[0-9a-f]{8}$/)
  expect(other?.slice(0, -1)).toEqual(one?.slice(0, -1))
  expect(other?.at(-1)).not.toBe(one?.at(-1))
  const size = Buffer.byteLength(one?.join('') ?? '')
  expect(size).toBeGreaterThan(LIMITS.titlesBytes - 100)
  expect(size).toBeLessThanOrEqual(LIMITS.titlesBytes)
})

test('a plain pass takes six values, and its block is written once', () => {
  const root = makeFolder()
  const recorder = startIn(root, {}, { startedAt: 1000 })
  const plain = {
    startedAt: 1234.4,
    durationMs: 1.23456,
    errors: [],
    tags: [],
    stdout: 'x',
    location: { file: 'a', line: 1 },
  }
  recorder.attempt(named('', { titles: ['outer', 'one'] }), passed(plain))
  recorder.attempt(named('', { titles: ['outer', 'two'] }), passed({ startedAt: 1, durationMs: 123.45 }))
  recorder.attempt(
    named('', { titles: ['other', 'two'], variant: 'webkit' }),
    passed({ startedAt: 1000, durationMs: Number.NaN }),
  )
  recorder.attempt(named('', { titles: ['outer', 'three'] }), passed({ startedAt: 1000, durationMs: 0 }))
  expect(readJournal(root).slice(1)).toEqual([
    ['group', 0, { file: 'a.test.ts', titles: ['outer'] }],
    ['attempt', 0, 'one', 'passed', 234, 1.23],
    ['attempt', 0, 'two', 'passed', 0, 123],
    ['group', 1, { file: 'a.test.ts', titles: ['other'], variant: 'webkit' }],
    ['attempt', 1, 'two', 'passed', 0, 0],
    ['attempt', 0, 'three', 'passed', 0, 0],
  ])
})

test('the label of the options is the variant where the runner has none', () => {
  const root = makeFolder()
  startIn(root, { variant: 'esm' }).attempt(named('t'), passed())
  expect(lines(root, 'group')[0]?.[2]).toMatchObject({ variant: 'esm' })
})

test('the first line is written before git is asked, and the complete one follows', async () => {
  const root = makeRepository()
  git(root, 'remote', 'add', 'origin', 'git@example.org:acme/My_Shop.git')
  write(root, 'packages/web/vitest.config.ts')
  const start = { configFile: join(root, 'packages/web/vitest.config.ts'), shard: { index: 1, total: 3 } }
  const recorder = startIn(
    join(root, 'packages/web'),
    { ...NOWHERE, suite: 'unit', job: 'j', leg: 'l', tags: ['t'] },
    start,
  )
  const sha = git(root, 'rev-parse', 'HEAD')
  expect(readJournal(root)).toMatchObject([
    [
      'open',
      1,
      {
        suite: 'unit',
        solitary: true,
        runAttempt: 1,
        trust: 'local',
        root: 'git',
        tags: ['t'],
        code: { testedSha: sha },
      },
    ],
  ])
  await recorder.finish({ status: 'passed' })
  const [first, second] = lines(root, 'open') as OpenLine[]
  expect(second?.[2]).toMatchObject({
    ...first?.[2],
    project: 'my-shop',
    part: {
      job: 'j',
      package: 'packages/web',
      config: 'vitest.config.ts',
      leg: 'l',
      shard: { index: 1, total: 3 },
    },
    code: { testedSha: sha, dirty: true, repository: 'acme/My_Shop', branch: 'main' },
  })
  expect(recorder.root).toBe(root)
  expect(recorder.file(join(root, 'packages/web/a.test.ts'))).toBe('packages/web/a.test.ts')
})

test('shards of one machine have one build; in CI and with a build of their own they have none in common', () => {
  const root = makeRepository()
  const buildsOf = (config: Partial<Config>) =>
    [1, 2].map((index) => {
      const start = startFor(root, { shard: { index, total: 2 } })
      const recorder = record(start, { ...configFor(NOWHERE), ...config })
      const builds = opensIn(recorder.root).map(({ build }) => build)
      rmSync(join(root, '.svc/journal'), { recursive: true })
      return builds[0]
    })
  const [one, two] = buildsOf({})
  expect(two).toBe(one)
  const inCi = buildsOf({ ci: { run: { provider: 'unknown' }, attempt: 1, job: '', code: {} } })
  expect(new Set([one, ...inCi]).size).toBe(3)
  expect(buildsOf({ solitary: false, build: 'mine' })).toEqual(['mine', 'mine'])
})

test('without a remote the project is called like its package, else like its folder', async () => {
  const root = makeRepository()
  write(root, 'package.json', '{"name":"@acme/web"}')
  await startIn(root, NOWHERE).finish({ status: 'passed' })
  expect(lines(root, 'open').at(-1)?.[2]).toMatchObject({ project: 'acme-web' })
  const bare = makeFolder()
  await startIn(bare, NOWHERE).finish({ status: 'passed' })
  expect(lines(bare, 'open').at(-1)?.[2]).toMatchObject({
    project: expect.stringMatching(/^svc-client-/),
    root: 'runner',
  })
})

test('journals are for their owner only, and hidden from git', () => {
  const root = makeRepository()
  startIn(root)
  const [name = ''] = journalFiles(root)
  expect(statSync(join(root, '.svc/journal', name)).mode & 0o777).toBe(0o600)
  expect(git(root, 'status', '--porcelain')).toBe('')
})

test('retries count as one result in what is said', async () => {
  const root = makeFolder()
  const recorder = startIn(root, { url: await closedAddress() })
  recorder.attempt(named('a'), failed('x'))
  recorder.attempt(named('b'), passed())
  recorder.attempt(named('a'), passed())
  await recorder.finish({ status: 'passed' })
  expect(lines(root, 'attempt')).toHaveLength(3)
  expect(said.join('')).toMatch(/no server listens there.*\n.*kept in .*pnpm exec svc flush/)
})

test('tests that a runner repeats with their group are one result each', () => {
  const tally = makeTally()
  for (const retry of [0, 1]) tally.count(0, 'set-up', 0, passed({ retry }))
  tally.count(0, 'breaks', 0, failed('once', { retry: 0 }))
  tally.count(0, 'breaks', 0, passed({ retry: 1 }))
  expect(tally.results).toBe(2)
})

test('warnings are bounded', () => {
  const root = makeFolder()
  const recorder = startIn(root)
  for (let index = 0; index < 500; index += 1) recorder.warning(`w${index}`)
  expect(lines(root, 'warning')).toHaveLength(LIMITS.warnings)
})

test('what comes after the end is not recorded, and finishing twice is once', async () => {
  const root = makeFolder()
  const recorder = startIn(root, NOWHERE)
  const first = recorder.finish({ status: 'passed' })
  recorder.attempt(named('late'), passed())
  await Promise.all([first, recorder.finish({ status: 'failed' })])
  expect(lines(root, 'attempt')).toHaveLength(0)
  expect(lines(root, 'end')).toMatchObject([['end', { status: 'passed' }]])
})

test('without a key results are kept for the step that has one: in GitHub Actions, or where that is asked for', async () => {
  for (const [options, env, isKept] of [
    [{}, { GITHUB_ACTIONS: 'true' }, true],
    [{ record: false }, { GITHUB_ACTIONS: 'true' }, false],
    [{}, { SVC_RECORD: '1' }, true],
    [{ record: true, quiet: true }, {}, true],
    [{ enabled: false }, { GITHUB_ACTIONS: 'true' }, false],
  ] as const) {
    said = []
    const root = makeFolder()
    const recorder = startIn(root, { apiKey: '', ...options }, {}, env)
    recorder.attempt(named('t'), failed('no'))
    await recorder.finish({ status: 'failed' })
    expect(recorder.isRecording).toBe(isKept)
    expect(journalFiles(root)).toEqual(isKept ? [expect.stringMatching(/\.ndjson$/)] : [])
    if (isKept) expect(lines(root, 'end')).toMatchObject([['end', { status: 'failed' }]])
    const isQuiet = 'quiet' in options || 'enabled' in options
    const line = isKept
      ? /^svc: no API key: results are kept in .*\.ndjson for the svc action\n$/
      : /no API key/
    expect(said).toEqual(isQuiet ? [] : [expect.stringMatching(line)])
  }
})

test('without a key nothing is recorded and one line says so; quiet or disabled, not even that', async () => {
  const root = makeFolder()
  const without = (options: object) => record(startFor(root), configFor({ apiKey: '', ...options }))
  const recorder = without({})
  recorder.attempt(named('t'), passed())
  expect(recorder.file(join(root, 'a.ts'))).toBe('a.ts')
  await recorder.finish({ status: 'passed' })
  await without({ quiet: true }).finish({ status: 'passed' })
  await without({ enabled: false }).finish({ status: 'passed' })
  expect(said).toEqual([
    expect.stringMatching(/^svc: no API key, so nothing is recorded; set SVC_API_KEY.*\n$/),
  ])
  expect(journalFiles(root)).toEqual([])
})

test('values of a wrong type end neither the run nor the recording', () => {
  const root = makeFolder()
  const recorder = startIn(root, {}, { startedAt: Date.now() + 1000 })
  const nonsense: never = undefined as never
  expect(() => {
    recorder.attempt(nonsense, nonsense)
    recorder.attempt(named('t'), passed({ errors: [nonsense] }))
    recorder.error(nonsense)
    recorder.warning(nonsense)
  }).not.toThrow()
  recorder.attempt(named('fine'), passed())
  expect(lines(root, 'attempt')).toMatchObject([
    ['attempt', 0, 't', 'passed', 0, 1, { truncated: ['detail'] }],
    ['attempt', 0, 'fine', 'passed', 0, 1],
  ])
})

test('a start that fails never throws, and the end of the run says why nothing was sent', async () => {
  const start: never = { options: undefined, runnerRoot: undefined } as never
  const recorder = startRecorder(start)
  recorder.attempt(named('t'), passed())
  await recorder.finish({ status: 'passed' })
  expect(said).toEqual([expect.stringMatching(/^svc: could not start recording: .+\n$/)])
})

describe('where the disk refuses', () => {
  test('a file in place of the folder: lines stay in memory, and it is said once', async () => {
    const root = makeFolder()
    write(root, '.svc', 'a file')
    const recorder = startIn(root, NOWHERE)
    recorder.attempt(named('t'), passed())
    await recorder.finish({ status: 'passed' })
    expect(said.join('')).toMatch(/results not sent: .*\n.*lost, because the journal could not be written/)
  })
})

test('options that no reporter reads are warned of once, with the nearest name', async () => {
  const options = { siute: 'unit', tokn: 'x', _mode: 'test', configDir: '/x', project: 'shop' }
  for (const _run of [1, 2]) startIn(makeFolder(), NOWHERE, { options: options as object })
  await vi.waitUntil(() => said.length >= 2)
  expect(said).toEqual([
    'svc: warning: the reporter has no option siute; did you mean suite?\n',
    expect.stringMatching(/^svc: warning: the reporter has no option tokn; .*apiKey, record, url, /),
  ])
})
