import type { AttemptLine, TestName } from '@svc/protocol'
import { type Db, type Dialect, insertColumns, isOneOf } from '../store/portable.ts'
import { interned } from './intern.ts'
import type { Segment } from './segment.ts'
import { testKey } from './test-key.ts'

/**
 * Ids of tests this process has met, by project, group and title. Ids are never reused and rows
 * never change, so what is here stays true; it saves hashing and asking for every test of every run.
 */
const known = new Map<string, Map<string, number>>()
let knownCount = 0
const MOST_KNOWN = 500_000

interface Missing {
  name: TestName
  remember: () => void
  id: number
}

export interface InternedTests {
  /** The test's id for each entry that is an attempt, by the entry's place in the segment. */
  ids: number[]
  /** To be called after the commit: what a rolled-back transaction made does not exist. */
  remember(): void
}

/** Finds or makes the test of every attempt in a segment. */
export async function internTests(
  db: Db,
  dialect: Dialect,
  projectId: number,
  segment: Segment,
  now: number,
): Promise<InternedTests> {
  const ids: number[] = new Array(segment.entries.length)
  const missing: Missing[] = []
  const waiting: { at: number; missing: Missing }[] = []
  const groups = new Map<number, { ids: Map<string, number>; missing: Map<string, Missing> }>()
  segment.entries.forEach((entry, at) => {
    if (entry[0] !== 'attempt') return
    let group = groups.get(entry[1])
    if (!group) {
      group = { ids: knownGroup(projectId, segment, entry[1]), missing: new Map() }
      groups.set(entry[1], group)
    }
    const occurrence = entry[6]?.occurrence ?? 0
    const title = occurrence === 0 ? entry[2] : `${entry[2]}\0${occurrence}`
    const id = group.ids.get(title)
    if (id !== undefined) {
      ids[at] = id
      return
    }
    let absent = group.missing.get(title)
    if (!absent) {
      absent = absentTest(segment, entry, occurrence, group.ids, title)
      group.missing.set(title, absent)
      missing.push(absent)
    }
    waiting.push({ at, missing: absent })
  })
  if (missing.length > 0) await findOrMake(db, dialect, projectId, missing, now)
  for (const { at, missing: absent } of waiting) ids[at] = absent.id
  return {
    ids,
    remember() {
      if (knownCount + missing.length > MOST_KNOWN) forgetTests()
      else for (const absent of missing) absent.remember()
    },
  }
}

/** Forgets every id, for when tests have been deleted. */
export function forgetTests(): void {
  known.clear()
  knownCount = 0
}

function knownGroup(projectId: number, segment: Segment, number: number): Map<string, number> {
  const group = segment.groups.get(number)
  if (!group) throw new Error(`Group ${number} passed the check but is not there`)
  const key = `${projectId}\0${group.variant ?? ''}\0${group.file}\0${group.titles.join('\0')}`
  let ids = known.get(key)
  if (!ids) {
    ids = new Map()
    known.set(key, ids)
  }
  return ids
}

function absentTest(
  segment: Segment,
  entry: AttemptLine,
  occurrence: number,
  ids: Map<string, number>,
  title: string,
): Missing {
  const group = segment.groups.get(entry[1])
  const absent: Missing = {
    name: {
      file: group?.file ?? '',
      titles: [...(group?.titles ?? []), entry[2]],
      variant: group?.variant ?? '',
      occurrence,
    },
    id: 0,
    remember() {
      ids.set(title, absent.id)
      knownCount++
    },
  }
  return absent
}

async function findOrMake(db: Db, dialect: Dialect, projectId: number, missing: Missing[], now: number) {
  const byKey = new Map<string, Missing[]>()
  for (const absent of missing) {
    const key = testKey(absent.name)
    const same = byKey.get(key)
    if (same) same.push(absent)
    else byKey.set(key, [absent])
  }
  // One order for all, so that two servers making the same tests wait for each other instead of deadlocking.
  const keys = [...byKey.keys()].sort()
  const resolve = async (wanted: string[]) => {
    const rows = await db
      .selectFrom('test')
      .select(['id', 'key'])
      .where('project_id', '=', projectId)
      .where(isOneOf(dialect, 'key', wanted))
      .execute()
    for (const row of rows) for (const absent of byKey.get(row.key) ?? []) absent.id = row.id
  }
  await resolve(keys)
  const fresh = keys.filter((key) => byKey.get(key)?.[0]?.id === 0)
  if (fresh.length === 0) return
  const names = fresh.map((key) => (byKey.get(key) as [Missing])[0].name)
  const files = await interned(
    db,
    dialect,
    'file',
    'path',
    projectId,
    names.map((name) => name.file),
  )
  await insertColumns(
    db,
    dialect,
    'test',
    {
      project_id: fresh.map(() => projectId),
      key: fresh,
      file_id: names.map((name) => files.get(name.file) as number),
      titles: names.map((name) => JSON.stringify(name.titles)),
      variant: names.map((name) => name.variant),
      occurrence: names.map((name) => name.occurrence),
      first_seen_at: fresh.map(() => now),
    },
    'on conflict do nothing',
  )
  await resolve(fresh)
}
