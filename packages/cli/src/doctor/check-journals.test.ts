import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startRecorder } from '@svc/client'
import { afterEach, expect, test, vi } from 'vitest'
import { goodSetup, KEY, subjectOf } from '../../test/set-up.ts'
import { checkJournals, SENT_BY_A_RUN } from './check-journals.ts'
import { findingsIn } from './finding.ts'

afterEach(() => vi.unstubAllEnvs())

const journalsOf = async (folder: string) => findingsIn(await checkJournals(await subjectOf(folder)))
const journal = (folder: string, path: string, lines: number) => {
  const text = `["open",1,{}]\n${'["warning","x"]\n'.repeat(lines)}`
  mkdirSync(join(folder, '.svc/journal/rejected'), { recursive: true })
  writeFileSync(join(folder, '.svc/journal', path), text)
}

test('journals that are left, being written and refused are counted apart, and left alone', async () => {
  const folder = goodSetup()
  expect(await journalsOf(folder)).toMatchObject([{ state: 'ok' }])
  vi.stubEnv('SVC_API_KEY', KEY)
  startRecorder({
    options: { quiet: true },
    client: { name: 'test', version: '0' },
    runner: { name: 'test' },
    runnerRoot: folder,
  })
  journal(folder, 'a.ndjson', 1200)
  journal(folder, 'b.ndjson', 1)
  journal(folder, 'rejected/c.ndjson', 1)
  const before = readdirSync(join(folder, '.svc'), { recursive: true })
  expect(await journalsOf(folder)).toMatchObject([
    {
      state: 'warning',
      found: expect.stringMatching(/^2 journals with 1,201 entries, the oldest \d s old, not sent$/),
      reason: 'the runs were killed, or the server could not be reached or refused their key',
      paste: ['npx --no svc flush'],
    },
    { state: 'ok', found: expect.stringMatching(/^1 journal with 0 entries, .*\d s old, .*in progress/) },
    {
      state: 'warning',
      found: expect.stringMatching(/^1 journal with 1 entry, .*\d s old, rejected/),
      paste: ['.svc/journal/rejected'],
    },
  ])
  expect(readdirSync(join(folder, '.svc'), { recursive: true })).toEqual(before)
})

test('of many journals it says how many a run sends', async () => {
  const folder = goodSetup()
  for (const name of ['a', 'b', 'c', 'd']) journal(folder, `${name}.ndjson`, 1)
  expect(await journalsOf(folder)).toMatchObject([
    { fix: expect.stringMatching(/^the next run sends the oldest 3;/) },
  ])
  const finish = readFileSync(join(import.meta.dirname, '../../../client/src/finish.ts'), 'utf8')
  expect(/\bLEFTOVERS = (\d+)/.exec(finish)?.[1]).toBe(String(SENT_BY_A_RUN))
})
