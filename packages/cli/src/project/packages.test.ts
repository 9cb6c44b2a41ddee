import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { makeSetup } from '../../test/set-up.ts'
import { findPackages, workspaceGlobs } from './packages.ts'

const members = (folder: string) => findPackages(folder).all.map((each) => relative(folder, each.folder))

test('members of a workspace are found as its package manager would', () => {
  const files = {
    'apps/web/package.json': {},
    'apps/web/node_modules/inside/package.json': {},
    'packages/a/package.json': {},
    'packages/a/node_modules/dep/package.json': {},
    'packages/b/package.json': {},
    'packages/b/fixtures/deep/package.json': {},
    'packages/no-manifest/a.txt': '',
    'tools/package.json': {},
  }
  const yaml = makeSetup({
    ...files,
    'pnpm-workspace.yaml': `# members\npackages:\n  - 'packages/**' # all\n  - "apps/*"\n  - '!**/fixtures/**'\nallowBuilds:\n  - tools\n`,
  })
  expect(members(yaml)).toEqual(['', 'apps/web', 'packages/a', 'packages/b'])
  const list = makeSetup({ ...files, 'package.json': { workspaces: ['./packages/{a,c}', 'tools/'] } })
  expect(members(list)).toEqual(['', 'packages/a', 'tools'])
  const object = makeSetup({ ...files, 'package.json': { workspaces: { packages: ['apps/w?b'] } } })
  expect(members(object)).toEqual(['', 'apps/web'])
  const inline = makeSetup({ ...files, 'pnpm-workspace.yaml': 'packages: ["packages/*", tools]\n' })
  expect(members(inline)).toEqual(['', 'packages/a', 'packages/b', 'tools'])
})

test('inside a member it is that package, with the workspace above it', () => {
  const folder = makeSetup({
    'package.json': { workspaces: ['packages/*'] },
    'packages/a/package.json': {},
    'packages/a/src/x.ts': '',
  })
  const { all, above } = findPackages(`${folder}/packages/a/src`)
  expect(all.map((each) => each.folder)).toEqual([`${folder}/packages/a`])
  expect(above?.folder).toBe(folder)
})

test('a folder that is not a workspace has no members', () => {
  expect(workspaceGlobs(makeSetup({ 'pnpm-workspace.yaml': 'allowBuilds:\n  node: true\n' }))).toEqual([])
  expect(workspaceGlobs(makeSetup({ 'package.json': '{ "workspaces": 1 }' }))).toEqual([])
  expect(workspaceGlobs(makeSetup({ 'package.json': 'no json' }))).toEqual([])
})
