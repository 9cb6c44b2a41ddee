import type { Store } from '../../server/src/ground/store/open.ts'
import { VERDICT } from '../../server/src/ground/store/tables.ts'
import { HISTORY_END, PROJECT } from './made-history.ts'

const DAY_MS = 86_400_000

/** Objects of a history that questions are asked about: the same ones in the long and in the short history. */
export interface Targets {
  /** The newest execution of the suite on the base branch, and the one before it; ids for people and internal. */
  main: Execution
  mainBefore: Execution
  /** The newest of a pull request. */
  pull: Execution
  /** The same push's run of the slow suite, in which thousands of durations are worth a look. */
  slowPull: Execution
  pullRequest: number
  commit: string
  /** A test that flaked in the newest run of main: its id for people, and the internal one. */
  test: { id: number; key: string }
}

export interface Execution {
  id: number
  publicId: string
}

export async function readTargets(store: Store): Promise<Targets> {
  const newestOf = (suite: string) =>
    store.read
      .selectFrom('execution')
      .select(['id', 'public_id as publicId', 'pull_request', 'head_sha'])
      .where('suite', '=', suite)
      .orderBy('started_at', 'desc')
  const ofPulls = (suite: string) =>
    newestOf(suite).where('pull_request', 'is not', null).limit(1).executeTakeFirstOrThrow()
  const newest = newestOf('unit')
  const [main, mainBefore] = await newest.where('pull_request', 'is', null).limit(2).execute()
  const pull = await ofPulls('unit')
  if (!main || !mainBefore) throw new Error('The history has no runs of main')
  const test = await store.read
    .selectFrom('result')
    .innerJoin('test', 'test.id', 'result.test_id')
    .select(['test.id', 'test.key'])
    .where('execution_id', '=', main.id)
    .where('verdict', '=', VERDICT.flaky)
    .orderBy('test.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    test,
    main,
    mainBefore,
    pull,
    slowPull: await ofPulls('e2e'),
    pullRequest: pull.pull_request as number,
    commit: pull.head_sha as string,
  }
}

export interface Endpoint {
  name: string
  path: string
  /** The row of the goals it belongs to, if any. */
  area?: 'list' | 'metrics' | 'history' | 'flaky'
  /** The same question put to the results themselves. */
  limit?: string
  /** True if its window is longer than the short history, so that the two are not comparable. */
  isLong?: boolean
}

const dayOf = (days: number) => HISTORY_END - days * DAY_MS
const windowOf = (days: number) =>
  `from=${new Date(dayOf(days)).toISOString()}&to=${new Date(HISTORY_END).toISOString()}`

/** The results of this many days: the rest of a statement after its columns. */
const resultsOf = (days: number, more = '') =>
  `from result r join execution e on e.id = r.execution_id where e.project_id = 1
    and e.started_at >= ${dayOf(days)} and e.started_at < ${HISTORY_END} and r.verdict > 0 ${more}`

const metricsOf = (days: number, more = '') =>
  `select r.verdict, count(*), sum(r.duration_us) ${resultsOf(days, more)} group by r.verdict`

const flakyOf = (days: number, more = '') =>
  `select r.test_id, count(*), sum(case when r.verdict = ${VERDICT.flaky} then 1 else 0 end)
    ${resultsOf(days, `and r.verdict <> ${VERDICT.skipped} ${more}`)} group by r.test_id
    having sum(case when r.verdict = ${VERDICT.flaky} then 1 else 0 end) > 0
    order by sum(case when r.verdict = ${VERDICT.flaky} then 1 else 0 end) * 1.0 / count(*) desc limit 50`

/** A window that is as long, and holds as many runs, whatever lies before it: nine days are a million results. */
const WINDOW = windowOf(7)

/** Requests of people and their tools, each with a window if it accepts one. */
export function endpoints(targets: Targets): Endpoint[] {
  return [...ofExecutions(targets), ...ofTime(), ...ofTests(targets)]
}

function ofExecutions({ main, mainBefore, pull, slowPull, pullRequest, commit }: Targets): Endpoint[] {
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
    { name: 'compare, slow suite', path: `/api/compare?base=auto&head=${slowPull.publicId}` },
    { name: 'pull request, both suites', path: `/api/pull-requests/${pullRequest}?repo=acme/shop` },
  ]
}

function ofTime(): Endpoint[] {
  const of = (what: string, days: number, more = '') =>
    `/api/${what}?project=${PROJECT}&${windowOf(days)}${more}`
  const trendsOf = (days: number) =>
    `select e.started_at / 86400000, r.verdict, count(*), sum(r.duration_us) ${resultsOf(days)} group by 1, 2`
  const main = "and e.branch = 'main' and e.suite = 'unit'"
  return [
    { name: 'metrics, 7 days', path: of('metrics', 7), area: 'metrics', limit: metricsOf(7) },
    {
      name: 'metrics, 30 days, a branch and suite',
      path: of('metrics', 30, '&branch=main&suite=unit'),
      area: 'metrics',
      limit: metricsOf(30, main),
      isLong: true,
    },
    {
      name: 'metrics, 90 days',
      path: of('metrics', 90),
      area: 'metrics',
      limit: metricsOf(90),
      isLong: true,
    },
    { name: 'trends, 7 days by hour', path: of('trends', 7, '&granularity=hourly'), area: 'metrics' },
    {
      name: 'trends, 90 days by day',
      path: of('trends', 90, '&granularity=daily'),
      area: 'metrics',
      limit: trendsOf(90),
      isLong: true,
    },
  ]
}

function ofTests({ test, pull }: Targets): Endpoint[] {
  const flaky = `/api/flaky-tests?project=${PROJECT}`
  const ofTest = `/api/tests/${test.key}?project=${PROJECT}`
  const oneOf = (days: number) =>
    `select r.verdict, count(*), avg(r.duration_us) ${resultsOf(days, `and r.test_id = ${test.id}`)} group by r.verdict`
  return [
    { name: 'flaky tests, 7 days', path: `${flaky}&days=7`, area: 'flaky', limit: flakyOf(7) },
    {
      name: 'flaky tests, 30 days',
      path: `${flaky}&days=30`,
      area: 'flaky',
      limit: flakyOf(30),
      isLong: true,
    },
    {
      name: 'flaky tests, 30 days, main',
      path: `${flaky}&days=30&branch=main`,
      area: 'flaky',
      limit: flakyOf(30, "and e.branch = 'main'"),
      isLong: true,
    },
    {
      name: 'flaky tests, 90 days',
      path: `${flaky}&days=90`,
      area: 'flaky',
      limit: flakyOf(90),
      isLong: true,
    },
    {
      name: 'one test, 7 days and 10 runs',
      path: `${ofTest}&days=7&limit=10`,
      area: 'history',
      limit: oneOf(7),
    },
    {
      name: 'one test, 90 days and 50 runs',
      path: `${ofTest}&days=90&limit=50`,
      area: 'history',
      limit: oneOf(90),
      isLong: true,
    },
    { name: 'tests, newest 50', path: `/api/tests?project=${PROJECT}&limit=50` },
    { name: 'tests by a word', path: `/api/tests?project=${PROJECT}&q=feature-77&limit=50` },
    { name: 'failures of a run', path: `/api/failures?execution=${pull.publicId}` },
    { name: 'failures, 7 days', path: `/api/failures?project=${PROJECT}&${WINDOW}` },
  ]
}
