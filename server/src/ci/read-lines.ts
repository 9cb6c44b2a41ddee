import type { Failure } from '@svc/protocol'
import { readResultRows } from '../executions/archive-read.ts'
import { readErrors } from '../executions/read-parts.ts'
import type { ExecutionRow } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { cutMessage, type FoundFailure } from './report-failures.ts'

type Place = Pick<FoundFailure, 'test' | 'file' | 'message'>

/** Where in their own files these failures of an execution happened, as their errors tell it; lines from 1, or null. */
export async function readLines(
  store: Store,
  head: ExecutionRow,
  failures: Place[],
): Promise<(failure: Place) => number | null> {
  const [ofTests, outside] = await Promise.all([
    readErrorsOfTests(
      store,
      head,
      failures.flatMap(({ test }) => test?.testId ?? []),
    ),
    failures.some(({ test }) => test === null) ? readErrors(store, head.id) : [],
  ])
  const ofFiles = new Map(
    outside.map(({ file, failure }) => [`${file}/${cutMessage(failure.message)}`, failure]),
  )
  return ({ test, file, message }) => {
    const error = test ? ofTests.get(`${test.testId}/${test.leg}`) : ofFiles.get(`${file}/${message}`)
    return error && file !== null ? lineIn(file, error) : null
  }
}

/** The deciding error of each of these tests, by `<test id>/<leg>`. */
async function readErrorsOfTests(store: Store, head: ExecutionRow, keys: string[]) {
  const errors = new Map<string, Failure>()
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
  const failed = results.filter((row) => row.verdict === VERDICT.failed && row.reason_id !== null)
  if (failed.length === 0) return errors
  const reasons = await store.read
    .selectFrom('reason')
    .select(['id', 'detail'])
    .where(isOneOf(store.dialect, 'id', [...new Set(failed.map((row) => row.reason_id as number))]))
    .where('kind', '=', 'error')
    .execute()
  const details = new Map(reasons.map(({ id, detail }) => [id, detail]))
  const legs = new Map(parts.map(({ number, name }) => [number, name]))
  for (const row of failed) {
    const detail = details.get(row.reason_id as number)
    const key = `${keyOf.get(row.test_id)}/${legs.get(row.part)}`
    if (detail !== undefined && !errors.has(key)) errors.set(key, JSON.parse(detail) as Failure)
  }
  return errors
}

/** The line of this file that an error names: its own place, else the first frame of its stack that lies there. */
function lineIn(file: string, { location, stack, cause }: Failure): number | null {
  if (location?.file === file) return location.line
  const frame = stack?.split('\n').find((line) => frameIn(file, line) !== null)
  if (frame !== undefined) return frameIn(file, frame)
  return cause ? lineIn(file, cause) : null
}

function frameIn(file: string, line: string): number | null {
  const at = line.indexOf(`${file}:`)
  // `a.test.ts` is no part of `extra.test.ts`.
  if (at < 0 || (at > 0 && !/[\s/\\(]/.test(line[at - 1] ?? ''))) return null
  const number = /^\d{1,9}/.exec(line.slice(at + file.length + 1))
  return number === null ? null : Number(number[0])
}
