import type { RepositoryName } from '../event.ts'
import { at, countAt, textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

export type Conclusion = 'success' | 'failure' | 'neutral' | 'cancelled'

/** The content of a check; without a conclusion it is in progress. */
export interface CheckBody {
  title: string
  /** Markdown, at most 65,535 characters. */
  summary: string
  conclusion?: Conclusion
  detailsUrl?: string
}

export interface CheckRun {
  id: number
  isCompleted: boolean
  conclusion?: string
  title: string
  summary: string
}

/** A check with a name on one commit. */
export interface CheckPlace {
  repository: RepositoryName
  sha: string
  name: string
  /** Distinguishes svc checks from other checks with the same name. */
  externalId: string
}

/** Returns the svc check runs with this name on the commit, oldest first. GitHub shows and requires the newest. */
export const listChecks = async (
  github: GitHub,
  { repository, sha, name, externalId }: CheckPlace,
): Promise<CheckRun[]> => {
  const query = `check_name=${encodeURIComponent(name)}&filter=all`
  const path = `/repos/${repository.full}/commits/${sha}/check-runs?${query}`
  const listed = await github.list(path, 5)
  const checks = listed.flatMap((each) => toCheckRun(each, externalId) ?? [])
  return checks.sort((a, b) => a.id - b.id)
}

const toCheckRun = (value: unknown, externalId: string): CheckRun | undefined => {
  const id = countAt(value, 'id')
  if (id === undefined || textAt(value, 'external_id') !== externalId) return undefined
  const conclusion = textAt(value, 'conclusion')
  return {
    id,
    isCompleted: at(value, 'status') === 'completed',
    title: textAt(value, 'output.title') ?? '',
    summary: textAt(value, 'output.summary') ?? '',
    ...(conclusion && { conclusion }),
  }
}

/** Creates a check run and returns its id. */
export const createCheck = async (
  github: GitHub,
  { repository, sha, name, externalId }: CheckPlace,
  body: CheckBody,
): Promise<number> => {
  const made = await github.call('POST', `/repos/${repository.full}/check-runs`, {
    name,
    head_sha: sha,
    external_id: externalId,
    ...toFields(body),
  })
  return countAt(made, 'id') ?? 0
}

export const updateCheck = async (
  github: GitHub,
  { repository }: CheckPlace,
  id: number,
  body: CheckBody,
): Promise<void> => {
  await github.call('PATCH', `/repos/${repository.full}/check-runs/${id}`, toFields(body))
}

const toFields = ({ title, summary, conclusion, detailsUrl }: CheckBody) => ({
  ...(conclusion ? { status: 'completed', conclusion } : { status: 'in_progress' }),
  ...(detailsUrl && { details_url: detailsUrl }),
  output: { title, summary },
})

const STATES: Record<Conclusion, string> = {
  success: 'success',
  // A status has no neutral state, and failures that this change did not cause must not block it.
  neutral: 'success',
  failure: 'failure',
  cancelled: 'error',
}
const DESCRIPTION_LENGTH = 140

/** Creates a commit status; GitHub counts the newest with its name. */
export const createStatus = async (
  github: GitHub,
  { repository, sha, name }: CheckPlace,
  { title, conclusion, detailsUrl }: CheckBody,
): Promise<void> => {
  const description =
    title.length > DESCRIPTION_LENGTH ? `${title.slice(0, DESCRIPTION_LENGTH - 1)}…`.toWellFormed() : title
  await github.call('POST', `/repos/${repository.full}/statuses/${sha}`, {
    state: conclusion ? STATES[conclusion] : 'pending',
    context: name,
    description,
    ...(detailsUrl && { target_url: detailsUrl }),
  })
}
