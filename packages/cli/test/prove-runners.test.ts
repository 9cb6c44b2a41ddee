// @module-tag thorough
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makePlace, RUNNERS, type RunnerCase } from './runner-place.ts'

describe.each(['jest', 'playwright'])('%s', (name) => {
  const runner = RUNNERS[name] as RunnerCase
  const { file, text } = runner
  const calc = text("const { add } = require('calc')", "test('adds', () => { expect(add(1, 2)).toBe(3) })")

  test('a break of a package of the workspace is proved, and a broken base is seen', async () => {
    const place = makePlace(runner, {
      [file('calc')]: calc,
      [file('old')]: text('', "test('is old', () => { expect('old').toBe('broken') })"),
    })
    place.change({ 'packages/calc/index.js': 'exports.add = (a, b) => a - b\n' })
    const failed = await place.failures()
    expect((await place.proveAll(failed)).toString()).toBe(
      [
        ['adds', 'proved'],
        ['is old', 'fails-on-base-now'],
      ].toString(),
    )
  })

  test('a flake is not of this change, and a test that a neighbour pollutes is not cleared', async () => {
    const counter = join(realpathSync(mkdtempSync(join(tmpdir(), 'svc-count-'))), 'count')
    writeFileSync(counter, '')
    const slips = `const fs = require('fs')\ntest('slips', () => { fs.appendFileSync(${JSON.stringify(counter)}, '.'); expect(fs.readFileSync(${JSON.stringify(counter)}, 'utf8').length % 2).toBe(0) })`
    const victim = "test('is clean', () => { expect(require('fs').existsSync('left')).toBe(false) })"
    const place = makePlace(runner, {
      [file('slips')]: text('', slips),
      [file('z-victim')]: text('', victim),
    })
    // Jest starts with the largest file, Playwright with the first.
    const pollutes = "test('pollutes', () => { require('fs').writeFileSync('left', '') })"
    place.change({ [file('a-polluter')]: text(`// ${'x'.repeat(2_000)}`, pollutes) })
    const failed = await place.failures()
    const found = Object.fromEntries(
      ((await place.proveAll(failed)) as string[][]).map(([title, finding]) => [title, finding]),
    )
    expect(found.slips ?? 'flake').toMatch(/^(?:flake|flaky-here)$/)
    // What the polluter left here is in no trial: with it, this tree would fail and the base pass.
    expect(found['is clean']).toBe('passes-alone')
  })
})

test.skipIf(process.platform === 'win32')(
  'the web server that Playwright started ends with a trial that is stopped',
  async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'svc-pid-')))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const [pid, ready] = [join(place, 'pid'), join(place, 'ready')]
    const port = await freePort()
    const { proveAll } = makePlace(RUNNERS.playwright as RunnerCase, {
      'serve.js': `require('http').createServer((_, out) => out.end()).listen(${port})
require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid))\n`,
      'playwright.config.js': `module.exports = {
  reporter: [['@svc/playwright']],
  webServer: { command: 'exec node serve.js', port: ${port} },
}\n`,
      'hangs.spec.js': `require('@playwright/test').test('hangs', async () => {
  require('fs').writeFileSync(${JSON.stringify(ready)}, '')
  await new Promise(() => {})
})\n`,
    })
    const failed = [{ file: 'hangs.spec.js', titles: ['hangs'], variant: '', message: 'no' }]
    let stopped: Promise<void> | undefined
    const onStop = (end: () => void) => {
      stopped = expect
        .poll(() => existsSync(ready), { timeout: 60_000 })
        .toBe(true)
        .then(end)
      return () => undefined
    }
    await proveAll(failed, { onStop })
    await stopped
    const server = Number(readFileSync(pid, 'utf8'))
    onTestFinished(() => {
      if (isAlive(server)) process.kill(server, 'SIGKILL')
    })
    await expect.poll(() => isAlive(server), { timeout: 60_000 }).toBe(false)
  },
)

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie has ended, and waits for its parent.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
