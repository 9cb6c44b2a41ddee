import type { Store } from '../../server/src/store/open.ts'
import { HISTORY_END, PROJECT } from './made-history.ts'

const DAY_MS = 86_400_000

/** Objects of a history that questions are asked about: the same ones in the long and in the short history. */
export interface Targets {
  /** The newest execution of the suite on the base branch, and the one before it; ids for people and internal. */
  main: Execution
  mainBefore: Execution
  /** The newest of a pull request. */
  pull: Execution
  pullRequest: number
  commit: string
}

export interface Execution {
  id: number
  publicId: string
}

export async function readTargets(store: Store): Promise<Targets> {
  const newest = store.read
    .selectFrom('execution')
    .select(['id', 'public_id as publicId', 'pull_request', 'head_sha'])
    .where('suite', '=', 'unit')
    .orderBy('started_at', 'desc')
  const [main, mainBefore] = await newest.where('pull_request', 'is', null).limit(2).execute()
  const pull = await newest.where('pull_request', 'is not', null).limit(1).executeTakeFirstOrThrow()
  if (!main || !mainBefore) throw new Error('The history has no runs of main')
  return {
    main,
    mainBefore,
    pull,
    pullRequest: pull.pull_request as number,
    commit: pull.head_sha as string,
  }
}

export interface Endpoint {
  name: string
  path: string
  /** The row of the goals it belongs to, if any: then at most a millisecond in the database. */
  area?: 'list' | 'metrics' | 'history'
  /** The same question put to the results themselves. */
  limit?: string
}

const dayOf = (days: number) => HISTORY_END - days * DAY_MS
const windowOf = (days: number) =>
  `from=${new Date(dayOf(days)).toISOString()}&to=${new Date(HISTORY_END).toISOString()}`

/** A window that is as long, and holds as many runs, whatever lies before it: nine days are a million results. */
const WINDOW = windowOf(7)

/** What people and their tools ask, each with a window where it takes one. */
export function endpoints({ main, mainBefore, pull, pullRequest, commit }: Targets): Endpoint[] {
  const list = `/api/executions?project=${PROJECT}`
  return [
    { name: 'list, newest 50', path: `${list}&limit=50`, area: 'list' },
    {
      name: 'list of a branch and suite',
      path: `${list}&branch=main&suite=unit&limit=50&${WINDOW}`,
      area: 'list',
    },
    { name: 'list by status', path: `${list}&status=failed&limit=50&${WINDOW}`, area: 'list' },
    { name: 'list by commit', path: `${list}&commit=${commit.slice(0, 10)}&${WINDOW}`, area: 'list' },
    {
      name: 'list by words that none has',
      path: `${list}&q=nothing+like+this&${WINDOW}`,
      area: 'list',
    },
    { name: 'detail, 50 results', path: `/api/executions/${pull.publicId}?limit=50` },
    { name: 'detail, failed and flaky', path: `/api/executions/${pull.publicId}?status=failed,flaky` },
    { name: 'detail, 20,000 results', path: `/api/executions/${pull.publicId}` },
    { name: 'compare, base chosen', path: `/api/compare?base=auto&head=${pull.publicId}` },
    { name: 'compare, two given', path: `/api/compare?base=${mainBefore.publicId}&head=${main.publicId}` },
    { name: 'pull request', path: `/api/pull-requests/${pullRequest}?repo=acme/shop` },
  ]
}
