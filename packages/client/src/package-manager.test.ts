import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../test/folders.ts'
import { managerOf } from './package-manager.ts'

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
