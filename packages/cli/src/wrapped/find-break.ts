import type { Operations } from '@svc/api'
import type { FailedTest } from '@svc/prove'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import { withProjects } from '../server/find-execution.ts'
import { oneLine } from '../terminal/text.ts'
import { beginOf, shaOf } from './begin-of-failure.ts'

type Test = Operations['getTest']['data']
type Run = Test['runs'][number]

/** Where a test began to fail on a branch, as the server's runs say. */
export interface Break {
  test: FailedTest
  fingerprint: string
  branch: string
  /** The name of the runner. */
  framework: string
  /** The commit of a run that passed; absent if no run did. */
  good?: string
  /** The commit of the first run with the failure, and the execution. */
  bad: string
  execution: string
  /** How often it failed since then. */
  seen: { hits: number; runs: number }
}

const FINGERPRINT = /^[0-9a-f]{16}$/i
const TEST_ID = /^[0-9a-f]{32}$/i
const PAGE = 200
const MOST_PAGES = 10
const MOST_DAYS = 400

/**
 * Returns the last passed and the first failed run of a failure on the base branch. `name` is a fingerprint, the id of a test or
 * a part of its name; without one, it is the first failure of the branch's newest execution. Throws a `Refusal` that says what is missing.
 */
export const findBreak = async (connection: Connection, name: string | undefined): Promise<Break> => {
  const branch = await branchOf(connection)
  const { id, fingerprint } = await testOf(connection, branch, name)
  const { test, runs } = await readRuns(connection, branch, id)
  const { file, titles, variant } = test
  const failed = runs.find(
    ({ status, error }) =>
      status === 'failed' && (fingerprint === undefined || error?.fingerprint === fingerprint),
  )
  const label = oneLine(titles.join(' > '))
  if (!failed)
    throw new Refusal(`no clean run of ${oneLine(branch)} has this failure of ${label}`, {
      code: 'NOT_FOUND',
      next: 'svc prove is for a failure of another branch; or name both ends: --good <commit> --bad <commit>',
    })
  const own = fingerprint ?? failed.error?.fingerprint ?? 'none'
  const isOwn = (run: Run) => run.leg === failed.leg && run.execution.suite === failed.execution.suite
  const { first, good, seen } = beginOf([failed, ...runs.slice(runs.indexOf(failed) + 1).filter(isOwn)], own)
  const bad = shaOf(first)
  if (bad === undefined)
    throw new Refusal('the first failed run does not name its commit', {
      code: 'NOT_FOUND',
      next: 'name both ends: --good <commit> --bad <commit>',
    })
  return {
    test: { file, titles, variant, message: failed.error?.message ?? '' },
    fingerprint: own,
    branch,
    framework: failed.execution.framework,
    ...(good !== undefined && { good }),
    bad,
    execution: first.execution.id,
    seen,
  }
}

const branchOf = async (connection: Connection): Promise<string> => {
  const { project } = connection
  const { data } = await connection.ask((client) => client.listProjects({ limit: PAGE }))
  const own = data.find(({ slug }) => slug === project)
  if (own?.defaultBranch) return own.defaultBranch
  if (own) return 'main'
  throw await withProjects(
    connection,
    new Refusal(oneLine(`project ${project} not found`), { code: 'NOT_FOUND' }),
  )
}

const testOf = async (
  connection: Connection,
  branch: string,
  name: string | undefined,
): Promise<{ id: string; fingerprint?: string }> => {
  const { project, ask } = connection
  if (name !== undefined && TEST_ID.test(name)) return { id: name }
  if (name !== undefined && !FINGERPRINT.test(name)) {
    const { data } = await ask((client) => client.listTests({ project, q: name, limit: 2 }))
    const [only, another] = data
    if (only && !another) return { id: only.testId }
    throw new Refusal(`${only ? 'several tests have' : 'no test has'} ${oneLine(name)} in the name`, {
      code: 'NOT_FOUND',
      next: 'name a fingerprint, as svc failures lists them, or the id of a test',
    })
  }
  const fingerprint = name?.toLowerCase() ?? (await newestFailure(connection, branch))
  const { data } = await ask((client) => client.getFailure({ fingerprint, project, branch, limit: 1 }))
  const [test] = data.sample
  if (test) return { id: test.testId, fingerprint }
  throw new Refusal(`no test of ${oneLine(branch)} has the failure ${oneLine(fingerprint)}`, {
    code: 'NOT_FOUND',
    next: 'a failure outside of tests needs a command and both ends: --good <commit> --bad <commit> -- <command>',
  })
}

const newestFailure = async ({ project, ask }: Connection, branch: string): Promise<string> => {
  const { data } = await ask((client) => client.listExecutions({ project, branch, limit: 1 }))
  const [newest] = data
  const failures = newest
    ? (await ask((client) => client.listFailures({ execution: newest.id, limit: 20 }))).data
    : []
  const found = failures.find(({ failed, tests }) => failed > 0 && tests > 0)
  if (found) return found.fingerprint
  throw new Refusal(`no test failed in the newest execution of ${oneLine(branch)}`, {
    code: 'NOT_FOUND',
    next: 'name a failure: npx --no svc failures --days 7',
  })
}

/** The runs of a test that show the state of a branch, newest first. */
const readRuns = async ({ project, ask }: Connection, branch: string, id: string) => {
  let cursor: string | undefined
  let test: Test | undefined
  const runs: Run[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data } = await ask((client) =>
      client.getTest({ id, project, branch, days: MOST_DAYS, limit: PAGE, ...(cursor && { cursor }) }),
    )
    test ??= data
    runs.push(...data.runs.filter(isState))
    if (data.nextCursor === null) break
    cursor = data.nextCursor
  }
  return { test: test as Test, runs }
}

const isState = ({ status, execution: { trust, dirty, pullRequest } }: Run): boolean =>
  status !== 'skipped' && trust !== 'fork' && !dirty && pullRequest === null
