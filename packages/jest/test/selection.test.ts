// @module-tag thorough

import { resultOf } from '@svc/test-kit/collect'
import { runnerProject } from '@svc/test-kit/runner-project'
import { newestOf } from '@svc/test-kit/versions'
import { expect, test } from 'vitest'
import { expectWhatJestSays, type JestRun, jestProject, onEachVersion, runJest, runOnce } from './project.ts'

const files = {
  'a.test.js': `
    describe('cart', () => { test('adds', () => {}); test.skip('adds twice', () => {}); test('removes', () => {}) })
  `,
  'b.test.js': `test('fails', () => { throw new Error('red') })`,
  'c.test.js': `test('c', () => {})`,
}

const kindsOf = (run: JestRun) =>
  run.part.tests.map(({ titles, attempts }) => [titles.at(-1), attempts[0]?.skip?.kind])

onEachVersion('which tests run', (runner) => {
  test('tests left out by a name pattern are distinguished from skipped ones', async () => {
    const run = await runOnce(files, { args: ['-t', 'cart adds', 'a.test.js'] }, runner)
    expect(kindsOf(run)).toEqual([
      ['adds', undefined],
      ['adds twice', 'skip'],
      ['removes', 'filtered'],
    ])
    expect(run.code).toBe(0)
  })

  test('one run after the other: a shard, the failures, what changed', async () => {
    const project = runnerProject(runner, files)
    try {
      const shard = await runJest(project, runner, { args: ['--shard=2/2', '-i'] })
      expect(shard.part.open?.part.shard).toEqual({ index: 2, total: 2 })
      expectWhatJestSays(shard)
      expect(shard.part.tests.length).toBeLessThan(5)

      const all = await runJest(project, runner, { args: ['-i'] })
      expectWhatJestSays(all)
      expect(all.part.tests).toHaveLength(5)

      const failures = await runJest(project, runner, { args: ['--onlyFailures', '-i'] })
      expectWhatJestSays(failures)
      expect(failures.part.tests.map(resultOf)).toEqual(['failed'])

      const changed = await runJest(project, runner, { args: ['--onlyChanged', '-i'] })
      expectWhatJestSays(changed)
      expect(changed.part.tests).toHaveLength(5)
    } finally {
      project.remove()
    }
  })

  test('after a bail what ran is reported, and Jest ends as without us', async () => {
    // The largest file is run first.
    const late = {
      'b.test.js': `${files['b.test.js']} // ${'large '.repeat(100)}`,
      'z.test.js': `test('never', () => new Promise((resolve) => setTimeout(resolve, 3000)))`,
    }
    for (const mode of ['-i', '--maxWorkers=2']) {
      const args = ['--bail', mode]
      const alone = await runOnce({ ...files, ...late }, { args, config: { reporters: ['default'] } }, runner)
      const run = await runOnce({ ...files, ...late }, { args }, runner)
      expect([alone.code, run.code]).toEqual([1, 1])
      expect(alone.parts).toEqual([])
      // With two workers, the other file may have begun, and ended.
      const least = mode === '-i' ? 3 : 1
      expect(run.part.end).toMatchObject({ status: 'failed' })
      expect(run.part.end?.unfinished).toBeGreaterThanOrEqual(least)
      expect(resultOf(run.test('fails'))).toBe('failed')
      const never = run.part.tests.find(({ titles }) => titles[0] === 'never')
      if (never)
        expect(never.attempts).toMatchObject([{ skip: { kind: 'filtered', reason: 'bail ended the run' } }])
      if (mode === '-i')
        expect(run.warnings).toContain('3 of 4 files did not start, because bail ended the run.')
    }
  })

  test('a run without tests is an empty execution where Jest runs it, else none', async () => {
    const allowed = await runOnce(files, { args: ['--passWithNoTests', 'nowhere'] }, runner)
    const refused = await runOnce(files, { args: ['nowhere'] }, runner)
    const filtered = await runOnce(files, { args: ['-t', 'no such test', '-i'] }, runner)
    expect([allowed.code, refused.code, filtered.code]).toEqual([0, 1, 0])
    expect(refused.parts).toEqual([])
    expect(allowed.parts).toMatchObject([{ tests: [], end: { status: 'passed' } }])
    expect(filtered.part.end).toMatchObject({ status: 'passed' })
    expectWhatJestSays(filtered)
  })

  test('in random order names and counts are the same', async () => {
    const many = {
      ...files,
      'many.test.js': `
        for (let index = 0; index < 20; index++) test('number ' + index, () => { if (index === 7) throw new Error() })
      `,
    }
    // Older versions do not know the option.
    const args = runner.version.startsWith('29.0') ? [] : ['--randomize', '--seed=7']
    const run = await runOnce(many, { args }, runner)
    expectWhatJestSays(run)
    expect(run.part.tests.map(({ occurrence }) => occurrence)).toEqual(run.part.tests.map(() => 0))
  })
})

test.each([['--listTests'], ['--showConfig'], ['--collectTests']])(
  '%s runs nothing, so nothing is told',
  async (arg) => {
    const run = await runOnce(files, { args: [arg] })
    expect(run.parts).toEqual([])
    expect(run.output).not.toContain('svc:')
  },
)

test('only what is new of a failed test is added: its place, where the project asks for places', async () => {
  const run = await runOnce(files, { config: { testLocationInResults: true } }, newestOf('jest'))
  expect(run.test('fails').attempts[0]?.location).toMatchObject({ file: 'b.test.js', line: 1 })
  expect(run.test('cart', 'adds').attempts[0]?.location).toBeUndefined()
  expect(run.test('cart', 'adds twice').attempts[0]?.location).toMatchObject({ file: 'a.test.js', line: 2 })
})

test('equal titles in random order are reported as what they are', async () => {
  const twins = {
    'twins.test.js': `
      for (let index = 0; index < 3; index++) test('same', () => {})
    `,
  }
  const project = jestProject(twins)
  const run = await runJest(project, newestOf('jest'), { args: ['--randomize'] })
  project.remove()
  expect(run.part.tests.map(({ occurrence }) => occurrence)).toEqual([0, 1, 2])
  expect(run.warnings).toEqual([expect.stringContaining('random order')])
})
