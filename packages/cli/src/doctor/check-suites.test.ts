import { expect, test } from 'vitest'
import { goodSetup, subjectOf } from '../../test/set-up.ts'
import { checkSuites } from './check-suites.ts'

const reporting = (options = '') =>
  `export default { test: { reporters: ['default', ['@svc/vitest'${options}]] } }\n`

const found = async (files: Record<string, string | object>, env: Record<string, string> = {}) =>
  checkSuites(await subjectOf(goodSetup(files), { env })).map((each) => each.found)

const scripts = { test: 'vitest run', e2e: 'vitest run --config vitest.e2e.config.mjs' }
const pkg = { name: 'shop', devDependencies: { vitest: '^5', '@svc/vitest': '*' }, scripts }

test('two configs of one suite are a warning, which names both', async () => {
  const files = { 'package.json': pkg, 'vitest.e2e.config.mjs': reporting() }
  expect(await found(files)).toEqual([
    'vitest.config.mjs and vitest.e2e.config.mjs report to the same suite, default',
  ])
  expect(await found({ ...files, 'vitest.e2e.config.mjs': reporting(", { suite: 'e2e' }") })).toEqual([])
  expect(await found({ ...files, 'vitest.e2e.config.mjs': reporting(", { project: 'e2e' }") })).toEqual([])
  expect(await found({ ...files, 'vitest.e2e.config.mjs': reporting(', { suite: name() }') })).toEqual([])
  expect(await found(files, { SVC_SUITE: 'all' })).toEqual([])
})

test('packages of a workspace without suites are a warning, members of a root with projects are not', async () => {
  const member = { devDependencies: { vitest: '^5', '@svc/vitest': '*' } }
  const files = {
    'package.json': { workspaces: ['packages/*'], devDependencies: { vitest: '^5', '@svc/vitest': '*' } },
    'vitest.config.mjs': 'export default {}\n',
    'packages/a/package.json': member,
    'packages/a/vitest.config.mjs': reporting(),
    'packages/b/package.json': member,
    'packages/b/vitest.config.mjs': reporting(),
  }
  expect(await found(files)).toEqual([
    'packages/a/vitest.config.mjs and packages/b/vitest.config.mjs report to the same suite, default',
  ])
  const root = "export default { test: { projects: ['packages/*'], reporters: ['@svc/vitest'] } }\n"
  expect(await found({ ...files, 'vitest.config.mjs': root })).toEqual([])
})
