import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { TestName } from '../../../history/tests/test-names.ts'
import { testKey } from '../../../results/test-identity/test-key.ts'
import { groupNameOf } from '../changes/pair-duplicate-names.ts'
import { fingerprintOf } from '../changes/read-reasons.ts'
import { errorOf, type FailuresToJudge, type OfFailure } from './failures.ts'
import { knownTests, type Run, readOutcomes } from './outcomes.ts'

/**
 * Lookups of a name's positions, in steps: nearly all names occur once, and few occur more than a few times.
 */
const STEPS = [2, 16, 256]

/**
 * For each failure that the base lacks: the runs, in their order, in which another test of its name failed
 * with its error. Finds names by their keys, and reads the history of a name only if it occurs several times.
 */
export async function readDuplicateNames(
  store: Store,
  input: FailuresToJudge,
  runs: Run[],
): Promise<OfFailure<Run[]>> {
  const { failures, reasons, tests } = input
  const projectId = input.head.project_id
  const names = new Map<string, TestName>()
  for (const { testId, base, head } of failures) {
    const name = tests.get(testId)
    const isSame =
      base?.verdict === VERDICT.failed && fingerprintOf(base, reasons) === fingerprintOf(head, reasons)
    if (name && !isSame) names.set(groupNameOf(name), name)
  }
  const places = await findPlaces(store, projectId, names)
  const ids = [...places.values()].filter((some) => some.length > 1).flat()
  if (ids.length === 0) return () => []
  const outcomes = await readOutcomes(store, runs, await knownTests(store, projectId, ids))
  return (pair) => {
    const { testId, legId } = pair
    const fingerprint = errorOf(pair, input)
    const name = tests.get(testId)
    const others = (name && places.get(groupNameOf(name))) ?? []
    const wrong = new Set(
      others
        .filter((id) => id !== testId)
        .flatMap((id) => outcomes.get(`${id}/${legId}`) ?? [])
        .filter((outcome) => outcome.verdict !== VERDICT.passed && outcome.fingerprint === fingerprint)
        .map(({ run }) => run),
    )
    return runs.filter((run) => wrong.has(run))
  }
}

/** The tests of each of these names, by the shared name. */
async function findPlaces(
  { read, dialect }: Store,
  projectId: number,
  names: Map<string, TestName>,
): Promise<Map<string, number[]>> {
  const places = new Map<string, number[]>()
  let remaining = names
  let from = 0
  for (const to of STEPS) {
    if (remaining.size === 0) break
    const keys = new Map<string, { group: string; occurrence: number }>()
    for (const [group, name] of remaining)
      for (let occurrence = from; occurrence < to; occurrence++)
        keys.set(testKey({ ...name, occurrence }), { group, occurrence })
    const rows = await read
      .selectFrom('test')
      .select(['id', 'key'])
      .where('project_id', '=', projectId)
      .where(isOneOf(dialect, 'key', [...keys.keys()]))
      .execute()
    const more = new Map<string, TestName>()
    for (const { id, key } of rows) {
      const { group, occurrence } = keys.get(key) as { group: string; occurrence: number }
      places.set(group, [...(places.get(group) ?? []), id])
      if (occurrence === to - 1) more.set(group, names.get(group) as TestName)
    }
    remaining = more
    from = to
  }
  return places
}
