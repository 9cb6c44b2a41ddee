import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../test/folders.ts'
import { inOwnCommands, managerOf, svcCommand } from './package-manager.ts'

afterAll(removeFolders)

const folderOf = (files: Record<string, string>): string => {
  const folder = makeFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('a member of a workspace has the manager of its workspace, unless it has its own lock file', () => {
  const folder = folderOf({
    'package.json': '{ "workspaces": ["a", "b"] }',
    'pnpm-lock.yaml': '',
    'a/package.json': '{}',
    'b/package.json': '{}',
    'b/bun.lock': '',
  })
  mkdirSync(join(folder, 'a/src'))
  expect([managerOf(join(folder, 'a/src')), managerOf(join(folder, 'b'))]).toEqual(['pnpm', 'bun'])
})

test.each<[Record<string, string>, command: string]>([
  [{ 'package.json': '{}' }, 'npx --no svc'],
  [{ 'package.json': '{', 'package-lock.json': '{}' }, 'npx --no svc'],
  [{ 'pnpm-lock.yaml': '' }, 'pnpm exec svc'],
  [{ 'package.json': '{ "packageManager": "pnpm@12.1.0" }', 'yarn.lock': '' }, 'pnpm exec svc'],
  [{ 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn svc'],
  [{ 'yarn.lock': '__metadata:\n  version: 8\n' }, 'yarn svc'],
  [{ '.pnp.cjs': '' }, 'yarn svc'],
  [{ '.pnp.cjs': '', 'package-lock.json': '{}' }, 'yarn svc'],
  [{ 'bun.lock': '' }, 'bun run svc'],
])('%j: %s', (files, command) => {
  const folder = folderOf(files)
  expect(svcCommand(folder)).toBe(command)
  expect(inOwnCommands('to send them, run: npx --no svc flush', folder)).toBe(
    `to send them, run: ${command} flush`,
  )
})
