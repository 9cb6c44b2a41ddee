// @module-tag thorough
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { describe, expect, test } from 'vitest'
import { makePlace, RUNNERS, type RunnerCase } from './runner-place.ts'

/** Jest and Vitest start with the largest file, Playwright with the first. */
const first = (text: string) => `// ${'x'.repeat(4_000)}\n${text}`
const then = (text: string) => `// ${'x'.repeat(2_000)}\n${text}`

describe.each(['jest', 'playwright', 'vitest'])('%s', (name) => {
  const shared = RUNNERS[name] as RunnerCase
  const { file, text, fs } = shared
  // Without npx, which takes as long as the trial.
  const runner = { ...shared, words: [`node_modules/.bin/${shared.bin}`, ...shared.words.slice(3)] }
  const leaves = (path: string) => text(fs, `test('leaves', () => { fs.writeFileSync('${path}', '') })`)
  // Two errors, since tests of one error are tried as one.
  const needs = (title: string, path: string) =>
    `test('${title}', () => { if (fs.existsSync('${path}')) throw new Error('${title} no longer') })`

  test('a new file that breaks a test is named, and an old one is of the base, also by another name', async () => {
    const place = makePlace(runner, {
      [file('a-former')]: first(leaves('left/old')),
      [file('b-other')]: then(text('', "test('is sound', () => { expect(1).toBe(1) })")),
      [file('z-victim')]: text(fs, `${needs('is untouched', 'left/old')}\n${needs('is clean', 'left/new')}`),
      'left/.keep': '',
      '.gitignore': 'node_modules\n.svc\nleft/*\n!left/.keep\ntest-results\n',
    })
    git(place.folder, 'mv', file('a-former'), file('a-renamed'))
    place.change({ [file('a-polluter')]: first(leaves('left/new')) })
    const { failed, files } = await place.failuresAndFiles()
    expect(failed.map(({ titles }) => titles[0]).sort()).toEqual(['is clean', 'is untouched'])
    const proven = await place.proveWith(failed, { ranWith: () => files })
    if ('reason' in proven) throw new Error(proven.reason)
    const found = proven.proofs.map(({ test: { titles }, finding, neighbours }) => [
      titles[0],
      [finding, neighbours?.files, neighbours?.reason],
    ])
    expect(Object.fromEntries(found)).toEqual({
      'is clean': ['proved', [file('a-polluter')], undefined],
      'is untouched': ['fails-on-base-now', [file('a-renamed')], undefined],
    })
    // By hand, the printed commands show the same.
    const [victim] = failed
    const commandAfter = (...after: string[]) => (victim ? proven.commandsOf(victim, after).here : '')
    const clean = () => {
      for (const path of ['new', 'old']) rmSync(join(place.folder, 'left', path), { force: true })
    }
    clean()
    shell(place, commandAfter())
    expect(() => shell(place, commandAfter(file('a-polluter')))).toThrow()
    expect(existsSync(join(place.folder, 'left', 'new'))).toBe(true)
  })
})

test('what a file leaves in a place of both sides proves nothing and excuses nothing', async () => {
  const runner = RUNNERS.vitest as RunnerCase
  const { file, text, fs } = runner
  const place = makePlace(
    { ...runner, words: ['node_modules/.bin/vitest', ...runner.words.slice(3)] },
    { [file('z-victim')]: '' },
  )
  const left = join(place.temporary, 'left')
  const victim = `test('is clean', () => { expect(fs.existsSync(${JSON.stringify(left)})).toBe(false) })`
  place.change({
    [file('a-polluter')]: first(
      text(fs, `test('leaves', () => { fs.writeFileSync(${JSON.stringify(left)}, '') })`),
    ),
    [file('z-victim')]: text(fs, victim),
  })
  const { failed, files } = await place.failuresAndFiles()
  expect(failed).toHaveLength(1)
  rmSync(left)
  const base = { sha: git(place.folder, 'rev-parse', 'HEAD').trim() }
  const proven = await place.proveWith(failed, { base, ranWith: () => files })
  if ('reason' in proven) throw new Error(proven.reason)
  expect(proven.proofs).toMatchObject([
    {
      finding: 'passes-alone',
      neighbours: { finding: 'void', reason: expect.stringContaining('left behind') },
    },
  ])
})

test('a tree that git cannot restore is told, and the trials before count', async () => {
  const runner = RUNNERS.vitest as RunnerCase
  const { file, text, fs } = runner
  const place = makePlace(
    { ...runner, words: ['node_modules/.bin/vitest', ...runner.words.slice(3)] },
    { [file('z-victim')]: '' },
  )
  // Git adds no repository without a commit.
  const leaves =
    "test('leaves', () => { fs.mkdirSync('nested/.git/refs', { recursive: true }); fs.mkdirSync('nested/.git/objects', { recursive: true }); fs.writeFileSync('nested/.git/HEAD', 'ref: refs/heads/none') })"
  const victim = "test('is clean', () => { expect(fs.existsSync('left')).toBe(false) })"
  place.change({
    [file('a-polluter')]: first(text(fs, `test('leaves', () => { fs.writeFileSync('left', '') })`)),
    [file('z-victim')]: text(fs, `${leaves}\n${victim}`),
  })
  const { failed, files } = await place.failuresAndFiles()
  expect(failed).toHaveLength(1)
  rmSync(join(place.folder, 'left'))
  rmSync(join(place.folder, 'nested'), { recursive: true })
  const base = { sha: git(place.folder, 'rev-parse', 'HEAD').trim() }
  const proven = await place.proveWith(failed, { base, ranWith: () => files })
  if ('reason' in proven) throw new Error(proven.reason)
  expect(proven.proofs).toMatchObject([
    {
      finding: 'passes-alone',
      evidence: { here: { failed: 0 } },
      neighbours: { finding: 'void', reason: 'git cannot restore the files of a trial' },
    },
  ])
})

const shell = ({ folder, temporary }: ReturnType<typeof makePlace>, command: string) => {
  const { PATH = '', HOME = '' } = process.env
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR: temporary, SVC_ENABLED: '0', SVC_LOGIN: '0' },
    stdio: 'pipe',
  })
}
