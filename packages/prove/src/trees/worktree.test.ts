import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addWorktree, removeLeft } from './worktree.ts'

const temporary = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-worktree-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a tree that a killed process left is removed whole, also from another temporary folder', async () => {
  const [root, before, now] = [temporary(), temporary(), temporary()]
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'x')
  vi.stubEnv('TMPDIR', before)
  const sha = git('rev-parse', 'HEAD').trim()
  const made = { kind: 'base', hasFiles: true, env: process.env } as const
  const [left, used] = [await addWorktree(root, sha, made), await addWorktree(root, sha, made)]
  // As if the process of the first one had ended: no process of Linux has this id.
  const gitFolder = readFileSync(join(left.folder, '.git'), 'utf8').trim().slice('gitdir: '.length)
  for (const path of [join(gitFolder, 'locked'), join(dirname(left.folder), 'owner')])
    writeFileSync(path, readFileSync(path, 'utf8').replace(` ${process.pid} `, ' 4194305 '))
  vi.stubEnv('TMPDIR', now)
  await removeLeft(root, process.env)
  expect(readdirSync(before).map((name) => join(before, name))).toEqual([dirname(used.folder)])
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(2)
  await used.remove()
})
