// @module-tag thorough

import { observe } from '@svc/test-kit/observe'
import type { RunnerProject } from '@svc/test-kit/runner-project'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachVersion, expectSame, isAtLeast, readReport, vitestProject, vitestRun } from './project.ts'

const dies = (title: string) => `
  import { test } from 'vitest'
  test('before', () => {})
  test('${title}', async () => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    process.kill(process.pid, 'SIGKILL')
  })
`

const files = {
  'loads.test.js': `process.kill(process.pid, 'SIGKILL'); await new Promise((resolve) => setTimeout(resolve, 60_000))`,
  'leaves.test.js': `
    import { test } from 'vitest'
    test('leaves', async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      // Vitest replaces process.exit.
      process.reallyExit(7)
    })
  `,
  'green.test.js': `import { test } from 'vitest'; test('a', () => {})`,
  'red.test.js': `
    import { test } from 'vitest'
    test('b', () => { throw new Error('red') })
    test('after b', () => {})
  `,
  'unhandled.test.js': `
    import { test } from 'vitest'
    test('leaves a rejection behind', async () => {
      Promise.reject(new Error('nobody caught me'))
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  `,
  'exits.test.js': dies('kills its worker'),
  'kills.test.js': dies('kills another worker'),
  'only.test.js': `import { test } from 'vitest'; test.only('alone', () => {}); test('other', () => {})`,
  'broken-setup.js': `export const setup = () => { throw new Error('no database') }`,
  'no-setup.js': `export const setup = () => {}`,
  'vitest.config.mjs': `export default { test: {
    reporters: [['json', { outputFile: 'report.json' }], ['@svc/vitest', { project: 'fixture' }]],
    globalSetup: process.env.BROKEN ? './broken-setup.js' : './no-setup.js',
    dangerouslyIgnoreUnhandledErrors: Boolean(process.env.IGNORE),
    pool: 'forks',
  } }`,
}

eachVersion('the outcome', (version) => {
  let project: RunnerProject
  let plainProject: RunnerProject

  beforeAll(() => {
    project = vitestProject(files, {}, { version })
    plainProject = vitestProject(files, {}, { version })
  })
  afterAll(() => {
    project.remove()
    plainProject.remove()
  })

  /**
   * The same run without us and with us, at once. Each has its own project: --reporter keeps that reporter's options of
   * the config, so both would write one report.json, whatever --outputFile says.
   */
  const bothWays = async (args: string[], env: Record<string, string> = {}) => {
    const [plain, run] = await Promise.all([
      plainProject.run(vitestRun('--reporter=json', ...args), { env }),
      observe(project, vitestRun(...args), { env }),
    ])
    expect(run.code).toBe(plain.code)
    return run
  }

  test('of a green run is green', async () => {
    const run = await bothWays(['green'])
    expect(run.code).toBe(0)
    expect(run.part.end).toMatchObject({ status: 'passed' })
    expectSame(run.part, readReport(project))
    expect(run.part.open).toMatchObject({
      project: 'fixture',
      root: 'git',
      runner: { name: 'vitest', version: version.version },
      client: { name: '@svc/vitest' },
      part: { package: '', config: 'vitest.config.mjs' },
    })
  })

  test('of a red run is red', async () => {
    const run = await bothWays(['green', 'red'])
    expect(run.code).toBe(1)
    expect(run.part.end).toMatchObject({ status: 'failed' })
    expectSame(run.part, readReport(project))
  })

  test('of an unhandled error is red, and a warning where such are ignored', async () => {
    const run = await bothWays(['unhandled'])
    expect(run.code).toBe(1)
    expect(run.part.end).toMatchObject({ status: 'failed' })
    expect(run.part.errors.map(({ failure, file }) => [failure.message, file])).toEqual([
      ['nobody caught me', 'unhandled.test.js'],
    ])
    const ignored = await bothWays(['unhandled'], { IGNORE: '1' })
    expect(ignored.code).toBe(0)
    expect(ignored.part).toMatchObject({ end: { status: 'passed' }, errors: [] })
    expect(ignored.part.warnings).toEqual([expect.stringContaining('nobody caught me')])
  })

  test('of a bail fails, and the tests it left out say so', async () => {
    const run = await bothWays(['green', 'red', 'only', '--bail=1', '--no-file-parallelism', '--allowOnly'])
    expect(run.code).toBe(1)
    expect(run.part.end).toMatchObject({ status: 'failed', unfinished: expect.any(Number) })
    expect(run.test('after b').attempts).toMatchObject([
      { status: 'skipped', skip: { kind: 'filtered', reason: 'bail ended the run' } },
    ])
    expectSame(run.part, readReport(project))
  })

  test('of a run without a file is what Vitest makes of it', async () => {
    const none = await bothWays(['nowhere'])
    expect(none.code).toBe(1)
    expect(none.part).toMatchObject({ tests: [], end: { status: 'failed' } })
    const allowed = await bothWays(['nowhere', '--passWithNoTests'])
    expect(allowed.code).toBe(0)
    expect(allowed.part).toMatchObject({ tests: [], errors: [], end: { status: 'passed' } })
  })

  test('of a broken global set-up is red, even without a test', async () => {
    for (const args of [['green'], ['green', '--passWithNoTests']]) {
      const run = await bothWays(args, { BROKEN: '1' })
      expect(run.code).toBe(1)
      expect(run.part).toMatchObject({ tests: [], end: { status: 'failed' } })
      expect(run.part.errors).toMatchObject([
        { failure: { message: expect.stringContaining('global setup') } },
      ])
    }
  })

  // Before 4 Vitest may die with its worker, by a rejection of its own; the next run sends what was recorded.
  test.runIf(isAtLeast(version, '4.0.0'))(
    'of a worker that dies is red, and the test it died in was cut off',
    async () => {
      const run = await bothWays(['exits', 'green'])
      expect(run.code).toBe(1)
      expect(run.part.end).toMatchObject({ status: 'failed' })
      expect(run.part.errors.map(({ failure }) => failure.message)).toEqual([
        expect.stringMatching(/worker|exit/i),
      ])
      expect(run.part.errors.map(({ file }) => file)).toEqual(['exits.test.js'])
      expect(run.test('kills its worker').attempts).toMatchObject([{ skip: { kind: 'interrupted' } }])
      expectSame(run.part, readReport(project))
    },
  )

  test.runIf(isAtLeast(version, '4.0.0'))('of two workers that die names the file of each', async () => {
    const run = await bothWays(['exits', 'kills', 'green'])
    expect(run.code).toBe(1)
    expect(run.part.errors.map(({ file }) => file).sort()).toEqual(['exits.test.js', 'kills.test.js'])
  })

  test.runIf(isAtLeast(version, '4.0.0'))(
    'of workers that die differently, one while it loads its file, names the file of each',
    async () => {
      const run = await bothWays(['leaves', 'loads', 'green'])
      expect(run.code).toBe(1)
      const said = run.part.errors.map(({ failure, file }) => [file, JSON.stringify(failure)] as const)
      expect(said.map(([file]) => file).sort()).toEqual(['leaves.test.js', 'loads.test.js'])
      for (const [file, text] of said)
        if (version.isNewest) expect(text).toContain(file === 'leaves.test.js' ? 'exit code 7' : 'SIGKILL')
    },
  )

  test('of a forbidden only is red', async () => {
    const run = await bothWays(['only', '--no-allowOnly'], { CI: 'true' })
    expect(run.code).toBe(1)
    expect(run.part.end).toMatchObject({ status: 'failed' })
    expectSame(run.part, readReport(project))
  })

  test('does not change where the server cannot be reached', async () => {
    const run = await observe(project, vitestRun('green'), {
      env: { SVC_URL: 'http://127.0.0.1:9', SVC_TIMEOUT_MS: '500' },
    })
    expect(run.code).toBe(0)
    expect(run.parts).toEqual([])
  })
})
