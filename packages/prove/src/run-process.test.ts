import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runProcess } from './run-process.ts'

/** Never ends, and starts a process that leaves its group. Writes the ids of both. */
const HANGS = `const { spawn } = require('node:child_process')
const { renameSync, writeFileSync } = require('node:fs')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true })
writeFileSync(process.argv[2] + '-new', process.pid + ' ' + child.pid)
renameSync(process.argv[2] + '-new', process.argv[2])
setInterval(() => {}, 1000)`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie has ended, and waits for its parent.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A folder with the program; `started` waits for the ids that a start of it writes. */
const makePlace = () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-process-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'hangs.cjs')
  writeFileSync(program, HANGS)
  const started = async (name: string) => {
    await expect.poll(() => existsSync(join(folder, name)), { timeout: 60_000 }).toBe(true)
    const pids = readFileSync(join(folder, name), 'utf8').split(' ').map(Number)
    onTestFinished(() => {
      for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    })
    return pids
  }
  const wordsFor = (name: string) => [process.execPath, program, join(folder, name)]
  return { folder, wordsFor, started }
}

describe.skipIf(process.platform === 'win32')('a process that is ended', { timeout: 120_000 }, () => {
  test('takes along what has left its group', async () => {
    const { folder, wordsFor, started } = makePlace()
    let end = () => {}
    const ended = runProcess(wordsFor('pids'), {
      folder,
      env: process.env,
      output: 'ignore',
      timeoutMs: 100_000,
      onStart: (own) => {
        end = own
      },
    })
    const pids = await started('pids')
    expect(pids.map(isAlive)).toEqual([true, true])
    end()
    expect(await ended).toBe('it was stopped')
    await expect.poll(() => pids.map(isAlive), { timeout: 60_000 }).toEqual([false, false])
  })

  test('does not take the guard from the next one', async () => {
    const { folder, wordsFor, started } = makePlace()
    const script = `const { runProcess } = await import(process.env.ENGINE + '/run-process.ts')
const start = (words) => {
  let end
  const ended = runProcess(words, { folder: process.cwd(), env: process.env, output: 'ignore', timeoutMs: 100_000, onStart: (own) => { end = own } })
  return { ended, end }
}
const first = start(['sleep', '1000'])
first.end()
await first.ended
start(${JSON.stringify(wordsFor('pids'))})`
    const killed = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      env: { ...process.env, ENGINE: import.meta.dirname },
      stdio: 'ignore',
    })
    onTestFinished(() => void killed.kill('SIGKILL'))
    const pids = await started('pids')
    killed.kill('SIGKILL')
    await expect.poll(() => pids.map(isAlive), { timeout: 60_000 }).toEqual([false, false])
  })
})
