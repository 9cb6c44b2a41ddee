// @module-tag thorough

import { runnerProject } from '@svc/test-kit/runner-project'
import { expect, test } from 'vitest'
import { isWatching } from '../src/mode.ts'
import { eachVersion, HEAD } from './project.ts'
import { runInServer } from './ui-mode.ts'

const FILES = { 'a.spec.js': `${HEAD}test('a', () => {})` }
const MODES: [string, string[]][] = [
  ['UI mode', ['test', '--ui-host=127.0.0.1', '--ui-port=0']],
  ['an editor', ['test-server', '--host=127.0.0.1', '--port=0']],
]

eachVersion('a person runs tests again and again', (version) => {
  for (const [mode, args] of MODES) {
    test(`in ${mode}: nothing is sent`, async () => {
      const project = runnerProject(version, FILES)
      const parts = await runInServer(project, args, 1)
      project.remove()
      expect(parts).toEqual([])
    })

    test(`in ${mode}, with the option watch: every run is an execution of its own`, async () => {
      const project = runnerProject(version, FILES, {}, { watch: true })
      const parts = await runInServer(project, args, 2)
      project.remove()
      expect(parts.map(({ tests, end }) => [tests.length, end?.status])).toEqual([
        [1, 'passed'],
        [1, 'passed'],
      ])
      expect(new Set(parts.map(({ open }) => open?.build)).size).toBe(2)
    })
  }
})

test('what the command line says of it', () => {
  const of = (...argv: string[]) => isWatching({ _mode: 'test' }, ['node', 'cli.js', ...argv], {})
  for (const argv of [
    ['test', '--ui'],
    ['test', '--ui-port', '0'],
    ['test', '--ui-host=0.0.0.0'],
    ['test-server'],
  ])
    expect(of(...argv), argv.join(' ')).toBe(true)
  for (const argv of [['test'], ['test', 'ui'], ['test', '--update-snapshots'], ['test', '-g', 'ui-port']])
    expect(of(...argv), argv.join(' ')).toBe(false)
  expect(isWatching({}, ['node', 'cli.js', 'test'], { PWTEST_WATCH: '1' })).toBe(true)
})
