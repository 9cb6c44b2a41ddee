import { sql } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { orderOf } from '../../results/executions/latest-parts.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import type { PartRow } from './open-execution.ts'
import type { Segment } from './segment.ts'

const MOST_NAMED = 3

/**
 * What the sender of a further attempt should know once it has ended: that it joins nothing so far, that it repeats an
 * attempt, or that it has tests that no earlier attempt has. Empty for a first attempt.
 */
export async function noteAttempt(
  db: Db,
  dialect: Dialect,
  { open }: Pick<Segment, 'open'>,
  execution: LockedExecution,
  part: PartRow,
): Promise<string[]> {
  if (part.attempt === 1) return []
  const others = await db
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .select(['part.number', 'part.run_attempt', 'part.attempt', 'part.leg_id', 'leg.name as leg'])
    .where('part.execution_id', '=', execution.id)
    .where('part.number', '<>', part.number)
    .execute()
  const alike = others.filter(({ leg_id }) => leg_id === part.leg_id)
  const earlier = alike.filter((other) => orderOf(other) < orderOf(part)).map(({ number }) => number)
  const same = alike.some((other) => orderOf(other) === orderOf(part))
  const again = same
    ? [
        `Attempt ${part.attempt} of this leg was sent before: the tests of this one replace it. Another repetition is --attempt ${part.attempt + 1}.`,
      ]
    : []
  if (earlier.length === 0)
    return [
      ...again,
      await nothingEarlier(db, open, execution, part, [...new Set(others.map(({ leg }) => leg))]),
    ]
  return [...again, ...(await unknownTests(db, dialect, execution, part, earlier))]
}

async function nothingEarlier(
  db: Db,
  { build, suite, part: { leg } }: Segment['open'],
  execution: LockedExecution,
  { attempt }: PartRow,
  legs: string[],
): Promise<string> {
  const suites = await db
    .selectFrom('execution')
    .select('suite')
    .where('project_id', '=', execution.project_id)
    .where('build', '=', build)
    .where('suite', '<>', suite)
    .orderBy('suite')
    .limit(MOST_NAMED)
    .execute()
  const otherLegs = legs.filter((each) => each !== leg).slice(0, MOST_NAMED)
  const known = [
    ...(otherLegs.length > 0 ? [`the legs ${otherLegs.join(', ')}`] : []),
    ...(suites.length > 0 ? [`the suites ${suites.map((row) => row.suite).join(', ')}`] : []),
  ]
  return `This is attempt ${attempt}, but build ${build} has no earlier attempt in the suite ${suite} on the leg ${leg}${known.length > 0 ? `; it has ${known.join(' and ')}` : ''}. If the earlier attempt follows, nothing is to be done. Otherwise give both the same build, suite and leg.`
}

async function unknownTests(
  db: Db,
  dialect: Dialect,
  { id }: LockedExecution,
  { number, attempt }: PartRow,
  earlier: number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('result as own')
    .innerJoin('test', 'test.id', 'own.test_id')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['file.path', 'test.titles', sql<number>`count(*) over ()`.as('all')])
    .where('own.execution_id', '=', id)
    .where('own.part', '=', number)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('result as other')
            .select('other.part')
            .where('other.execution_id', '=', id)
            .whereRef('other.test_id', '=', 'own.test_id')
            .where(isOneOf(dialect, 'other.part', earlier)),
        ),
      ),
    )
    .orderBy('own.test_id')
    .limit(MOST_NAMED)
    .execute()
  const all = Number(rows[0]?.all ?? 0)
  if (all === 0) return []
  const named = rows.map(({ path, titles }) => `"${[path, ...(JSON.parse(titles) as string[])].join(' › ')}"`)
  const more = all > rows.length ? ` and ${all - rows.length} more` : ''
  return [
    `No earlier attempt on this leg has ${named.join(', ')}${more}. ${all === 1 ? 'It counts as a further test' : 'They count as further tests'} of attempt ${attempt}. Check that all attempts name files, titles and variants alike.`,
  ]
}
