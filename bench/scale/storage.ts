import { sqliteFile } from '../../server/src/ground/store/open.ts'
import { figure, heading, table, type Verdict } from '../report.ts'
import { type Place, readPostgres, readSqlite } from '../storage.ts'
import { DATABASES, type Database, SIZES, type Size, withHistory } from './kept.ts'
import { TESTS } from './made-history.ts'

const GOALS = { SQLite: 32, Postgres: 100 } as const

/**
 * The texts of failures: each error once, and the attempts that were not plain passes. The goal
 * covers passes.
 */
const OF_FAILURES = /^(reason|attempt)|_(reason|attempt)/

/** Tables and indexes of fewer bytes a result share a line. */
const LEAST_SHOWN = 0.02

/** Bytes of every table and index of a history in which not everything passes. */
export async function benchHistoryStorage(size: Size): Promise<Verdict[]> {
  const results = SIZES[size] * TESTS
  const verdicts: Verdict[] = []
  for (const database of DATABASES) {
    heading(`Storage of ${results.toLocaleString('en-US')} results, ${database}`)
    const places = await placesOf(database, size)
    const sum = (some: Place[]) => some.reduce((total, { bytes }) => total + bytes, 0)
    const failures = sum(places.filter(({ name }) => OF_FAILURES.test(name)))
    const all = sum(places)
    const small = places.filter(({ bytes }) => bytes / results < LEAST_SHOWN)
    table(
      ['', 'bytes a result', 'MB'],
      [
        ...places.filter((place) => !small.includes(place)),
        { name: `${small.length} others, less than ${LEAST_SHOWN} B each`, bytes: sum(small) },
        { name: 'of it errors and attempts', bytes: failures },
        { name: 'all in', bytes: all },
      ].map(({ name, bytes }) => [name, figure(bytes / results, 'B'), figure(bytes / 1e6, 'MB')]),
    )
    const perPass = (all - failures) / results
    verdicts.push({
      area: `Storage a result, ${database}, ${size}`,
      goal: `≤ ${GOALS[database]} B without errors and attempts`,
      measured: `${figure(perPass, 'B')}; all in ${figure(all / results, 'B')}`,
      isMet: perPass <= GOALS[database],
    })
  }
  return verdicts
}

const placesOf = (database: Database, size: Size): Promise<Place[]> =>
  withHistory(database, size, async ({ address }) =>
    'postgres' in address ? readPostgres(address.postgres) : readSqlite(sqliteFile(address.folder)),
  )
