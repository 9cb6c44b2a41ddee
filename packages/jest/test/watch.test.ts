import { expect, test } from 'vitest'
import { resultOf } from '../../../scripts/testing/collect.ts'
import { runnerProject } from '../../../scripts/testing/runner-project.ts'
import { newestOf } from '../../../scripts/testing/versions.ts'
import { runJest } from './project.ts'

// The first run has a file changed when it is over, which makes Jest run again; it overlooks changes during a run.
const change = `setTimeout(() => require('node:fs').appendFileSync('b.test.js', '// changed'), 1500)`

const files = {
  'a.test.js': `
    const fs = require('node:fs')
    const isFirst = !fs.existsSync('mark.txt')
    test('turns green', () => {
      if (!isFirst) return
      fs.writeFileSync('mark.txt', '')
      const options = { detached: true, stdio: 'ignore' }
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(change)}], options).unref()
      throw new Error('red')
    })
  `,
  'b.test.js': `test('stays', () => {})\n`,
}

const watch = async (options: object, until: RegExp) => {
  const reporters = ['default', ['@svc/jest', { project: 'fixture', ...options }]]
  const project = runnerProject(newestOf('jest'), files, {
    reporters,
    watchPathIgnorePatterns: ['mark.txt', 'report.json'],
  })
  const run = await runJest(project, newestOf('jest'), { args: ['--watchAll', '--runInBand'], until })
  project.remove()
  return run
}

test('in watch mode nothing is sent', async () => {
  const run = await watch({}, /Ran all test suites/)
  expect(run.output).toContain('1 passed')
  expect(run.output).not.toContain('svc:')
  expect(run.parts).toEqual([])
})

test('with the option `watch` each run is an execution of its own', async () => {
  const run = await watch({ watch: true }, /results sent[\s\S]*results sent/)
  expect(run.parts.map(({ end }) => end?.status)).toEqual(['failed', 'passed'])
  expect(run.parts.map(({ tests }) => tests.map(resultOf).sort())).toEqual([
    ['failed', 'passed'],
    ['passed', 'passed'],
  ])
  expect(new Set(run.parts.map(({ open }) => open?.build)).size).toBe(2)
})
