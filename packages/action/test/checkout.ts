import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { newestOf } from '@svc/test-kit/versions'
import type { Repository, State } from './github/state.ts'
import { makeFolder } from './journals.ts'
import { environmentOf, type JobContext } from './run-action.ts'

/** A repository of git that GitHub and the jobs share. */
export interface Origin {
  /** Adds a commit of these files to a branch, which begins at `from`; gives its sha. */
  commit(branch: string, files: Record<string, string>, from?: string): string
  /** The merge commit that GitHub makes to test a pull request. */
  merge(base: string, head: string): string
  /** A project of Vitest with nothing but this commit, as actions/checkout leaves it. */
  checkout(sha: string): RunnerProject
}

export const makeOrigin = (state: State, repository: Repository): Origin => {
  const folder = makeFolder()
  git(folder, 'init', '--quiet')
  git(folder, 'config', 'uploadpack.allowAnySHA1InWant', 'true')

  /** What GitHub knows is what is in git. */
  const tell = (branch?: string): string => {
    for (const line of git(folder, 'log', '--all', '--format=%H %T %P', 'HEAD').split('\n')) {
      const [sha = '', tree = '', ...parents] = line.split(' ')
      if (!state.commits.has(sha)) state.commits.set(sha, { sha, tree, parents })
    }
    const sha = git(folder, 'rev-parse', 'HEAD')
    if (branch) repository.branches.set(branch, sha)
    return sha
  }

  return {
    commit(branch, files, from = 'HEAD') {
      const isFirst = state.commits.size === 0 || !git(folder, 'branch', '--list', 'main')
      if (!isFirst) git(folder, 'checkout', '--quiet', '-B', branch, from)
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      git(folder, 'add', '-A')
      git(folder, 'commit', '--quiet', '--message', `change ${branch}`)
      return tell(branch)
    },
    merge(base, head) {
      git(folder, 'checkout', '--quiet', '--detach', base)
      git(folder, 'merge', '--quiet', '--no-ff', '--message', `Merge ${head} into ${base}`, head)
      return tell()
    },
    checkout(sha) {
      const project = runnerProject(newestOf('vitest'), {}, {}, { project: undefined })
      git(project.folder, 'remote', 'add', 'origin', `file://${folder}`)
      git(project.folder, 'fetch', '--quiet', '--depth=1', 'origin', sha)
      git(project.folder, 'checkout', '--quiet', '--force', '--detach', sha)
      return project
    },
  }
}

/** Runs the project's tests as a step of the job; without a key the results stay on disk. */
export const runTests = (
  project: RunnerProject,
  job: JobContext,
  env: Record<string, string> = {},
  ...args: string[]
) => {
  const folder = makeFolder()
  const eventFile = join(folder, 'event.json')
  writeFileSync(eventFile, JSON.stringify(job.event.payload))
  return project.run(project.command(...args), { env: { ...environmentOf(job, folder, eventFile), ...env } })
}
