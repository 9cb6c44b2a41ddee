// @module-tag thorough
import { readFileSync } from 'node:fs'
import { resultOf } from '@svc/test-kit/collect'
import { runnerProject } from '@svc/test-kit/runner-project'
import { saidIn } from '@svc/test-kit/said'
import { newestOf, type RunnerVersion } from '@svc/test-kit/versions'
import { expect, test } from 'vitest'
import { expectWhatJestSays, type JestRun, onEachVersion, runJest, runOnce } from './project.ts'

interface Case {
  files: Record<string, string>
  args?: string[]
  config?: object
}

/** The same run with our reporter and without it, each in a project of its own. */
const withAndWithout = async (runner: RunnerVersion, { files, args = [], config = {} }: Case) => {
  const alone = await runOnce(files, { args, config: { ...config, reporters: ['default'] } }, runner)
  const run = await runOnce(files, { args, config }, runner)
  return { alone: alone.code, run }
}

const green = { 'green.test.js': `test('a', () => {})` }
const red = { 'red.test.js': `test('b', () => { throw new Error('red') })` }
const failing = (what: string) => ({
  'hook.cjs': `module.exports = async () => { throw new Error('${what}') }`,
})
const snapshot = (link: string, value: string) => ({
  'snap.test.js': `test('looks the same', () => { expect(${value}).toMatchSnapshot() })`,
  '__snapshots__/snap.test.js.snap': `// Jest Snapshot v1, ${link}\n\nexports[\`looks the same 1\`] = \`1\`;\n\nexports[\`is gone 1\`] = \`2\`;\n`,
})

onEachVersion('the outcome', (runner) => {
  const check = async (each: Case): Promise<JestRun> => {
    const { alone, run } = await withAndWithout(runner, each)
    expect(run.code).toBe(alone)
    expect(run.output).not.toContain('results may be missing')
    return run
  }

  test('of passing and failing runs is the same as without svc', async () => {
    const passed = await check({ files: green })
    expect(passed.code).toBe(0)
    expect(passed.part.end).toMatchObject({ status: 'passed' })
    const failed = await check({ files: { ...green, ...red } })
    expect(failed.code).toBe(1)
    expect(failed.part.end).toMatchObject({ status: 'failed' })
  })

  test('of a global set-up that fails: Jest asks no reporter, so nothing is reported', async () => {
    const run = await check({
      files: { ...green, ...failing('no set-up') },
      config: { globalSetup: './hook.cjs' },
    })
    expect(run.code).not.toBe(0)
    expect(run.parts).toEqual([])
  })

  test('of a global teardown that fails: it comes after the last word to reporters', async () => {
    const run = await check({
      files: { ...green, ...failing('no end') },
      config: { globalTeardown: './hook.cjs' },
    })
    expect(run.code).not.toBe(0)
    expect(run.part.end).toMatchObject({ status: 'passed' })
  })

  test('of snapshots: one that differs fails its test, an obsolete one what Jest makes of it', async () => {
    const isOld = Number.parseFloat(runner.version) < 30
    const link = isOld ? 'https://goo.gl/fbAQLP' : 'https://jestjs.io/docs/snapshot-testing'
    const differs = await check({ files: snapshot(link, '3'), args: ['--ci'] })
    expect(differs.code).toBe(1)
    expect(resultOf(differs.test('looks the same'))).toBe('failed')
    const obsolete = await check({ files: snapshot(link, '1'), args: ['--ci'] })
    expect(obsolete.part.end).toMatchObject({ status: obsolete.code === 0 ? 'passed' : 'failed' })
    expect(resultOf(obsolete.test('looks the same'))).toBe('passed')
    const written = await check({
      files: { 'new.test.js': `test('new', () => { expect(1).toMatchSnapshot() })` },
      args: ['--ci'],
    })
    expect(written.part.end).toMatchObject({ status: written.code === 0 ? 'passed' : 'failed' })
    expectWhatJestSays(differs)
    expectWhatJestSays(obsolete)
  })

  test('of a run in which a handle stays open', async () => {
    const open = {
      'open.test.js': `test('listens', (done) => { require('node:net').createServer().listen(0, done) })`,
    }
    const run = await check({ files: open, args: ['--detectOpenHandles', '--forceExit'] })
    expect(run.code).toBe(0)
    expect(run.part.end).toMatchObject({ status: 'passed' })
  })

  test('does not change where the server cannot be reached', async () => {
    const env = { SVC_URL: 'http://127.0.0.1:9', SVC_TIMEOUT_MS: '500' }
    const run = await runOnce(green, { env }, runner)
    expect(run.code).toBe(0)
    expect(run.parts).toEqual([])
    const quiet = await runOnce(green, { env: { SVC_API_KEY: '' } }, runner)
    expect(quiet.code).toBe(0)
    expect(saidIn(quiet.output)).toHaveLength(1)
  })
})

test('other reporters beside ours say what they say without it', async () => {
  const custom = `module.exports = class {
    constructor(config, options) { this.out = options.out; this.calls = {} }
    #count(name) { this.calls[name] = (this.calls[name] ?? 0) + 1 }
    onRunStart() { this.#count('start') }
    onTestResult() { this.#count('file') }
    onTestCaseResult() { this.#count('case') }
    onRunComplete(contexts, { numTotalTests }) {
      require('node:fs').writeFileSync(this.out, JSON.stringify({ ...this.calls, numTotalTests }))
    }
    getLastError() { return undefined }
  }`
  const files = { ...green, ...red, 'custom.cjs': custom }
  const reporters = (ours: string[]) => ({
    reporters: [
      'default',
      'summary',
      ['github-actions', { silent: false }],
      ...ours,
      ['./custom.cjs', { out: 'custom.json' }],
    ],
  })
  const outputs: string[] = []
  for (const ours of [[], ['@svc/jest']]) {
    const project = runnerProject(newestOf('jest'), files, reporters(ours))
    const run = await runJest(project, newestOf('jest'), { env: { GITHUB_ACTIONS: 'true' }, args: ['-i'] })
    outputs.push(readFileSync(`${project.folder}/custom.json`, 'utf8'))
    expect(run.output).toContain('::error file=')
    expect(run.output).toContain('Tests:       1 failed, 1 passed, 2 total')
    expect(run.parts).toHaveLength(ours.length)
    project.remove()
  }
  expect(outputs[0]).toBe(outputs[1])
})
