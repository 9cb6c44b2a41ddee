import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describeInChromium } from '@svc/test-kit/describe-in-chromium'
import { expect, onTestFinished, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const cli = join(
  dirname(createRequire(join(folder, 'package.json')).resolve('@playwright/test/package.json')),
  'cli.js',
)

/** Minutes, ten times what the suite takes alone; it ends itself before, and then says what it was doing. */
const LIMIT = 60

describeInChromium('the dashboard in a browser', (executable) => {
  test('passes its own suite', { timeout: LIMIT * 60_000 }, async () => {
    const limit = `--global-timeout=${(LIMIT - 1) * 60_000}`
    const child = spawn(process.execPath, [cli, 'test', '-c', 'e2e', '--reporter=list', limit], {
      cwd: folder,
      env: { ...process.env, SVC_CHROMIUM: executable, NODE_OPTIONS: '' },
    })
    // If this test is ended from outside, its server and browsers end too.
    onTestFinished(() => void child.kill('SIGINT'))
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk))
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code, said).toBe(0)
  })
})
