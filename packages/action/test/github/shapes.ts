import { exampleOf } from './description.ts'
import type { JsonObject } from './schemas.ts'
import type {
  Artifact,
  CheckRun,
  Comment,
  Commit,
  Job,
  Pull,
  PullFile,
  Repository,
  Run,
  State,
  Status,
} from './state.ts'

/** Writes what the state holds as GitHub would: its own published examples with our values. */

export const repositoryNameOf = ({ owner, name }: Repository): string => `${owner}/${name}`

const templates = new Map<string, string>()

/** An example with every mention of its repository replaced; read once, copied each time. */
const template = (example: string, owner: string, name: string): JsonObject => {
  const text = templates.get(example) ?? JSON.stringify(exampleOf(example))
  templates.set(example, text)
  const inPlace = text.replaceAll(
    /(octocat|octo-org|github)\/(Hello-World|octo-repo|octo-docs|hello-world)/g,
    () => `${owner}/${name}`,
  )
  return JSON.parse(inPlace)
}

export const userOf = (login: string): JsonObject => {
  const user = exampleOf('issue-comment').user as JsonObject
  const isBot = login.endsWith('[bot]')
  return {
    ...user,
    login,
    id: idOf(login),
    type: isBot ? 'Bot' : 'User',
    html_url: `https://github.com/${encodeURIComponent(login)}`,
  }
}

export const repositoryOf = (repository: Repository): JsonObject => ({
  ...template('full-repository', repository.owner, repository.name),
  id: repository.id,
  name: repository.name,
  full_name: repositoryNameOf(repository),
  owner: userOf(repository.owner),
  default_branch: repository.defaultBranch,
  fork: repository.isFork,
  has_discussions: false,
})

const minimalRepositoryOf = (state: State, fullName: string): JsonObject => {
  const [owner = '', name = ''] = fullName.split('/')
  const known = state.repositories.get(fullName)
  const example = template('workflow-run', owner, name).head_repository as JsonObject
  return { ...example, id: known?.id ?? 0, name, full_name: fullName, owner: userOf(owner) }
}

const FULL_ONLY = [
  'merged',
  'mergeable',
  'rebaseable',
  'mergeable_state',
  'merged_by',
  'comments',
  'review_comments',
  'maintainer_can_modify',
  'commits',
  'additions',
  'deletions',
  'changed_files',
]

/** A pull request; a list shows less of each. */
export const pullOf = (state: State, base: Repository, pull: Pull, isInList = false): JsonObject => {
  const made = template('pull-request', base.owner, base.name)
  const head = pull.headRepository === null ? undefined : state.repositories.get(pull.headRepository)
  const side = (of: Repository | undefined, ref: string, sha: string, old: JsonObject): JsonObject => ({
    ...old,
    label: `${of?.owner ?? 'unknown'}:${ref}`,
    ref,
    sha,
    user: userOf(of?.owner ?? 'ghost'),
    repo: of ? repositoryOf(of) : null,
  })
  Object.assign(made, {
    id: 10_000 + pull.number,
    number: pull.number,
    state: pull.isOpen ? 'open' : 'closed',
    locked: pull.isLocked,
    title: pull.title,
    user: userOf(pull.author),
    html_url: `https://github.com/${repositoryNameOf(base)}/pull/${pull.number}`,
    changed_files: pull.files.length,
    requested_teams: [],
    head: side(head, pull.headBranch, pull.headSha, made.head as JsonObject),
    base: side(base, pull.baseBranch, pull.baseSha, made.base as JsonObject),
  })
  if (isInList) for (const field of FULL_ONLY) delete made[field]
  return made
}

export const commentOf = (repository: Repository, comment: Comment): JsonObject => ({
  ...template('issue-comment', repository.owner, repository.name),
  id: comment.id,
  node_id: nodeIdOf(comment),
  url: `https://api.github.com/repos/${repositoryNameOf(repository)}/issues/comments/${comment.id}`,
  html_url: commentUrlOf(repository, comment),
  body: comment.body,
  user: userOf(comment.author),
  created_at: comment.createdAt,
  updated_at: comment.updatedAt,
})

export const nodeIdOf = ({ id }: Comment): string => `IC_${id}`
export const commentUrlOf = (repository: Repository, { id, number }: Comment): string =>
  `https://github.com/${repositoryNameOf(repository)}/pull/${number}#issuecomment-${id}`

export const fileOf = (repository: Repository, file: PullFile): JsonObject => ({
  ...template('diff-entry-items', repository.owner, repository.name),
  ...file,
})

export const commitOf = (repository: Repository, { sha, parents, tree }: Commit): JsonObject => {
  const made = template('commit', repository.owner, repository.name)
  const url = (of: string) => `https://api.github.com/repos/${repositoryNameOf(repository)}/commits/${of}`
  const detail = made.commit as JsonObject
  return {
    ...made,
    sha,
    files: [],
    url: url(sha),
    commit: { ...detail, tree: { ...(detail.tree as JsonObject), sha: tree ?? sha } },
    parents: parents.map((parent) => ({ sha: parent, url: url(parent), html_url: url(parent) })),
  }
}

export const comparisonOf = (
  repository: Repository,
  sides: { base: Commit; mergeBase: Commit; ahead: Commit[]; behindBy: number; files: PullFile[] },
): JsonObject => ({
  ...template('commit-comparison', repository.owner, repository.name),
  base_commit: commitOf(repository, sides.base),
  merge_base_commit: commitOf(repository, sides.mergeBase),
  status:
    sides.ahead.length === 0
      ? sides.behindBy
        ? 'behind'
        : 'identical'
      : sides.behindBy
        ? 'diverged'
        : 'ahead',
  ahead_by: sides.ahead.length,
  behind_by: sides.behindBy,
  total_commits: sides.ahead.length,
  commits: sides.ahead.map((each) => commitOf(repository, each)),
  files: sides.files.map((each) => fileOf(repository, each)),
})

export const runOf = (state: State, repository: Repository, run: Run): JsonObject => ({
  ...template('workflow-run', repository.owner, repository.name),
  id: run.id,
  name: run.name,
  path: '.github/workflows/tests.yml',
  run_attempt: run.attempt,
  event: run.event,
  head_sha: run.headSha,
  head_branch: run.headBranch,
  status: run.status,
  conclusion: run.conclusion,
  pull_requests: [],
  repository: minimalRepositoryOf(state, repositoryNameOf(repository)),
  head_repository: minimalRepositoryOf(state, run.headRepository),
})

export const jobOf = (repository: Repository, run: Run, job: Job): JsonObject => ({
  ...template('job', repository.owner, repository.name),
  id: job.id,
  run_id: run.id,
  run_attempt: job.attempt,
  runner_name: job.runnerName,
  name: job.name,
  status: job.status,
  conclusion: job.conclusion,
  ...(job.steps && { steps: job.steps.map(stepOf) }),
  head_sha: run.headSha,
  created_at: '2029-12-31T23:00:00Z',
  completed_at: job.status === 'completed' ? '2030-01-01T00:00:00Z' : null,
})

const stepOf = ({ name, status }: NonNullable<Job['steps']>[number], i: number): JsonObject => ({
  name,
  status,
  number: i + 1,
  conclusion: status === 'completed' ? 'success' : null,
  started_at: status === 'queued' ? null : '2029-12-31T23:00:00Z',
  completed_at: status === 'completed' ? '2030-01-01T00:00:00Z' : null,
})

export const checkOf = (repository: Repository, check: CheckRun): JsonObject => {
  const made = template('check-run', repository.owner, repository.name)
  const url = `https://api.github.com/repos/${repositoryNameOf(repository)}/check-runs/${check.id}`
  return {
    ...made,
    id: check.id,
    url,
    name: check.name,
    head_sha: check.headSha,
    external_id: check.externalId,
    details_url: check.detailsUrl,
    status: check.status,
    conclusion: check.conclusion,
    completed_at: check.status === 'completed' ? '2030-01-01T00:00:00Z' : null,
    pull_requests: [],
    output: {
      title: check.title,
      summary: check.summary,
      text: null,
      annotations_count: 0,
      annotations_url: `${url}/annotations`,
    },
  }
}

export const statusOf = (repository: Repository, status: Status): JsonObject => ({
  ...template('status', repository.owner, repository.name),
  state: status.state,
  context: status.context,
  description: status.description,
  target_url: status.targetUrl,
})

export const artifactOf = (repository: Repository, run: Run, artifact: Artifact): JsonObject => {
  const made = template('artifact', repository.owner, repository.name)
  const url = `https://api.github.com/repos/${repositoryNameOf(repository)}/actions/artifacts/${artifact.id}`
  return {
    ...made,
    id: artifact.id,
    name: artifact.name,
    url,
    archive_download_url: `${url}/zip`,
    size_in_bytes: artifact.bytes.length,
    expired: artifact.isExpired,
    workflow_run: {
      id: run.id,
      repository_id: repository.id,
      head_repository_id: idOf(run.headRepository),
      head_branch: run.headBranch,
      head_sha: run.headSha,
    },
  }
}

export const contentOf = (repository: Repository, path: string, text: string): JsonObject => ({
  ...template('content-file', repository.owner, repository.name),
  type: 'file',
  // GitHub sends no text of a file above 1 MB.
  encoding: isLargeFile(text) ? 'none' : 'base64',
  size: Buffer.byteLength(text),
  name: path.split('/').at(-1) ?? path,
  path,
  content: isLargeFile(text) ? '' : Buffer.from(text).toString('base64').replaceAll(/.{60}/g, '$&\n'),
})

const isLargeFile = (text: string): boolean => Buffer.byteLength(text) > 1024 * 1024

/** The same for the same name, so that answers agree with each other. */
const idOf = (name: string): number =>
  [...name].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 1_000_003, 7)
