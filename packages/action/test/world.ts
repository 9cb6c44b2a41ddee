import {
  type Job,
  PERMISSIONS,
  type Permission,
  type Pull,
  type Repository,
  type Run,
  type State,
} from './github/state.ts'

/** Makes what most tests start from; each states only what matters to it. */

export const addRepository = (
  state: State,
  fullName: string,
  given: Partial<Repository> = {},
): Repository => {
  const [owner = '', name = ''] = fullName.split('/')
  const repository: Repository = {
    id: state.nextId(),
    owner,
    name,
    defaultBranch: 'main',
    branches: new Map(),
    pulls: new Map(),
    comments: [],
    checks: [],
    statuses: [],
    runs: new Map(),
    isFork: false,
    ...given,
  }
  state.repositories.set(fullName, repository)
  return repository
}

/** A commit on a branch, after what the branch has; gives its sha. */
export const addCommit = (
  state: State,
  repository: Repository,
  branch: string,
  files?: Record<string, string>,
  parent = repository.branches.get(branch),
): string => {
  const sha = state.nextId().toString(16).padStart(40, 'c')
  const tree = sha.replace(/^c/, 'e')
  state.commits.set(sha, { sha, tree, parents: parent ? [parent] : [], ...(files && { files }) })
  repository.branches.set(branch, sha)
  return sha
}

export const addPull = (repository: Repository, given: Partial<Pull> & Pick<Pull, 'headSha'>): Pull => {
  const pull: Pull = {
    number: repository.pulls.size + 1,
    title: 'A change',
    author: 'octocat',
    headRepository: `${repository.owner}/${repository.name}`,
    headBranch: 'feature',
    baseBranch: repository.defaultBranch,
    baseSha: repository.branches.get(repository.defaultBranch) ?? '',
    files: [],
    isOpen: true,
    isLocked: false,
    ...given,
  }
  repository.pulls.set(pull.number, pull)
  return pull
}

export const addRun = (
  state: State,
  repository: Repository,
  given: Partial<Run> & Pick<Run, 'headSha'>,
): Run => {
  const run: Run = {
    id: state.nextId(),
    name: 'Tests',
    attempt: 1,
    event: 'pull_request',
    headBranch: 'feature',
    headRepository: `${repository.owner}/${repository.name}`,
    status: 'in_progress',
    conclusion: null,
    jobs: [],
    artifacts: [],
    pullRequests: [],
    ...given,
  }
  repository.runs.set(run.id, run)
  return run
}

/** A job that continues, on a machine of its own. */
export const addJob = (state: State, given: Partial<Job> & Pick<Job, 'name'>): Job => {
  const id = state.nextId()
  return {
    id,
    attempt: 1,
    runnerName: `GitHub Actions ${id}`,
    status: 'in_progress',
    conclusion: null,
    ...given,
  }
}

/** Who writes with the token of a workflow. */
const BOT = 'github-actions[bot]'

/** A token of a workflow; gives its text. */
export const addToken = (
  state: State,
  permissions: Partial<Record<Permission, 'read' | 'write'>> = PERMISSIONS.write,
  login = BOT,
): string => {
  const text = `ghs_${state.nextId().toString(36).padStart(36, '0')}`
  state.tokens.set(text, { login, permissions })
  return text
}
