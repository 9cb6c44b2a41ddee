import { at, countAt, listAt } from '../fields.ts'
import type { Svc } from './call.ts'
import { type Execution, toExecution } from './executions.ts'

export interface Commit {
  sha: string
  parents: string[]
  tree?: string
}

export interface ChangedFile {
  path: string
  status: 'added' | 'modified' | 'removed' | 'renamed'
  formerPath?: string
  /** Changed lines of the new version. */
  lines?: { from: number; to: number }[]
}

/** Facts about an execution that CI knows and its parts lack. */
export interface Facts {
  mergeBaseSha?: string
  headSha?: string
  pullRequest?: number
  baseBranch?: string
  defaultBranch?: string
  ancestry?: Commit[]
  changedFiles?: ChangedFile[]
  moreChangedFiles?: number
  settle?: 'no' | 'if-complete' | 'now'
}

export interface AddedFacts {
  execution: Execution | undefined
  settled: boolean
  /** Milliseconds until it settles if nothing more arrives; absent once settled. */
  settlesInMs?: number
  /** Parts that have reported. */
  partCount: number
  /** In words. */
  waitingFor: string[]
}

export const addFacts = async (svc: Svc, id: string, facts: Facts): Promise<AddedFacts> => {
  const data = at(await svc.post(`/api/executions/${id}/facts`, facts), 'data')
  const settlesInMs = countAt(data, 'settlesInMs')
  return {
    execution: toExecution(data),
    settled: at(data, 'settled') === true,
    partCount: countAt(data, 'partCount') ?? 0,
    ...(settlesInMs !== undefined && { settlesInMs }),
    waitingFor: listAt(data, 'waitingFor').filter((each) => typeof each === 'string'),
  }
}

export interface PullRequestText {
  revision: number
  markdown: string
}

/** Returns the text of a pull request's comment, in at most `maxBytes` bytes. */
export const readPullRequest = async (
  svc: Svc,
  { number, repo, maxBytes }: { number: number; repo: string; maxBytes?: number },
): Promise<PullRequestText> => {
  const data = at(await svc.get(`/api/pull-requests/${number}`, { repo, maxBytes }), 'data')
  const markdown = at(data, 'markdown')
  return { revision: countAt(data, 'revision') ?? 0, markdown: typeof markdown === 'string' ? markdown : '' }
}
