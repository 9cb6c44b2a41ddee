import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { prove } from '../prove.ts'
import { runFile } from './run-file.ts'

const startIn = (folder: string, script: string) => ({
  words: [process.execPath, '-e', script],
  env: process.env,
  folder,
  root: folder,
  caller: folder,
  timeoutMs: 60_000,
  onStart: () => undefined,
})

/** A folder, used as somebody who is not root: root may remove everything. */
const asNobody = (): string => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'svc-run-file-')))
  const isRoot = process.geteuid?.() === 0
  chmodSync(place, 0o777)
  if (isRoot) process.seteuid?.(65_534)
  onTestFinished(() => {
    if (isRoot) process.seteuid?.(0)
    rmSync(place, { recursive: true, force: true })
  })
  return place
}

test('a folder that cannot be removed after a trial does not lose the command', async () => {
  const place = asNobody()
  const script = `const { mkdirSync, writeFileSync, chmodSync } = require('node:fs')
writeFileSync('trial', process.env.SVC_TRIAL)
const kept = process.env.SVC_TRIAL + '/t/kept'
mkdirSync(kept)
writeFileSync(kept + '/file', '')
chmodSync(kept, 0o500)`
  const ran = await runFile(startIn(place, script))
  const trial = readFileSync(join(place, 'trial'), 'utf8')
  onTestFinished(() => {
    chmodSync(join(trial, 't', 'kept'), 0o700)
    rmSync(trial, { recursive: true, force: true })
  })
  expect(ran).toEqual({ kind: 'void', reason: expect.stringContaining('wrote no results'), code: 0 })
  expect(existsSync(join(trial, 't', 'kept', 'file'))).toBe(true)
})

test('errors of a trial name the folder of the caller, so that those of both sides are one', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-run-file-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const script = `const { mkdirSync, writeFileSync } = require('node:fs')
const here = process.cwd()
const stack = 'Error: no\\n    at pay (' + here + '/pay.js:3:9)\\n    at file://' + here + '/a.js:1:1'
const error = { message: 'cannot read ' + here + ' or ' + here + '-2/x', stack }
const lines = [['open', 1, {}], ['group', 0, { file: 'a.test.js', titles: [] }], ['attempt', 0, 'adds', 'failed', 0, 1, { errors: [error] }]]
mkdirSync(process.env.SVC_TRIAL + '/.svc/journal', { recursive: true })
writeFileSync(process.env.SVC_TRIAL + '/.svc/journal/a.ndjson', lines.map((line) => JSON.stringify(line) + '\\n').join(''))`
  const ran = await runFile({ ...startIn(root, script), caller: '/home/me/shop' })
  expect(ran).toMatchObject({
    kind: 'ran',
    outcomes: {
      tests: [
        {
          titles: ['adds'],
          message: `cannot read /home/me/shop or ${root}-2/x`,
          error: {
            stack: 'Error: no\n    at pay (/home/me/shop/pay.js:3:9)\n    at file:///home/me/shop/a.js:1:1',
          },
        },
      ],
    },
  })
})

test('a temporary folder that cannot be written is a reason, and no exception', async () => {
  const folder = tmpdir()
  vi.stubEnv('TMPDIR', '/proc/nowhere')
  expect(await runFile(startIn(folder, ''))).toEqual({
    kind: 'void',
    reason: expect.stringContaining('/proc/nowhere'),
  })
  const failure = { file: 'a.test.js', titles: ['adds'], variant: '', message: 'no' }
  const proven = await prove({
    failures: [failure],
    words: ['npx', 'vitest', 'run'],
    folder,
    // An argument with this character makes the start of git throw.
    root: `${folder}\0`,
    base: { sha: 'a'.repeat(40) },
    seconds: 60,
    copies: [],
    env: process.env,
    onStop: () => () => undefined,
  })
  expect(proven).toEqual({ reason: expect.any(String) })
})
