// @module-tag thorough
import { rmSync } from 'node:fs'
import { resultOf } from '@svc/test-kit/collect'
import { runnerProject } from '@svc/test-kit/runner-project'
import { newestOf } from '@svc/test-kit/versions'
import { describe, expect, test } from 'vitest'
import { onEachVersion, runJest, runOnce } from './project.ts'

const same = {
  'a.test.js': `
    jest.retryTimes(1)
    let tries = 0
    test('same', async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (++tries === 1) throw new Error('first try')
    })
    test('edge only', () => { if (globalThis.edge) throw new Error('on the edge') })
    describe('hook', () => {
      beforeAll(() => { throw new Error('no set-up') })
      test('victim', () => {})
    })
  `,
}
const edge = { globals: { edge: true }, transform: {} }

onEachVersion('projects', (runner) => {
  // Jest names the wrong project with the attempts of a file that several projects run.
  test.each(['--runInBand', '--maxWorkers=2'])('with names are variants, %s', async (mode) => {
    const projects = [
      { displayName: 'node', transform: {} },
      { displayName: { name: 'edge', color: 'blue' }, ...edge },
    ]
    const run = await runOnce(same, { args: [mode], config: { projects } }, runner)
    expect(
      run.part.tests
        .map((each) => [
          each.variant,
          each.titles.at(-1),
          each.occurrence,
          each.attempts.length,
          resultOf(each),
        ])
        .sort(),
    ).toEqual([
      ['edge', 'edge only', 0, 2, 'failed'],
      ['edge', 'same', 0, 2, 'flaky'],
      ['edge', 'victim', 0, 1, 'skipped'],
      ['node', 'edge only', 0, 1, 'passed'],
      ['node', 'same', 0, 2, 'flaky'],
      ['node', 'victim', 0, 1, 'skipped'],
    ])
    expect(run.part.errors.map(({ failure }) => failure.message)).toEqual(['no set-up', 'no set-up'])
    expect(run.warnings).toEqual([])
    expect(run.report.numTotalTests).toBe(6)
  })

  test('without names that run the same file stay apart, with a warning', async () => {
    const run = await runOnce(same, { args: ['-i'], config: { projects: [{ transform: {} }, edge] } }, runner)
    expect(run.part.tests.map(({ variant }) => variant).sort()).toEqual([
      '',
      '',
      '',
      'project 2',
      'project 2',
      'project 2',
    ])
    expect(run.part.tests.map(resultOf).filter((each) => each === 'failed')).toHaveLength(1)
    expect(run.warnings).toEqual([expect.stringContaining('displayName')])
  })

  test('with folders of their own are distinguished by their files', async () => {
    const file = `test('same', () => {})`
    const files = {
      'packages/one/jest.config.json': JSON.stringify({ transform: {} }),
      'packages/one/a.test.js': file,
      'packages/two/jest.config.json': JSON.stringify({ transform: {} }),
      'packages/two/a.test.js': file,
    }
    const run = await runOnce(files, { config: { projects: ['<rootDir>/packages/*'] } }, runner)
    expectFiles(run.part.tests, ['packages/one/a.test.js', 'packages/two/a.test.js'])
    expect(run.part.open?.part).toMatchObject({ package: '', config: 'jest.config.json' })
    expect(run.warnings).toEqual([])

    const reporters = ['@svc/jest']
    const own = JSON.stringify({ transform: {}, reporters })
    const two = { ...files, 'packages/one/jest.config.json': own, 'packages/two/jest.config.json': own }
    const listed = await runOnce(two, { args: ['--projects', 'packages/one', 'packages/two'] }, runner)
    expectFiles(listed.part.tests, ['packages/one/a.test.js', 'packages/two/a.test.js'])
    expect(listed.report.numTotalTests).toBe(2)
  })
})

const expectFiles = (tests: { file: string }[], files: string[]) =>
  expect(tests.map(({ file }) => file).sort()).toEqual(files)

describe('the config file is found as Jest finds it', () => {
  const config = { reporters: ['@svc/jest'], transform: {} }
  const text = JSON.stringify(config)
  const a = { 'a.test.js': `test('a', () => {})` }
  const cases: [string, Record<string, string>, string[]][] = [
    ['jest.config.js', { 'package.json': '{}', 'jest.config.js': `module.exports = ${text}` }, []],
    ['jest.config.mjs', { 'package.json': '{}', 'jest.config.mjs': `export default ${text}` }, []],
    ['jest.config.cjs', { 'package.json': '{}', 'jest.config.cjs': `module.exports = ${text}` }, []],
    ['package.json', { 'package.json': JSON.stringify({ jest: config }) }, []],
    [
      'config/unit.json',
      { 'config/unit.json': JSON.stringify({ ...config, rootDir: '..' }) },
      ['-c', 'config/unit.json'],
    ],
    ['unit.json', { 'unit.json': text }, ['--config=unit.json']],
    ['', {}, [`--config=${text}`]],
  ]
  // One project for all: the config of `runnerProject` is taken away where Jest would rather take it.
  test.each(cases)('%s', async (expected, files, args) => {
    const project = runnerProject(newestOf('jest'), { ...files, ...a })
    if (args.length === 0) rmSync(`${project.folder}/jest.config.json`)
    const run = await runJest(project, newestOf('jest'), { args })
    project.remove()
    expect(run.part.open?.part.config).toBe(expected)
    expect(run.part.tests).toHaveLength(1)
  })
})
