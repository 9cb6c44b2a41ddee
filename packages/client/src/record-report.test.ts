import type { OpenLine, ReportedRun } from '@svc/protocol'
import { git } from '@svc/test-kit/git'
import { afterAll, expect, test } from 'vitest'
import { commit, makeFolder, makeRepository, removeFolders } from '../test/folders.ts'
import { configFor, journalFiles, named, passed, readJournal } from '../test/recording.ts'
import { recordReport } from './record-report.ts'
import type { ReportFacts } from './report-open.ts'

afterAll(removeFolders)

const ID = '0190d5a8-0000-7000-8000-000000000001'
const END = { status: 'passed', endedAt: 5000 } as const

const factsFor = (folder: string, facts: Partial<ReportFacts> = {}): ReportFacts => ({
  config: configFor({ url: 'nowhere' }),
  client: { name: '@svc/cli', version: '0' },
  runner: { name: 'pytest', version: '8' },
  folder,
  startedAt: 1000,
  id: ID,
  ...facts,
})

test('a report becomes a journal with the facts of its upload, and waits on disk where it cannot be sent', async () => {
  const root = makeRepository()
  const recording = recordReport(factsFor(root, { label: 'reports/*.xml', branch: 'topic' }))
  recording.attempt(named('one'), passed({ startedAt: 1500, durationMs: 20 }))
  const sent = await recording.finish(END)
  expect(sent).toMatchObject({ kind: 'denied', results: 1, path: expect.stringContaining(ID) })
  const lines = readJournal(root)
  expect(lines.map(([kind]) => kind)).toEqual(['open', 'group', 'attempt', 'open', 'end'])
  expect(lines[3]?.[2]).toMatchObject({
    journal: ID,
    startedAt: 1000,
    runner: { name: 'pytest', version: '8' },
    part: { package: '', config: 'reports/*.xml' },
    code: { branch: 'topic', testedSha: git(root, 'rev-parse', 'HEAD'), dirty: false },
  })
  expect(lines[4]).toEqual(['end', { status: 'passed', durationMs: 4000 }])
})

test('of a run long over, neither CI nor the checked out commit says anything', async () => {
  const root = makeRepository()
  const old = git(root, 'rev-parse', 'HEAD')
  commit(root, 'later.txt')
  const past = { isPast: true, branch: 'main', trust: 'ci' } as const
  const unknown = recordReport(factsFor(root, past))
  unknown.attempt(named('one'), passed())
  await unknown.finish(END)
  const [, , open] = (readJournal(root)[3] ?? []) as OpenLine
  expect(open).toMatchObject({ code: { branch: 'main' }, trust: 'ci' })
  expect(open.code).not.toHaveProperty('testedSha')
  expect(open).not.toHaveProperty('ci')

  const known = recordReport(factsFor(root, { ...past, commit: old }))
  known.attempt(named('one'), passed())
  await known.finish(END)
  expect(readJournal(root)[3]?.[2]).toMatchObject({ code: { testedSha: old, tree: expect.any(String) } })
})

test('what reports tell comes behind options and CI, and before what is checked out', async () => {
  const root = makeRepository()
  const old = git(root, 'rev-parse', 'HEAD')
  const head = commit(root, 'later.txt')
  const reported = {
    commit: old.slice(0, 10),
    branch: 'topic',
    build: '812',
    repository: 'acme/other',
    project: 'Other',
    ci: { provider: 'CTRF', url: 'https://ci.acme.dev/812' },
    environment: { os: 'win32' },
  }
  const openOf = async (
    facts: Partial<ReportFacts>,
    end: Partial<Parameters<typeof recorded.finish>[0]> = {},
  ) => {
    const recording = recordReport(factsFor(root, facts))
    recording.attempt(named('one'), passed())
    const { named: alone } = await recording.finish({ ...END, reported, ...end })
    return { open: (readJournal(root)[3] as OpenLine)[2], alone }
  }
  const recorded = recordReport(factsFor(root))
  recorded.discard()
  const { project: _, ...config } = { ...configFor({ url: 'nowhere' }), solitary: true }

  const here = await openOf({ config }, { runner: { name: 'cypress' }, leg: 'web' })
  expect(here.open).toMatchObject({
    code: { testedSha: old, branch: 'topic', repository: 'acme/other', dirty: true },
    build: '812',
    project: 'Other',
    ci: reported.ci,
    runner: { name: 'cypress' },
    part: { leg: 'web' },
    environment: { os: 'win32' },
  })
  expect(here.open.environment).not.toHaveProperty('node')
  expect(here.open).not.toHaveProperty('solitary')
  expect(here.alone).toEqual({ project: 'Other', branch: 'topic', build: '812' })

  const same = await openOf({ config }, { reported: { commit: head.slice(0, 7) } })
  expect(same.open.code).toMatchObject({ testedSha: head, dirty: false })

  const explicit = await openOf({ config: { ...config, project: 'mine' }, commit: head, branch: 'asked' })
  expect(explicit.open).toMatchObject({ project: 'mine', code: { testedSha: head, branch: 'asked' } })

  const ci = { run: { provider: 'GitHub Actions' }, attempt: 1, job: '', code: { branch: 'ci' } }
  const inCi = await openOf({ config: { ...config, solitary: false, build: '5', ci } })
  expect(inCi.open).toMatchObject({ build: '5', ci: ci.run, code: { testedSha: head, branch: 'ci' } })
  expect(inCi.alone).toEqual({ project: 'Other' })

  const past = await openOf({ config, isPast: true, trust: 'ci', fallback: { branch: 'main', commit: head } })
  expect(past.open).toMatchObject({ code: { testedSha: old, branch: 'topic' }, ci: reported.ci })
  // A run of CI that is long over may be a base, and git knows its commit.
  expect(past.open.code).toMatchObject({ tree: expect.any(String) })
  expect(past.open.code).not.toHaveProperty('dirty')
  const silent = await openOf(
    { config, isPast: true, fallback: { branch: 'main', commit: head } },
    { reported: {} },
  )
  expect(silent.open.code).toMatchObject({ testedSha: head, branch: 'main', dirty: true })
})

test('a journal of the same content takes the place of one that was left, and discarding leaves nothing', async () => {
  const root = makeFolder()
  const first = recordReport(factsFor(root))
  first.attempt(named('one'), passed())
  await first.finish(END)
  const again = recordReport(factsFor(root))
  again.attempt(named('one'), passed())
  await again.finish(END)
  expect(journalFiles(root)).toHaveLength(1)
  recordReport(factsFor(root)).discard()
  expect(journalFiles(root)).toEqual([])
})

test('without a key it is kept', async () => {
  const root = makeFolder()
  const { apiKey: _, ...config } = configFor({})
  const recording = recordReport(factsFor(root, { config }))
  recording.attempt(named('one'), passed())
  expect(await recording.finish(END)).toMatchObject({ kind: 'kept', results: 1, path: expect.any(String) })
})

test('the machine is named only if the reported run was on it and outside git', async () => {
  const machineOf = async (facts: Partial<ReportFacts>, reported: ReportedRun = {}) => {
    const root = makeFolder()
    const recording = recordReport(factsFor(root, { config: configFor({ machine: 'desk' }), ...facts }))
    recording.attempt(named('one'), passed())
    await recording.finish({ ...END, reported })
    const [, , open] = (readJournal(root)[3] ?? []) as OpenLine
    return open.machine
  }
  expect(await machineOf({})).toBe('desk')
  expect(await machineOf({ isPast: true })).toBeUndefined()
  expect(await machineOf({ commit: 'a'.repeat(40) })).toBeUndefined()
  expect(await machineOf({}, { environment: { os: 'win32' } })).toBeUndefined()
  expect(await machineOf({}, { ci: { provider: 'CTRF' } })).toBeUndefined()
})
