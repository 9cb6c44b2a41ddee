import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { makeRepository, removeFolders } from '../test/folders.ts'
import { failed, KEY, named, readJournal, startIn } from '../test/recording.ts'
import type { ModuleGraph } from './imports.ts'

beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterAll(removeFolders)

/** Nothing is sent there, so that the journal stays. */
const NOWHERE = { url: 'nowhere' }
const SCRIPT = fileURLToPath(new URL('../test/run-to-exit.ts', import.meta.url))

const kinds = (root: string) => readJournal(root).map(([kind]) => kind)
const ends = (root: string) => readJournal(root).filter(([kind]) => kind === 'end')

const alone: ModuleGraph = { importsOf: () => ({ files: [], isOpen: false }), others: () => [] }

test.each([1, 130])(
  'a process that exits with %i right after the end of a red run keeps that end',
  (code) => {
    const root = makeRepository()
    const { status } = spawnSync(process.execPath, ['--no-warnings', SCRIPT, root, String(code)], {
      cwd: root,
      env: { PATH: process.env.PATH, CI: 'false', ...NODE_CACHE, SVC_API_KEY: KEY, SVC_URL: 'nowhere' },
    })
    expect(status).toBe(code)
    expect(kinds(root)).toContain('attempt')
    expect(ends(root)).toMatchObject([['end', { status: 'failed' }]])
  },
)

test('a graph that cannot be made costs the list of imports, and nothing else', async () => {
  const root = makeRepository()
  const recorder = startIn(root, NOWHERE)
  recorder.attempt(named('a'), failed('no'))
  recorder.imports([join(root, 'a.test.ts')], () => {
    throw new Error('another version of the runner')
  })
  await recorder.finish({ status: 'failed' })
  expect(kinds(root)).not.toContain('imports')
  expect(ends(root)).toMatchObject([['end', { status: 'failed' }]])
})

test('imports are listed before the end and no more after it', async () => {
  const root = makeRepository()
  const recorder = startIn(root, NOWHERE)
  const makeGraph = vi.fn(() => alone)
  recorder.imports([join(root, 'a.test.ts')], makeGraph)
  const finished = recorder.finish({ status: 'failed' })
  recorder.imports([join(root, 'a.test.ts')], makeGraph)
  recorder.attempt(named('late'), failed('no'))
  await finished
  expect(makeGraph).toHaveBeenCalledTimes(1)
  expect(kinds(root).filter((kind) => kind !== 'open')).toEqual(['imports', 'end'])
})
