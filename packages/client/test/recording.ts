import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Attempt, type JournalLine, type TestName, toApiKey } from '@svc/protocol'
import type { Env } from '../src/ci-facts.ts'
import { resolveConfig } from '../src/config.ts'
import type { RecorderStart } from '../src/open.ts'
import type { ReporterOptions } from '../src/options.ts'
import { type Recorder, record } from '../src/recorder.ts'

export const KEY = toApiKey(new Uint8Array(32).fill(9))

/** Settings as on a laptop: whatever machine the tests run on, no CI is seen. */
export const configFor = (options: ReporterOptions = {}, env: Env = {}) =>
  resolveConfig(
    { apiKey: KEY, ...options },
    { PATH: process.env.PATH, ...env },
    { isCI: false, id: null, name: null },
  )

export const startFor = (runnerRoot: string, start: Partial<RecorderStart> = {}): RecorderStart => ({
  options: {},
  client: { name: '@svc/test', version: '0.0.0' },
  runner: { name: 'test', version: '1.0.0' },
  runnerRoot,
  ...start,
})

export const startIn = (
  runnerRoot: string,
  options: ReporterOptions = {},
  start: Partial<RecorderStart> = {},
  env: Env = {},
): Recorder => record(startFor(runnerRoot, start), configFor(options, env))

export const named = (title: string, more: Partial<TestName> = {}): TestName => ({
  file: 'a.test.ts',
  titles: [title],
  variant: '',
  occurrence: 0,
  ...more,
})

export const passed = (more: Partial<Attempt> = {}): Attempt => ({
  status: 'passed',
  startedAt: Date.now(),
  durationMs: 1,
  ...more,
})

export const failed = (message: string, more: Partial<Attempt> = {}): Attempt =>
  passed({ status: 'failed', errors: [{ message }], ...more })

/** Names of the journals and of everything else in the journal folder. */
export const journalFiles = (root: string): string[] => {
  try {
    return readdirSync(join(root, '.svc', 'journal')).sort()
  } catch {
    return []
  }
}

/** The lines of the only journal below a root. */
export const readJournal = (root: string): JournalLine[] => {
  const [name] = journalFiles(root).filter((each) => each.endsWith('.ndjson'))
  if (!name) throw new Error('there is no journal')
  return readFileSync(join(root, '.svc', 'journal', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): JournalLine => JSON.parse(line))
}
