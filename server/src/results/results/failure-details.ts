import type { Failure } from '@svc/protocol'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import type { ExecutionRow } from '../executions/execution-row.ts'
import { readErrors } from './read-errors.ts'
import { readResultRows } from './read-result-rows.ts'
import { readStored } from './stored-reason.ts'

/** A failure: a test on a leg, or a file with an error outside any test. */
export interface FailedPlace {
  test: { testId: string; leg: string } | null
  file: string | null
  message: string
}

export interface FailureDetail {
  /** The deciding error with everything that its runner reported. */
  failure: Failure
  /** Internal id of the test; null for an error outside any test. */
  testId: number | null
  part: number
}

/** The number of characters of a message that identify an error outside any test. */
const MESSAGE_LENGTH = 1_000

/** The errors of these failures of an execution in full; undefined for a failure without an error. */
export async function readFailureDetails(
  store: Store,
  head: ExecutionRow,
  failures: FailedPlace[],
): Promise<(failure: FailedPlace) => FailureDetail | undefined> {
  const [ofTests, outside] = await Promise.all([
    readErrorsOfTests(
      store,
      head,
      failures.flatMap(({ test }) => test?.testId ?? []),
    ),
    failures.some(({ test }) => test === null) ? readErrors(store, head.id) : [],
  ])
  const fileErrorKeyOf = (file: string | null, message: string) =>
    `${file}/${message.slice(0, MESSAGE_LENGTH).toWellFormed()}`
  const ofFiles = new Map(
    outside.map(({ file, failure, part }) => [
      fileErrorKeyOf(file, failure.message),
      { failure, testId: null, part },
    ]),
  )
  return ({ test, file, message }) =>
    test ? ofTests.get(`${test.testId}/${test.leg}`) : ofFiles.get(fileErrorKeyOf(file, message))
}

/** The deciding error of each of these tests, by `<test id>/<leg>`; of a flaky one, that of its last failed attempt. */
async function readErrorsOfTests(store: Store, head: ExecutionRow, keys: string[]) {
  const errors = new Map<string, FailureDetail>()
  if (keys.length === 0) return errors
  const tests = await store.read
    .selectFrom('test')
    .select(['id', 'key'])
    .where('project_id', '=', head.project_id)
    .where(isOneOf(store.dialect, 'key', [...new Set(keys)]))
    .execute()
  const keyOf = new Map(tests.map(({ id, key }) => [id, key]))
  const [results, parts] = await Promise.all([
    readResultRows(store, [head.id], [...keyOf.keys()]),
    store.read
      .selectFrom('part')
      .innerJoin('leg', 'leg.id', 'part.leg_id')
      .select(['part.number', 'leg.name'])
      .where('part.execution_id', '=', head.id)
      .execute(),
  ])
  // A failed part before a flaky one of the same leg.
  const failed = [VERDICT.failed, VERDICT.flaky].flatMap((wanted) =>
    results.filter(({ verdict, reason_id }) => verdict === wanted && reason_id !== null),
  )
  if (failed.length === 0) return errors
  const reasons = await store.read
    .selectFrom('reason')
    .select(['id', 'message', 'detail'])
    .where(isOneOf(store.dialect, 'id', [...new Set(failed.map((row) => row.reason_id as number))]))
    .where('kind', '=', 'error')
    .execute()
  const rowOf = new Map(reasons.map((reason) => [reason.id, reason]))
  const legs = new Map(parts.map(({ number, name }) => [number, name]))
  for (const row of failed) {
    const reason = rowOf.get(row.reason_id as number)
    const key = `${keyOf.get(row.test_id)}/${legs.get(row.part)}`
    if (reason && !errors.has(key))
      errors.set(key, {
        failure: readStored({ ...reason, kind: 'error' }),
        testId: row.test_id,
        part: row.part,
      })
  }
  return errors
}
