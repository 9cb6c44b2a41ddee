// @module-tag thorough
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { observe } from '@svc/test-kit/observe'
import { makeProject } from '@svc/test-kit/project'
import { runnerProject } from '@svc/test-kit/runner-project'
import { expect, test } from 'vitest'
import { installedFiles } from './installed.ts'
import { expectEqualReports } from './json-report.ts'
import { eachVersion, HEAD, isSince, runBoth, runOnce } from './project.ts'

const GREEN = { 'a.spec.js': `${HEAD}test('a', () => {})` }
const RED = { 'a.spec.js': `${HEAD}test('a', () => { throw new Error('red') })` }
const CLI = ['node_modules/@playwright/test/cli.js', 'test']
const JSON_REPORT = `['json', { outputFile: 'report.json' }]`

eachVersion('how it is configured', (version) => {
  test('config in TypeScript, by a path to our class in TypeScript', async () => {
    const config = `import { defineConfig } from '@playwright/test'
      export default defineConfig({ workers: 1, reporter: [${JSON_REPORT}, ['./ours.ts', { project: 'fixture' as string }]] })`
    const ours = `import Reporter from '@svc/playwright'\nexport default class Ours extends Reporter {}`
    const project = makeProject(
      {
        ...GREEN,
        ...installedFiles(),
        'package.json': '{}',
        'playwright.config.ts': config,
        'ours.ts': ours,
      },
      {
        '@playwright/test': version.path,
        'ci-info': 'packages/client/node_modules/ci-info',
        undici: 'packages/client/node_modules/undici',
      },
    )
    const run = await runBoth({ ...project, command: (...args) => [...CLI, ...args] })
    project.remove()
    expectEqualReports(run.part, run.report)
    expect(run.part.open).toMatchObject({ project: 'fixture', part: { config: 'playwright.config.ts' } })
  })

  test('two configs in one folder, one of them with a resolved path: two parts', async () => {
    const reporter = (path: string) => `reporter: [${JSON_REPORT}, [${path}, { project: 'fixture' }]]`
    const project = runnerProject(version, {
      ...GREEN,
      'one.config.cjs': `module.exports = { ${reporter("require.resolve('@svc/playwright')")} }`,
      'two.config.js': `module.exports = { ${reporter("'@svc/playwright'")} }`,
    })
    const runs = []
    for (const config of ['one.config.cjs', 'two.config.js'])
      runs.push(await runBoth(project, ['-c', config]))
    project.remove()
    for (const run of runs) expectEqualReports(run.part, run.report)
    expect(runs.map(({ part }) => part.open?.part.config)).toEqual(['one.config.cjs', 'two.config.js'])
  })

  // Up to 1.50 Playwright itself never begins with such a config under Node 24, with or without us.
  if (isSince(version, '1.55'))
    test('config as a module', async () => {
      const config = `export default { reporter: [${JSON_REPORT}, ['@svc/playwright', { project: 'fixture' }]] }`
      const run = await runOnce(
        version,
        { ...GREEN, 'esm.config.mjs': config },
        {},
        { args: ['-c', 'esm.config.mjs'] },
      )
      expectEqualReports(run.part, run.report)
      expect(run.part.open?.part.config).toBe('esm.config.mjs')
    })

  test('a package of a monorepo, beside another one, at the same time', async () => {
    const config = (name: string) =>
      `module.exports = { testDir: './tests', reporter: [['json', { outputFile: '${name}.json' }], ['@svc/playwright', { project: 'fixture' }]] }`
    const project = runnerProject(version, {
      'packages/web/playwright.config.js': config('web'),
      'packages/web/tests/a.spec.js': GREEN['a.spec.js'],
      'packages/api/playwright.config.js': config('api'),
      'packages/api/tests/a.spec.js': GREEN['a.spec.js'],
    })
    const runs = await Promise.all(
      ['web', 'api'].map((name) => observe(project, project.command('-c', `packages/${name}`))),
    )
    project.remove()
    expect(
      runs.map(({ part }) => [part.open?.part.package, part.open?.part.config, part.tests[0]?.file]),
    ).toEqual([
      ['packages/web', 'playwright.config.js', 'packages/web/tests/a.spec.js'],
      ['packages/api', 'playwright.config.js', 'packages/api/tests/a.spec.js'],
    ])
  })

  test('no config at all', async () => {
    const project = runnerProject(version, { ...GREEN, 'playwright.config.js': '' })
    const run = await runBoth(project, ['-c', '.', '--reporter=json,@svc/playwright'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' },
    })
    project.remove()
    expectEqualReports(run.part, run.report)
    expect(run.part.open?.part).toMatchObject({ package: '' })
  })

  test('beside all other reporters: each writes its own, and the outcome is the same', async () => {
    const others = [
      ['list'],
      ['json', { outputFile: 'report.json' }],
      ['junit', { outputFile: 'junit.xml' }],
      ['html', { open: 'never' }],
      ['blob'],
    ]
    const project = runnerProject(version, RED, {
      reporter: [...others, ['@svc/playwright', { project: 'fixture' }]],
    })
    const run = await runBoth(project)
    const written = ['junit.xml', 'playwright-report/index.html', 'blob-report'].map((each) =>
      existsSync(join(project.folder, each)),
    )
    project.remove()
    expectEqualReports(run.part, run.report)
    expect(written).toEqual([true, true, true])
    expect(run.output).toMatch(/1 failed[\s\S]*svc: 1 result sent/)
  })

  test('the exit code is that of a run without us, also where nothing can be sent', async () => {
    const green = runnerProject(version, GREEN)
    const red = runnerProject(version, RED)
    const unreachable = { env: { SVC_URL: 'http://127.0.0.1:9', SVC_TIMEOUT_MS: '500' } }
    const plain = (project: typeof green) => project.run(project.command('--reporter=line'))
    const ours = (project: typeof green) =>
      observe(project, project.command('--reporter=line,@svc/playwright'))
    const [greenPlain, redPlain] = [await plain(green), await plain(red)]
    const [greenOurs, redOurs] = [await ours(green), await ours(red)]
    const offline = await observe(green, green.command(), unreachable)
    const withoutKey = await observe(red, red.command(), { env: { SVC_API_KEY: '' } })
    green.remove()
    red.remove()
    expect([greenPlain.code, greenOurs.code, offline.code]).toEqual([0, 0, 0])
    expect([redPlain.code, redOurs.code, withoutKey.code]).toEqual([1, 1, 1])
    expect([greenOurs.part.end?.status, redOurs.part.end?.status]).toEqual(['passed', 'failed'])
    expect([offline.parts, withoutKey.parts]).toEqual([[], []])
  })
})
