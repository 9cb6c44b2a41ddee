import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runApart } from './run-apart.ts'

const signal = new AbortController().signal

test('work in another process is reported while it runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-apart-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'reported')
  // It ends only after a report.
  const script = `const { existsSync } = require('node:fs')
    setInterval(() => existsSync(${JSON.stringify(file)}) && process.exit(), 5)`
  const reports: number[] = []
  await runApart({
    args: ['-e', script],
    signal,
    what: 'It',
    everyMs: 10,
    onWait: (seconds) => {
      reports.push(seconds)
      writeFileSync(file, '')
    },
  })
  expect(reports[0]).toBeGreaterThanOrEqual(0)
})

test('a failure says what the process said', async () => {
  const args = ['-e', 'console.error("no disk"); process.exit(3)']
  const running = runApart({ args, signal, what: 'Packing', onWait: () => undefined })
  await expect(running).rejects.toThrow('Packing ended with code 3. no disk')
})
