import type { Store } from '../../server/src/ground/store/open.ts'
import { readTargets } from '../scale/endpoints.ts'
import { HISTORY_END, PROJECT } from '../scale/made-history.ts'

const DAY_MS = 86_400_000

/** One read of the first view of a page, or of a step on it. */
export interface PageRead {
  page: string
  path: string
}

/** Every read of results that a page of the dashboard makes, with the limits and filters that the page has without a choice. */
export async function readPages(store: Store): Promise<PageRead[]> {
  const { pull, pullRequest, test } = await readTargets(store)
  const { fingerprint } = await store.read
    .selectFrom('failure_cluster')
    .select('fingerprint')
    .where('fingerprint', '!=', 'none')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const head = pull.publicId
  const of = `project=${PROJECT}`
  const window = `from=${day(30)}&to=${day(0)}`
  const reads: Record<string, string[]> = {
    'every page': ['/api/whoami'],
    Execution: [
      `/api/executions/${head}?status=failed,flaky&limit=50`,
      `/api/compare?head=${head}&base=auto&limit=50`,
    ],
    'Execution, all results': [
      `/api/executions/${head}/results?sort=file&limit=100`,
      `/api/executions/${head}/results?sort=file&limit=5000`,
      `/api/executions/${head}?test=${test.key}`,
    ],
    'Execution, time line': [`/api/executions/${head}`],
    'Execution, copied for an agent': [`/api/failure-context?execution=${head}`],
    'Compare, one group': [`/api/compare?head=${head}&base=auto&limit=200&group=regressions`],
    'Pull request': [`/api/pull-requests/${pullRequest}?repo=acme/shop`],
    'Pull requests': [`/api/pull-requests?${of}&limit=100`],
    'All projects': ['/api/home'],
    Overview: [`/api/overview?${of}`],
    Executions: [`/api/executions?${of}&limit=50`],
    'Executions, filtered': [
      `/api/executions?${of}&limit=50&branch=main&status=failed`,
      `/api/executions?${of}&limit=50&q=nothing+has+this`,
    ],
    Tests: [`/api/tests?${of}&limit=50`, `/api/tests?${of}&limit=50&q=feature-77`],
    'Tests, sorted': ['title', 'duration', 'rate', 'failed', 'created'].flatMap((sort) =>
      ['asc', 'desc'].map((order) => `/api/tests?${of}&limit=50&details=true&sort=${sort}&order=${order}`),
    ),
    Test: [`/api/tests/${test.key}?${of}&limit=100`, `/api/renames?${of}&test=${test.key}&limit=50`],
    Flaky: [`/api/flaky-tests?${of}&limit=50`, `/api/flaky-tests?${of}&limit=50&days=90`],
    Failures: [`/api/failures?${of}&limit=50`, `/api/failures?${of}&limit=50&q=undefined`],
    Failure: [`/api/failures/${fingerprint}?${of}&limit=50`, `/api/failures/${fingerprint}/documents?${of}`],
    Trends: [`/api/trends?${of}&${window}`],
    Search: [`/api/find?q=feature-77&${of}&limit=5`, `/api/documents?q=feature&limit=5`],
  }
  return Object.entries(reads).flatMap(([page, paths]) => paths.map((path) => ({ page, path })))
}

const day = (before: number) => new Date(HISTORY_END - before * DAY_MS).toISOString()
