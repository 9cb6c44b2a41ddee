import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gitIn } from '@svc/client/doctor'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'
import { count, shortList } from './words.ts'

const say = findingsOf('Git')

/** What git tells about the code, and what a comparison loses where it tells less. */
export const checkGit = async ({ preview, packages }: Subject): Promise<Finding[]> => {
  const { root, config, open } = preview
  if (root.kind !== 'git') return [noRepository(root.kind, root.path)]
  const git = gitIn(root.path, config.gitEnv)
  if ((await git('--version')) === undefined)
    return [
      say.warning('git is not installed', {
        reason: `so commit and branch are ${open.code.testedSha ? 'told without parents' : 'not known'}: no base is found to compare with`,
        fix: 'install git, in CI in the image that runs the tests',
      }),
    ]
  const { code } = open
  if (code.tree === undefined)
    return [
      say.warning('the repository has no commit yet', {
        reason: 'results belong to a commit; without one there is nothing to compare',
        fix: 'make the first one:',
        paste: ['git add -A && git commit -m "first"'],
      }),
    ]
  const [shallow, depth, tracked, changed] = await Promise.all([
    git('rev-parse', '--is-shallow-repository'),
    git('rev-list', '--count', 'HEAD'),
    git('ls-files', '--', '.svc'),
    config.ci && code.dirty ? git('status', '--porcelain', '--untracked-files=no') : undefined,
  ])
  const folder = packages.all[0]?.folder ?? root.path
  const below = relative(root.path, folder)
  const state = code.dirty ? ', with changes' : ', clean'
  const findings = [
    say.ok(
      `${code.branch ? `branch ${code.branch}` : 'no branch'} at ${code.testedSha?.slice(0, 7)}${state}, top at ${below ? root.path : 'this folder'}`,
    ),
  ]
  if (shallow?.trim() === 'true')
    findings.push(describeShallow(Number(depth?.trim() ?? 1), config.ci?.run.provider))
  if (code.branch === undefined) findings.push(describeDetached(config.ci !== undefined))
  if (changed?.trim()) findings.push(describeChanged(changed))
  if (tracked?.trim() || isVisible(root.path))
    findings.push(
      say.warning('.svc is not ignored by git', {
        reason: 'journals of runs would be committed',
        fix: 'ignore it:',
        paste: ["echo '.svc/' >> .gitignore", ...(tracked?.trim() ? ['git rm -r --cached .svc'] : [])],
      }),
    )
  return findings
}

const noRepository = (kind: 'SVC_ROOT' | 'runner', path: string): Finding =>
  say.warning('no git repository', {
    reason: `without commits nothing can be compared; file paths are relative to ${kind === 'SVC_ROOT' ? 'SVC_ROOT' : path}`,
    fix: 'run the tests in a clone; a Docker image needs the folder .git as well',
  })

const describeShallow = (depth: number, provider: string | undefined): Finding => {
  const reason = 'the clone ends before the place where base and branch part, so the base is only guessed at'
  const found = `the clone is shallow: ${count(depth, 'commit')} of its history`
  if (provider === 'GitHub Actions')
    return say.warning(found, {
      reason,
      fix: 'fetch all of it in the workflow:',
      paste: ['- uses: actions/checkout', '  with:', '    fetch-depth: 0'],
    })
  if (provider === 'GitLab CI')
    return say.warning(found, {
      reason,
      fix: 'fetch all of it in .gitlab-ci.yml:',
      paste: ['variables:', '  GIT_DEPTH: 0'],
    })
  return say.warning(found, { reason, fix: 'fetch the rest:', paste: ['git fetch --unshallow'] })
}

const describeDetached = (isCi: boolean): Finding =>
  say.warning('no branch is checked out', {
    reason: isCi
      ? 'and CI does not name one: such a run is never a base, and is compared with the default branch'
      : 'a run without a branch is compared with the default branch only',
    fix: isCi ? 'run CI for a branch or a pull request' : 'check one out:',
    ...(!isCi && { paste: ['git switch <branch>'] }),
  })

const describeChanged = (status: string): Finding => {
  const files = status
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
  return say.warning(`files differ from the commit: ${shortList(files)}`, {
    reason: 'only runs of exactly a commit can be a base or count as history',
    fix: 'commit what the job changes before the tests, or undo it:',
    paste: ['git status --short'],
  })
}

/** The first run hides the folder by a .gitignore of its own, which somebody may have deleted. */
const isVisible = (root: string) =>
  existsSync(join(root, '.svc', 'journal')) && !existsSync(join(root, '.svc', '.gitignore'))
