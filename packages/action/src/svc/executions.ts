import { countAt, listAt, textAt } from '../fields.ts'
import type { Svc } from './call.ts'

/** The fields of an execution that the action uses. */
export interface Execution {
  id: string
  url: string
  project: string
  suite: string
  /** The runner, such as vitest. */
  framework: string
  state: string
  repository: string | null
  pullRequest: number | null
  headSha: string | null
  mergeBaseSha: string | null
  testedSha: string | null
  counts: { total: number; passed: number; failed: number; flaky: number; skipped: number; errors: number }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Parses an execution; returns undefined for other values. */
export const toExecution = (value: unknown): Execution | undefined => {
  const id = textAt(value, 'id')
  if (!id) return undefined
  const count = (name: string) => countAt(value, `counts.${name}`) ?? 0
  return {
    id,
    url: textAt(value, 'url') ?? '',
    project: textAt(value, 'project') ?? '',
    suite: textAt(value, 'suite') ?? '',
    framework: textAt(value, 'framework') ?? '',
    state: textAt(value, 'state') ?? 'unknown',
    repository: textAt(value, 'repository') ?? null,
    pullRequest: countAt(value, 'pullRequest') ?? null,
    headSha: textAt(value, 'headSha') ?? null,
    mergeBaseSha: textAt(value, 'mergeBaseSha') ?? null,
    testedSha: textAt(value, 'testedSha') ?? null,
    counts: {
      total: count('total'),
      passed: count('passed'),
      failed: count('failed'),
      flaky: count('flaky'),
      skipped: count('skipped'),
      errors: count('errors'),
    },
  }
}

/** Returns the id in the address that an upload returned. */
export const idInUrl = (url: string | undefined): string | undefined =>
  url?.match(UUID)?.at(-1)?.toLowerCase()

/** Returns the executions of a CI run or a commit, newest first. */
export const executionsOf = async (
  svc: Svc,
  filter: { build?: string; commit?: string; project?: string; suite?: string; limit?: number },
): Promise<Execution[]> => {
  const answer = await svc.get('/api/executions', { limit: 50, ...filter })
  return listAt(answer, 'data').flatMap((each) => toExecution(each) ?? [])
}

/** True if one of the newest 200 executions is of the repository's own CI, not of a fork. */
export const hasTrustedRun = async (
  svc: Svc,
  { repository, ...filter }: { project: string; suite?: string; repository: string },
): Promise<boolean> => {
  const answer = await svc.get('/api/executions', { limit: 200, ...filter })
  return listAt(answer, 'data').some(
    (each) =>
      textAt(each, 'trust') === 'ci' &&
      textAt(each, 'repository')?.toLowerCase() === repository.toLowerCase(),
  )
}
