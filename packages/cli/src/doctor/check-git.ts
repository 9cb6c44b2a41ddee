import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gitIn } from '@svc/client/cli'
import { count, shortList } from '../terminal/words.ts'
import { findingsOf, type Report } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Git')

/** Checks what git reports about the code, and what a comparison loses without it. */
export const checkGit = async ({ preview, packages }: Subject): Promise<Report> => {
  const { root, config, open } = preview
  const { code } = open
  if (root.kind !== 'git')
    return say.warning('no git repository', {
      reason: `a run without a commit is compared only with the run before it; file paths are relative to ${root.path}`,
      fix: 'run the tests in a clone; a Docker image also needs the folder .git',
    })
  const git = gitIn(root.path, config.gitEnv)
  if ((await git('--version')) === undefined)
    return say.warning('git is not installed', {
      reason: 'without git, the parents of a commit are unknown, so no base can be found',
      fix: 'install git; in CI, install it in the image that runs the tests',
    })
  if (code.tree === undefined)
    return say.warning('the repository has no commit yet', {
      reason: 'a run without a commit is compared only with the run before it',
      fix: 'create the first commit:',
      paste: ['git add -A && git commit -m "first"'],
    })
  const [shallow, depth, tracked, changed] = await Promise.all([
    git('rev-parse', '--is-shallow-repository'),
    git('rev-list', '--count', 'HEAD'),
    git('ls-files', '--', '.svc'),
    code.dirty ? git('status', '--porcelain', ...(config.ci ? ['--untracked-files=no'] : [])) : undefined,
  ])
  const branch = code.branch ? `branch ${code.branch}` : 'no branch'
  const top = relative(root.path, packages.all[0].folder) ? root.path : 'this folder'
  const files = filesOf(changed ?? '')
  // Often what a runner writes: its folders then belong into .gitignore.
  const named = files.length > 0 ? ` (${shortList(files)})` : ''
  const state = code.dirty ? `with uncommitted changes${named}` : 'clean'
  return [
    say.ok(`${branch} at ${code.testedSha?.slice(0, 7)}, ${state}, root at ${top}`),
    shallow?.trim() === 'true' &&
      say.warning(`the clone is shallow: ${count(Number(depth), 'commit')} of its history`, {
        reason: 'the clone may not contain the merge base, so the base is only a guess',
        fix: 'fetch the full history:',
        paste: DEEPER[config.ci?.run.provider ?? ''] ?? ['git fetch --unshallow'],
      }),
    code.branch === undefined &&
      say.warning('no branch is checked out', {
        reason: 'a run without a branch is never a base, and is compared only with the default branch',
        ...(config.ci
          ? { fix: 'run CI for a branch or a pull request' }
          : { fix: 'check out a branch:', paste: ['git switch <branch>'] }),
      }),
    config.ci &&
      files.length > 0 &&
      say.warning(`files differ from the commit: ${shortList(files)}`, {
        reason: 'only runs of an unmodified commit can be a base or count as history',
        fix: 'commit the files that the job changes before the tests, or restore them:',
        paste: ['git status --short'],
      }),
    (tracked?.trim() || isVisible(root.path)) &&
      say.warning('git does not ignore .svc', {
        reason: 'a commit would include journals of runs',
        fix: 'ignore the folder:',
        paste: ["echo '.svc/' >> .gitignore", ...(tracked?.trim() ? ['git rm -r --cached .svc'] : [])],
      }),
  ]
}

/** The paths in the output of `git status --porcelain`. */
const filesOf = (status: string) => status.split('\n').flatMap((line) => line.slice(3) || [])

/** The CI provider's lines for a complete clone. */
const DEEPER: Record<string, string[]> = {
  'GitHub Actions': ['- uses: actions/checkout', '  with:', '    fetch-depth: 0'],
  'GitLab CI': ['variables:', '  GIT_DEPTH: 0'],
}

/** The first run hides the folder by a .gitignore inside it, which may have been deleted. */
const isVisible = (root: string) =>
  existsSync(join(root, '.svc', 'journal')) && !existsSync(join(root, '.svc', '.gitignore'))
