import type { Svc } from '../svc/call.ts'
import { type Execution, executionsOf } from '../svc/executions.ts'
import { type Report, readReport } from '../svc/report.ts'
import { MOST_BYTES } from './compose.ts'

interface Query {
  project: string
  /** `owner/name`. */
  repository: string
  /** The head of the branch or pull request. */
  sha: string
  /** Id of the base for executions of this job; empty to let the server choose. */
  base: string
  /** Executions of this job. */
  ownIds: ReadonlySet<string>
}

/** Executions of one commit; only many runs of many suites exceed this. */
const MOST_EXECUTIONS = 200

/** Returns the reports of the newest execution of each suite of a project at a commit. */
export const readProject = async (svc: Svc, query: Query): Promise<Report[]> => {
  const { project, sha, base, ownIds } = query
  const listed = await executionsOf(svc, { project, commit: sha, limit: MOST_EXECUTIONS })
  const newest = new Map<string, Execution>()
  for (const execution of listed)
    if (isOfHead(execution, query) && !newest.has(execution.suite)) newest.set(execution.suite, execution)
  const maxBytes = Math.max(4_000, Math.min(60_000, Math.floor(MOST_BYTES / Math.max(1, newest.size))))
  const reports: Report[] = []
  for (const { id } of newest.values())
    reports.push(await readReport(svc, { id, base: ownIds.has(id) ? base : '', maxBytes }))
  return reports
}

/** True for executions of the head or of a merge commit of it, but not for base runs of other changes. */
const isOfHead = ({ headSha, testedSha, repository }: Execution, query: Query): boolean =>
  (headSha ?? testedSha) === query.sha &&
  (repository === null || repository.toLowerCase() === query.repository.toLowerCase())
