import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const RUNNERS = ['playwright', 'vitest', 'jest'] as const
export type Runner = (typeof RUNNERS)[number]

/** A git repository with the three example projects, on which commits are made as a team would make them. */
export interface Repository {
  folder: string
  packageOf(runner: Runner): string
  /** Commits what there is and returns its sha. */
  commit(message: string): string
  /** Puts the examples' changed files over their base ones. */
  applyChange(): void
  git(...args: string[]): string
}

export function makeRepository(root: string, folder: string): Repository {
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
  const packageOf = (runner: Runner) => join(folder, 'packages', runner)
  git('init', '--quiet', '--initial-branch', 'main')
  git('remote', 'add', 'origin', 'https://github.com/acme/shop.git')
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.svc\n.attempts\ntest-results\n')
  for (const runner of RUNNERS) {
    cpSync(join(root, 'examples', runner, 'base'), packageOf(runner), { recursive: true })
    // The runners and reporters that the workspace has installed for the example.
    symlinkSync(
      join(root, 'examples', runner, 'node_modules'),
      join(packageOf(runner), 'node_modules'),
      'junction',
    )
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
      for (const runner of RUNNERS) {
        const head = join(root, 'examples', runner, 'head')
        cpSync(head, packageOf(runner), { recursive: true })
        const list = join(head, 'removed.txt')
        if (!existsSync(list)) continue
        rmSync(join(packageOf(runner), 'removed.txt'))
        for (const file of readFileSync(list, 'utf8').split('\n').filter(Boolean))
          rmSync(join(packageOf(runner), file))
      }
    },
  }
}
