import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { runStep } from './run-step.ts'

// Inside the workspace, since Vitest is found from there.
const folder = fileURLToPath(new URL('../../.test/run-step', import.meta.url))

const stepOf = (name: string, body: string, setup = 'export default () => undefined', declare = 'test') => {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  writeFileSync(
    join(own, 'a.test.ts'),
    `import { expect, test } from 'vitest'\n${declare}('a', () => ${body})\n`,
  )
  writeFileSync(join(own, 'setup.ts'), `${setup}\n`)
  writeFileSync(join(own, 'vitest.config.ts'), `export default { test: { globalSetup: './setup.ts' } }\n`)
  return {
    name,
    tool: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--root', own],
    tests: 'quick' as const,
    repeat: '',
  }
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a step with a failed test has failed, regardless of its exit code or signal', async () => {
  const passing = await runStep(stepOf('passes', 'expect(1).toBe(1)'), 'keep')
  expect(passing).toMatchObject({ ok: true, counts: { passed: 1, failed: 0 } })
  const failing = await runStep(stepOf('fails', 'expect(1).toBe(2)'), 'keep')
  expect(failing).toMatchObject({
    ok: false,
    counts: { passed: 0, failed: 1 },
    failures: [expect.stringMatching(/a\.test\.ts > a: AssertionError: expected 1 to be 2/)],
  })
  const none = await runStep(stepOf('runs none', 'expect(1).toBe(1)', undefined, 'test.skip'), 'keep')
  expect(none).toMatchObject({ ok: false, counts: { passed: 0, failed: 1 }, failures: ['No test has run.'] })
  const quiet = `export default () => { process.on('exit', () => { process.exitCode = 0 }) }`
  const hushed = await runStep(stepOf('hushed', 'expect(1).toBe(2)', quiet), 'keep')
  expect(hushed).toMatchObject({ ok: false, counts: { passed: 0, failed: 1 } })
})
