import { Problem } from '../../../ground/kernel/problem.ts'

/** What a caller can name executions by; an empty reference means the newest. */
export interface Reference {
  id?: string | undefined
  build?: string | undefined
  pr?: number | undefined
  repo?: string | undefined
  branch?: string | undefined
  commit?: string | undefined
  suite?: string | undefined
}

interface Asked extends Omit<Reference, 'id' | 'build'> {
  execution?: string | undefined
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const PULL_REQUEST = /\/([\w.-]+\/[\w.-]+)\/(?:-\/)?(?:pull|merge_requests|pull-requests)\/(\d{1,9})\b/
const CI_RUN = /\/(?:actions\/runs|pipelines)\/(\d{1,19})\b/

/**
 * Reads the address or id of an execution, a CI run or a pull request. Throws INVALID_REQUEST for
 * anything else.
 */
export function readReference({ execution, ...named }: Asked): Reference {
  const text = execution?.trim()
  if (text === undefined || text.toLowerCase() === 'latest') return named
  const build = CI_RUN.exec(text)?.[1]
  if (build !== undefined) return { ...named, build }
  const [, repo, number] = PULL_REQUEST.exec(text) ?? []
  if (number !== undefined) {
    if (named.pr !== undefined && named.pr !== Number(number))
      throw new Problem(
        'INVALID_REQUEST',
        `execution is the address of pull request ${number}, but pr is ${named.pr}. Name one of them.`,
      )
    return { ...named, repo: named.repo ?? repo, pr: Number(number) }
  }
  const id = UUID.exec(text)?.[0]
  if (id !== undefined) return { ...named, id: id.toLowerCase() }
  throw new Problem(
    'INVALID_REQUEST',
    'execution takes the id or the address of an execution, the address of a CI run or of a pull request, or latest. A branch goes into branch, a commit into commit, a number of a pull request into pr.',
  )
}
