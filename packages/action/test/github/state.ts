/** A commit of any repository of the network: forks share their objects with what they come from. */
export interface Commit {
  sha: string
  parents: string[]
  tree?: string
  /** Texts of its tree by path; those of its first parent where absent. */
  files?: Record<string, string>
}

export interface PullFile {
  filename: string
  status: 'added' | 'modified' | 'removed'
  patch?: string
}

export interface Pull {
  number: number
  title: string
  author: string
  /** The repository `owner/name` that its branch is in; null where that was deleted. */
  headRepository: string | null
  headBranch: string
  headSha: string
  baseBranch: string
  baseSha: string
  files: PullFile[]
  isOpen: boolean
  isLocked: boolean
}

export interface Comment {
  id: number
  number: number
  author: string
  body: string
  createdAt: string
  updatedAt: string
}

export interface Job {
  id: number
  name: string
  attempt: number
  runnerName: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: 'success' | 'failure' | 'cancelled' | null
  /** Those of GitHub's example where absent. */
  steps?: { name: string; status: 'queued' | 'in_progress' | 'completed' }[]
}

export interface CheckRun {
  id: number
  headSha: string
  name: string
  externalId: string
  /** Login of the app that made it. */
  app: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  title: string
  summary: string
  detailsUrl: string
}

/** Never changed: the newest of a context counts. */
export interface Status {
  sha: string
  context: string
  state: string
  description: string
  targetUrl: string
}

export interface Artifact {
  id: number
  name: string
  bytes: Uint8Array
  isExpired: boolean
}

export interface Run {
  id: number
  name: string
  attempt: number
  event: string
  headSha: string
  headBranch: string
  /** `owner/name`. */
  headRepository: string
  status: 'in_progress' | 'completed'
  conclusion: 'success' | 'failure' | null
  jobs: Job[]
  artifacts: Artifact[]
  /** Empty for a fork, as GitHub leaves it. */
  pullRequests: number[]
}

export interface Repository {
  id: number
  owner: string
  name: string
  defaultBranch: string
  branches: Map<string, string>
  pulls: Map<number, Pull>
  comments: Comment[]
  checks: CheckRun[]
  statuses: Status[]
  runs: Map<number, Run>
  isFork: boolean
}

export type Permission = 'contents' | 'pull-requests' | 'issues' | 'actions' | 'checks' | 'statuses'

export interface Token {
  login: string
  /** What is absent is not allowed. */
  permissions: Partial<Record<Permission, 'read' | 'write'>>
  isRevoked?: boolean
}

/** All that GitHub knows in one test. */
export interface State {
  /** By `owner/name`. */
  repositories: Map<string, Repository>
  commits: Map<string, Commit>
  tokens: Map<string, Token>
  /** Ids of anything are never used twice. */
  nextId(): number
}

export const createState = (): State => {
  let last = 1_000
  return { repositories: new Map(), commits: new Map(), tokens: new Map(), nextId: () => ++last }
}

/** What workflows may do by default in a repository of one's own, and in a pull request from a fork. */
export const PERMISSIONS = {
  write: { contents: 'read', 'pull-requests': 'write', actions: 'read' },
  fork: { contents: 'read', 'pull-requests': 'read', issues: 'read', actions: 'read' },
} as const satisfies Record<string, Token['permissions']>

/** The commit and all before it, newest first. */
export const historyOf = (state: State, sha: string): Commit[] => {
  const seen = new Map<string, Commit>()
  const open = [sha]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const commit = state.commits.get(next)
    if (!commit || seen.has(next)) continue
    seen.set(next, commit)
    open.push(...commit.parents)
  }
  return [...seen.values()]
}

/** The newest commit that both have; undefined where they have nothing in common. */
export const mergeBaseOf = (state: State, a: string, b: string): Commit | undefined => {
  const ofA = new Set(historyOf(state, a).map(({ sha }) => sha))
  return historyOf(state, b).find(({ sha }) => ofA.has(sha))
}

/** A file's text at a commit. */
export const textAt = (state: State, sha: string, path: string): string | undefined => {
  for (let commit = state.commits.get(sha); commit; commit = state.commits.get(commit.parents[0] ?? ''))
    if (commit.files) return commit.files[path]
  return undefined
}

/** A branch, a commit, `owner:branch` of a fork, or a pull request's own ref. */
export const resolveRef = (state: State, repository: Repository, ref: string): string | undefined => {
  const [owner, branch] = ref.includes(':') ? (ref.split(':', 2) as [string, string]) : ['', ref]
  const place = owner
    ? [...state.repositories.values()].find((each) => each.owner === owner && each.branches.has(branch))
    : repository
  const name = branch.replace(/^refs\/heads\//, '')
  const pull = /^(?:refs\/)?pull\/(\d+)\/head$/.exec(name)?.[1]
  if (pull) return repository.pulls.get(Number(pull))?.headSha
  const sha = place?.branches.get(name) ?? name
  return state.commits.has(sha) ? sha : undefined
}
