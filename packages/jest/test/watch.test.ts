import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultOf } from '@svc/test-kit/collect'
import { runnerProject } from '@svc/test-kit/runner-project'
import { newestOf } from '@svc/test-kit/versions'
import { expect, test } from 'vitest'
import { runJest } from './project.ts'

const files = {
  'a.test.js': `
    const fs = require('node:fs')
    const isFirst = !fs.existsSync('mark.txt')
    test('turns green', () => {
      if (!isFirst) return
      fs.writeFileSync('mark.txt', '')
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
  // Jest overlooks what changes during a run.
  const change = () => appendFileSync(join(project.folder, 'b.test.js'), '// changed\n')
  const again = { seen: /results sent/, act: change }
  const run = await runJest(project, newestOf('jest'), { args: ['--watchAll', '--runInBand'], again, until })
  project.remove()
  return run
}

test('in watch mode nothing is sent, and the run says so', async () => {
  const run = await watch({}, /svc: watch mode sends nothing; .*SVC_WATCH=1[\s\S]*Ran all test suites/)
  expect(run.output).toContain('1 passed')
  expect(run.parts).toEqual([])
})

test('with the option `watch` each run is an execution of its own', async () => {
  const run = await watch({ watch: true }, /results sent[\s\S]*results sent/)
  // On a busy machine another run may have begun before Jest is ended.
  const two = run.parts.slice(0, 2)
  expect(two.map(({ end }) => end?.status)).toEqual(['failed', 'passed'])
  expect(two.map(({ tests }) => tests.map(resultOf).sort())).toEqual([
    ['failed', 'passed'],
    ['passed', 'passed'],
  ])
  expect(new Set(run.parts.map(({ open }) => open?.build)).size).toBe(run.parts.length)
})

test('a watch that finds no changed file sends nothing for it', async () => {
  const watched = { 'b.test.js': files['b.test.js'] }
  const project = runnerProject(newestOf('jest'), watched, {
    reporters: ['default', ['@svc/jest', { project: 'fixture', watch: true }]],
    watchPathIgnorePatterns: ['report.json'],
  })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.folder })
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '-qm', 'first')
  const change = () => appendFileSync(join(project.folder, 'b.test.js'), '// changed\n')
  const again = { seen: /Ran all|No tests found/, act: change }
  const run = await runJest(project, newestOf('jest'), { args: ['--watch'], again, until: /1 results? sent/ })
  project.remove()
  expect(run.output).not.toContain('0 results sent')
  expect(run.parts[0]?.tests.map(resultOf)).toEqual(['passed'])
})
