import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { THOROUGH } from '@svc/test-kit/thorough'
import { workspace } from '@svc/test-kit/versions'
import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'
import { stages } from './steps.ts'

interface Project {
  name: string
  include: string[]
  exclude?: string[]
  tags?: { name: string }[]
}

const projects = (config.test?.projects ?? []).map((each) => (each as { test: Project }).test)

const NOT_OURS = ['**/node_modules/**', '**/dist/**', '.test/**', 'examples/**']
const filesOf = (include: string[], exclude: string[] = []) =>
  globSync(include, { cwd: workspace, exclude: [...NOT_OURS, ...exclude] }).sort()

test('each file of tests is in one project, so that a command runs it', () => {
  const files = projects.flatMap(({ include, exclude }) => filesOf(include, exclude))
  expect(files.sort()).toEqual(filesOf(['**/*.test.{ts,tsx,js,mjs,cjs}']))
  expect(files.length).toBeGreaterThan(100)
})

test('each project knows the tag of the tests that are left to `test:all`', () => {
  for (const { name, tags } of projects)
    expect(
      tags?.map((tag) => tag.name),
      name,
    ).toEqual([THOROUGH])
})

test('one command runs the tests of all projects without the tag, the others those with it', () => {
  const filtersOf = (command: Parameters<typeof stages>[0]) =>
    stages(command).flatMap((steps) => steps.flatMap(({ tests, args }) => (tests ? [args] : [])))
  expect(filtersOf('test')).toEqual([['run', '--tags-filter', '!thorough']])
  expect(filtersOf('test:all')).toEqual([['run', '--tags-filter', 'thorough']])
  expect(filtersOf('test:matrix')).toEqual([['run', '--tags-filter', 'thorough']])
})

test('CI runs both commands after an install that fails by itself', () => {
  const lines = readFileSync(join(workspace, '.ci/run'), 'utf8').split('\n')
  expect(lines.filter((line) => line.startsWith('npx'))).toEqual([
    'npx -y pnpm@12 install --frozen-lockfile',
    'npx -y pnpm@12 test',
    'npx -y pnpm@12 test:all',
  ])
  expect(lines).toContain('set -euo pipefail')
})
