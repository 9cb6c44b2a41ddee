import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODEOWNERS } from './history/suites.ts'

export const RUNNERS = ['playwright', 'vitest', 'jest'] as const
/** A package of the shop: one for each runner, and one that tests a page in a browser. */
export type Package = (typeof RUNNERS)[number] | 'web'

/** A git repository with the example projects, on which commits are made as a team would make them. */
export interface Repository {
  folder: string
  packageOf(name: Package): string
  /** Commits all files and returns the commit's sha. */
  commit(message: string): string
  /** Puts the examples' changed files over their base ones. */
  applyChange(): void
  git(...args: string[]): string
}

export function makeRepository(
  root: string,
  folder: string,
  packages: readonly Package[] = RUNNERS,
): Repository {
  mkdirSync(folder, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ).trim()
  const packageOf = (name: Package) => join(folder, 'packages', name)
  const sourceOf = (name: Package) =>
    name === 'web' ? join(import.meta.dirname, 'web') : join(root, 'examples', name)
  git('init', '--quiet', '--initial-branch', 'main')
  git('remote', 'add', 'origin', 'https://github.com/acme/shop.git')
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.svc\n.attempts\ntest-results\n')
  mkdirSync(join(folder, '.github'))
  writeFileSync(join(folder, CODEOWNERS.path), CODEOWNERS.text)
  for (const name of packages) {
    cpSync(join(sourceOf(name), 'base'), packageOf(name), { recursive: true })
    // The runners and reporters that the workspace has installed for the example.
    const installed = join(root, 'examples', name === 'web' ? 'playwright' : name, 'node_modules')
    symlinkSync(installed, join(packageOf(name), 'node_modules'), 'junction')
  }
  return {
    folder,
    packageOf,
    git,
    commit(message) {
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message', message)
      return git('rev-parse', 'HEAD')
    },
    applyChange() {
      for (const name of packages) {
        const head = join(sourceOf(name), 'head')
        cpSync(head, packageOf(name), { recursive: true })
        const list = join(head, 'removed.txt')
        if (!existsSync(list)) continue
        rmSync(join(packageOf(name), 'removed.txt'))
        for (const file of readFileSync(list, 'utf8').split('\n').filter(Boolean))
          rmSync(join(packageOf(name), file))
      }
    },
  }
}
