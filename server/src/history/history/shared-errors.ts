import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import {
  type ErrorSign,
  LEAST_FILES,
  LEAST_TESTS,
  SEARCHED,
  signOf,
} from '../../results/results/error-sign.ts'
import { homeOf } from '../../results/results/home-of.ts'
import { readTestNames } from '../tests/test-names.ts'

/** In a large suite, a few tests may time out for reasons of their own. */
const TIMED_OUT_SHARE = 0.01
const READ_AT_ONCE = 5_000

interface Group extends ErrorSign {
  reasonIds: Set<number>
  tests: Set<number>
  homes: Set<string>
  results: number
}

/** A failed or flaky result with an error or another reason. */
interface BadResult {
  test_id: number
  reason_id: number | null
}

/**
 * The ids of the errors that show an outage of something a run's tests use: a system's error, the runner's
 * timeout, or a failing service's answer, shared by tests of several files or classes. A single change or flake does not
 * cause that. `ran` is the number of results that were not skipped.
 */
export async function readSharedErrors(
  db: Db,
  dialect: Dialect,
  bad: BadResult[],
  ran: number,
): Promise<number[]> {
  if (bad.length < LEAST_TESTS) return []
  const ids = [...new Set(bad.flatMap((row) => row.reason_id ?? []))]
  if (ids.length === 0) return []
  const signs = await readSigns(db, dialect, ids)
  const signed = bad.filter(({ reason_id }) => reason_id !== null && signs.has(reason_id))
  if (signed.length < LEAST_TESTS) return []
  const names = await readTestNames(
    { read: db, dialect },
    signed.map((row) => row.test_id),
  )
  const groups = new Map<string, Group>()
  for (const { test_id, reason_id } of signed) {
    const sign = reason_id === null ? undefined : signs.get(reason_id)
    if (reason_id === null || !sign) continue
    const group = groups.get(sign.sign) ?? newGroup(sign)
    groups.set(sign.sign, group)
    group.reasonIds.add(reason_id)
    group.tests.add(test_id)
    group.homes.add(homeOf(names.get(test_id)))
    group.results++
  }
  const least = TIMED_OUT_SHARE * ran
  return [...groups.values()]
    .filter(
      ({ code, isIll, tests, homes, results }) =>
        tests.size >= LEAST_TESTS &&
        homes.size >= LEAST_FILES &&
        (code !== null || isIll || results >= least),
    )
    .flatMap(({ reasonIds }) => [...reasonIds])
}

/**
 * The signs of an outage among these reasons. Reads few messages at a time, because they may have
 * 100 MiB.
 */
async function readSigns(db: Db, dialect: Dialect, ids: number[]): Promise<Map<number, ErrorSign>> {
  const signs = new Map<number, ErrorSign>()
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const reasons = await db
      .selectFrom('reason')
      .select(['id', 'fingerprint'])
      .select((eb) => eb.fn<string>('substr', ['message', eb.lit(1), eb.lit(SEARCHED)]).as('message'))
      .where(isOneOf(dialect, 'id', ids.slice(at, at + READ_AT_ONCE)))
      .where('kind', '=', 'error')
      .execute()
    for (const { id, fingerprint, message } of reasons) {
      const sign = signOf(fingerprint, message)
      if (sign.code !== null || sign.isGivenUp || sign.isIll) signs.set(id, sign)
    }
  }
  return signs
}

const newGroup = (sign: ErrorSign): Group => ({
  ...sign,
  reasonIds: new Set(),
  tests: new Set(),
  homes: new Set(),
  results: 0,
})
