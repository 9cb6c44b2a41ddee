import type { OpenLine } from '@svc/protocol'
import { afterAll, expect, test } from 'vitest'
import { git, makeFolder, makeRepository, removeFolders, write } from '../test/folders.ts'
import { configFor, journalFiles, named, passed, readJournal } from '../test/recording.ts'
import { type ReportFacts, recordReport } from './record-report.ts'

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
  write(root, 'later.txt')
  git(root, 'add', '.')
  git(root, 'commit', '-m', 'later')
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
