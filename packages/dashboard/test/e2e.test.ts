import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { describeInChromium } from '../../../scripts/testing/describe-in-chromium.ts'

const folder = join(import.meta.dirname, '..')
const cli = join(
  dirname(createRequire(join(folder, 'package.json')).resolve('@playwright/test/package.json')),
  'cli.js',
)

describeInChromium('the dashboard in a browser', (executable) => {
  test('passes its own suite', async () => {
    const child = spawn(process.execPath, [cli, 'test', '-c', 'e2e'], {
      cwd: folder,
      env: { ...process.env, SVC_CHROMIUM: executable, NODE_OPTIONS: '' },
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code, said).toBe(0)
  })
})
