import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removeLeft } from './trees/worktree.ts'

const temporary = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-killed-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie has ended, and waits for its parent.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A runner that never ends, and that has started another process in a group of its own, as Playwright starts its web server. */
const HANGS = (pids: string) => `const { spawn } = require('node:child_process')
const { renameSync, writeFileSync } = require('node:fs')
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true })
writeFileSync(${JSON.stringify(`${pids}-new`)}, process.pid + ' ' + child.pid)
renameSync(${JSON.stringify(`${pids}-new`)}, ${JSON.stringify(pids)})
setInterval(() => {}, 1000)`

const CALLS = {
  bisect: `const { bisect } = await import(process.env.ENGINE + '/bisect/bisect.ts')
await bisect({ good: 'HEAD~1', bad: 'HEAD', words: [process.execPath, 'check.cjs'], seen: { hits: 0, runs: 0 }, ...wish })`,
  prove: `const { prove } = await import(process.env.ENGINE + '/prove.ts')
await prove({ failures: [{ file: 'a.test.js', titles: ['a'], variant: '', message: 'no' }], words: ['vitest', 'run'], base: { sha: process.env.BASE }, setup: process.execPath + ' check.cjs', ...wish })`,
}

test.skipIf(process.platform === 'win32').each(['bisect', 'prove'] as const)(
  'a %s that is killed takes its runner along, and the next start removes its trees',
  { timeout: 120_000 },
  async (call) => {
    const [root, place] = [temporary(), temporary()]
    const pids = join(temporary(), 'pids')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: root,
        encoding: 'utf8',
      })
    git('init', '-q', '-b', 'main')
    writeFileSync(join(root, 'check.cjs'), HANGS(pids))
    git('add', '-A')
    for (const subject of ['good', 'bad']) git('commit', '-q', '--allow-empty', '-m', subject)
    const script = `const wish = { folder: process.cwd(), root: process.cwd(), seconds: 600, copies: [], env: process.env, onStop: () => () => {} }
${CALLS[call]}`
    const killed = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: place,
        ENGINE: import.meta.dirname,
        BASE: git('rev-parse', 'HEAD~1').trim(),
      },
      stdio: 'ignore',
    }) as ChildProcess
    onTestFinished(() => void killed.kill('SIGKILL'))
    await expect.poll(() => existsSync(pids), { timeout: 60_000 }).toBe(true)
    const started = readFileSync(pids, 'utf8').split(' ').map(Number)
    onTestFinished(() => {
      for (const pid of started) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    })
    vi.stubEnv('TMPDIR', place)
    const worktrees = () => git('worktree', 'list').trim().split('\n').length
    // Meanwhile, the start of another one leaves all of it alone.
    const before = [worktrees(), readdirSync(place)]
    expect(before[0]).toBeGreaterThan(1)
    await removeLeft(root, process.env)
    expect([worktrees(), readdirSync(place)]).toEqual(before)
    expect(started.map(isAlive)).toEqual([true, true])
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    await expect.poll(() => started.map(isAlive), { timeout: 60_000 }).toEqual([false, false])
    await removeLeft(root, process.env)
    expect([worktrees(), readdirSync(place)]).toEqual([1, []])
  },
)
