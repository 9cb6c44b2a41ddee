import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isObject, type JsonObject } from './github/schemas.ts'
import { pullOf, repositoryOf, runOf, userOf } from './github/shapes.ts'
import type { Pull, Repository, Run, State } from './github/state.ts'

/** An event as a workflow meets it: its payload and what the environment says of it. */
export interface WorkflowEvent {
  name: string
  payload: JsonObject
  /** GITHUB_SHA, GITHUB_REF, GITHUB_HEAD_REF and GITHUB_BASE_REF. */
  sha: string
  ref: string
  headRef: string
  baseRef: string
}

interface Place {
  state: State
  repository: Repository
}

const published: { name: string; examples: JsonObject[] }[] = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@octokit/webhooks-examples')), 'utf8'),
)

/** A copy of GitHub's example of an event, about our repository. */
const exampleOf = (name: string, action: string | undefined, { repository }: Place): JsonObject => {
  const examples = published.find((each) => each.name === name)?.examples ?? []
  const found = examples.find((each) => action === undefined || each.action === action)
  if (!found) throw new Error(`GitHub shows no payload of ${name} ${action ?? ''}.`)
  const payload = structuredClone(found)
  delete payload.installation
  return { ...payload, repository: repositoryOf(repository), sender: userOf('octocat') }
}

const objectOf = (payload: JsonObject, name: string): JsonObject => {
  const value = payload[name]
  return isObject(value) ? value : {}
}

/** `mergeSha` is the test merge that GitHub makes; the head's own sha where absent. */
export const pullRequestEvent = (
  place: Place,
  pull: Pull,
  { name = 'pull_request', mergeSha = pull.headSha }: { name?: string; mergeSha?: string } = {},
): WorkflowEvent => {
  const payload = exampleOf('pull_request', 'synchronize', place)
  // A workflow on the target's side runs on the base branch and its commit.
  const isTarget = name === 'pull_request_target'
  return {
    name,
    payload: {
      ...payload,
      number: pull.number,
      after: pull.headSha,
      pull_request: { ...objectOf(payload, 'pull_request'), ...pullOf(place.state, place.repository, pull) },
    },
    sha: isTarget ? pull.baseSha : mergeSha,
    ref: isTarget ? `refs/heads/${pull.baseBranch}` : `refs/pull/${pull.number}/merge`,
    headRef: pull.headBranch,
    baseRef: pull.baseBranch,
  }
}

const onBranch = (name: string, payload: JsonObject, branch: string, sha: string): WorkflowEvent => ({
  name,
  payload,
  sha,
  ref: `refs/heads/${branch}`,
  headRef: '',
  baseRef: '',
})

export const pushEvent = (place: Place, branch: string, before: string, after: string): WorkflowEvent =>
  onBranch(
    'push',
    { ...exampleOf('push', undefined, place), ref: `refs/heads/${branch}`, before, after },
    branch,
    after,
  )

export const dispatchEvent = (place: Place, branch: string, sha: string): WorkflowEvent =>
  onBranch(
    'workflow_dispatch',
    { ...exampleOf('workflow_dispatch', undefined, place), ref: `refs/heads/${branch}` },
    branch,
    sha,
  )

/** GitHub shows no example: it is documented as the schedule and the repository. */
export const scheduleEvent = ({ repository }: Place, sha: string): WorkflowEvent =>
  onBranch(
    'schedule',
    { schedule: '17 3 * * *', workflow: '.github/workflows/tests.yml', repository: repositoryOf(repository) },
    repository.defaultBranch,
    sha,
  )

export const mergeGroupEvent = (
  place: Place,
  {
    number,
    headSha,
    baseSha,
    baseBranch,
  }: { number: number; headSha: string; baseSha: string; baseBranch: string },
): WorkflowEvent => {
  const payload = exampleOf('merge_group', 'checks_requested', place)
  const ref = `gh-readonly-queue/${baseBranch}/pr-${number}-${baseSha}`
  const group = objectOf(payload, 'merge_group')
  return onBranch(
    'merge_group',
    {
      ...payload,
      merge_group: {
        ...group,
        head_sha: headSha,
        head_ref: `refs/heads/${ref}`,
        base_sha: baseSha,
        base_ref: `refs/heads/${baseBranch}`,
        head_commit: { ...objectOf(group, 'head_commit'), id: headSha },
      },
    },
    ref,
    headSha,
  )
}

/** What the companion of forks is started by; it runs on the default branch. */
export const workflowRunEvent = (place: Place, run: Run): WorkflowEvent => {
  const { state, repository } = place
  const payload = exampleOf('workflow_run', 'completed', place)
  const sha = repository.branches.get(repository.defaultBranch) ?? ''
  const workflowRun = { ...objectOf(payload, 'workflow_run'), ...runOf(state, repository, run) }
  return onBranch('workflow_run', { ...payload, workflow_run: workflowRun }, repository.defaultBranch, sha)
}
