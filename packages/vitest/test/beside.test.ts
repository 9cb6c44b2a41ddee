// @module-tag thorough
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { observe } from '@svc/test-kit/observe'
import type { RunnerProject } from '@svc/test-kit/runner-project'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachVersion, expectSame, isAtLeast, readReport, vitestProject, vitestRun } from './project.ts'

const files = {
  'a.test.js': `
    import { test } from 'vitest'
    test('passes', () => {})
    test('fails', () => { throw new Error('red') })
  `,
  'sum.bench.js': `
    import * as vitest from 'vitest'
    if (vitest.bench) vitest.bench('adds', () => { 1 + 1 }, { time: 5, iterations: 1 })
  `,
  'thrower.mjs': `export default class { onTestCaseResult() { throw new Error('another reporter breaks') } }`,
  // By its name, by the path of its file, and as an instance of its class.
  'vitest.config.mjs': `
    import SvcReporter from '@svc/vitest'
    const options = { project: 'fixture' }
    const ways = {
      name: ['@svc/vitest', options],
      path: ['./node_modules/@svc/vitest/src/index.ts', options],
      instance: new SvcReporter(options),
    }
    const json = ['json', { outputFile: 'report.json' }]
    const all = ['default', 'verbose', json, ['junit', { outputFile: 'junit.xml' }], 'tap-flat']
    const name = process.env.WAY ?? 'name'
    export default { test: {
      reporters: [...(process.env.ALL ? all : [json]), ...(process.env.THROW ? ['./thrower.mjs'] : []), ways[name]],
      benchmark: { reporters: ['default', ways.name] },
    } }
  `,
}

eachVersion('beside others', (version) => {
  let project: RunnerProject

  beforeAll(() => {
    project = vitestProject(files, {}, { version })
  })
  afterAll(() => project.remove())

  test('other reporters say what they say without us', async () => {
    const run = await observe(project, vitestRun(), { env: { ALL: '1' } })
    expectSame(run.part, readReport(project))
    expect(run.code).toBe(1)
    expect(stripVTControlCharacters(run.output)).toContain('1 failed | 1 passed')
    expect(readFileSync(join(project.folder, 'junit.xml'), 'utf8')).toContain('tests="2" failures="1"')
  })

  test('a reporter that throws takes nothing from us', async () => {
    const run = await observe(project, vitestRun(), { env: { THROW: '1' } })
    expectSame(run.part, readReport(project))
    expect(run.part.end).toMatchObject({ status: 'failed' })
  })

  test.each(['path', 'instance'])('it can be named by %s', async (way) => {
    const run = await observe(project, vitestRun(), { env: { WAY: way } })
    expectSame(run.part, readReport(project))
    expect(run.parts).toHaveLength(1)
  })

  test('listing the tests reports nothing', async () => {
    const run = await observe(project, ['node_modules/vitest/vitest.mjs', 'list'])
    expect(run.output).toContain('a.test.js > passes')
    expect(run.parts).toEqual([])
  })

  test.runIf(!isAtLeast(version, '5.0.0'))('benchmarks report nothing and are not disturbed', async () => {
    const run = await observe(project, ['node_modules/vitest/vitest.mjs', 'bench', '--run'])
    expect(run.output).toContain('adds')
    expect([run.code, run.parts]).toEqual([0, []])
  })

  test('works without git', async () => {
    // The workspace around the project has a repository: it has to lie elsewhere.
    const folder = mkdtempSync(join(tmpdir(), 'svc-vitest-'))
    cpSync(project.folder, folder, { recursive: true, verbatimSymlinks: true })
    for (const kept of ['.git', '.svc']) rmSync(join(folder, kept), { recursive: true, force: true })
    const options = { env: { WAY: 'instance' } }
    const run = await observe(project, vitestRun(`--root=${folder}`, '--changed'), options)
    const plain = await project.run(vitestRun(`--root=${folder}`, '--changed', '--reporter=json'))
    expect(run.code).toBe(plain.code)
    const whole = await observe(project, vitestRun(`--root=${folder}`), options)
    expectSame(whole.part, readReport({ ...project, folder }))
    expect(whole.part.open).toMatchObject({ root: 'runner', part: { package: '' } })
    rmSync(folder, { recursive: true })
  })
})
