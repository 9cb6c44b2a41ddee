import type { TestName } from '@svc/protocol'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../ground/store/portable.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import { testKey } from '../../results/test-identity/test-key.ts'
import { interned } from './intern.ts'
import type { KeptAttempt, KeptEntry, Segment } from './segment.ts'
import { shortKey } from './short-key.ts'

/** The cache's limit, bytes: some 500,000 tests of 40 letters. */
const MOST_KNOWN_BYTES = 72 * 1024 * 1024
/** The overhead of a test besides its title, and of a group besides its key. */
const TEST_BYTES = 100
const GROUP_BYTES = 600

/**
 * The tests of one group by title. A run repeats the order of the previous one, so the next lookup
 * is usually ready.
 */
class KnownGroup {
  readonly #places = new Map<string, number>()
  readonly #titles: string[] = []
  readonly #ids: number[] = []
  #next = 0

  find(title: string): number | undefined {
    // Comparing a title takes a fraction of the time of hashing it.
    const place = this.#titles[this.#next] === title ? this.#next : this.#places.get(title)
    if (place === undefined) return undefined
    this.#next = place + 1 === this.#ids.length ? 0 : place + 1
    return this.#ids[place]
  }

  /** Returns the number of bytes it occupies. */
  remember(title: string, id: number): number {
    if (this.#places.has(title)) return 0
    this.#places.set(title, this.#titles.push(title) - 1)
    this.#ids.push(id)
    return TEST_BYTES + bytesOf(title)
  }
}

/**
 * A cache of test ids in one database, by project, group and title. Ids are never reused and rows never
 * change, so entries stay valid. It saves hashing and a query for every test of every run.
 */
export class KnownTests {
  readonly #groups = new Map<string, KnownGroup>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes = MOST_KNOWN_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** An estimate of the cache's size. */
  get bytes(): number {
    return this.#bytes
  }

  group(key: string): KnownGroup {
    const known = this.#groups.get(key)
    if (known) return known
    const fresh = new KnownGroup()
    this.#grow(GROUP_BYTES + bytesOf(key))
    this.#groups.set(key, fresh)
    return fresh
  }

  remember(group: KnownGroup, title: string, id: number): void {
    this.#grow(group.remember(title, id))
  }

  /** Clears the cache if it is full. Groups that a concurrent upload still uses no longer count. */
  #grow(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#mostBytes) return
    this.#groups.clear()
    this.#bytes = bytes
  }
}

/** A single character above U+00FF makes all characters of a text take two bytes. */
const bytesOf = (text: string) => (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length)

interface Missing {
  name: TestName
  known: KnownGroup
  title: string
  id: number
}

interface AskedGroup {
  known: KnownGroup
  missing: Map<string, Missing>
}

export interface InternedTests {
  /** The test's id for each attempt, by the entry's position in the segment. */
  ids: number[]
  /** Call it after the commit: rows of a rolled-back transaction do not exist. */
  remember(): void
}

/** Finds or creates the test of every attempt in a segment of a run that began at `startedAt`. */
export async function internTests(
  db: Db,
  dialect: Dialect,
  known: KnownTests,
  projectId: number,
  segment: Segment,
  startedAt: number,
): Promise<InternedTests> {
  const ids: number[] = new Array(segment.entries.length)
  const missing: Missing[] = []
  const waiting: { at: number; missing: Missing }[] = []
  const groups = new Map<number, AskedGroup>()
  let number = Number.NaN
  let group: AskedGroup = { known: new KnownGroup(), missing: new Map() }
  for (let index = 0; index < segment.entries.length; index++) {
    const entry = segment.entries[index] as KeptEntry
    if (entry[0] !== 'attempt') continue
    if (entry[1] !== number) {
      number = entry[1]
      const existing = groups.get(number)
      group = existing ?? { known: known.group(keyOf(projectId, segment, number)), missing: new Map() }
      if (!existing) groups.set(number, group)
    }
    const occurrence = entry[6]?.occurrence ?? 0
    const title = shortKey(occurrence === 0 ? entry[2] : `${entry[2]}\0${occurrence}`)
    const id = group.known.find(title)
    if (id !== undefined) {
      ids[index] = id
      continue
    }
    let absent = group.missing.get(title)
    if (!absent) {
      absent = absentTest(segment, entry, occurrence, group.known, title)
      group.missing.set(title, absent)
      missing.push(absent)
    }
    waiting.push({ at: index, missing: absent })
  }
  if (missing.length > 0) await findOrMake(db, dialect, projectId, missing, startedAt)
  for (const { at, missing: absent } of waiting) ids[at] = absent.id
  return {
    ids,
    remember() {
      for (const { known: group, title, id } of missing) known.remember(group, title, id)
    },
  }
}

function keyOf(projectId: number, segment: Segment, number: number): string {
  const group = segment.groups.get(number)
  if (!group) throw new Error(`Group ${number} passed the check but is not there`)
  return shortKey(`${projectId}\0${group.variant ?? ''}\0${group.file}\0${group.titles.join('\0')}`)
}

function absentTest(
  segment: Segment,
  entry: KeptAttempt,
  occurrence: number,
  known: KnownGroup,
  title: string,
): Missing {
  const group = segment.groups.get(entry[1])
  const name = {
    file: group?.file ?? '',
    titles: [...(group?.titles ?? []), entry[2]],
    variant: group?.variant ?? '',
    occurrence,
  }
  return { name, known, title, id: 0 }
}

async function findOrMake(
  db: Db,
  dialect: Dialect,
  projectId: number,
  missing: Missing[],
  startedAt: number,
) {
  const byKey = Map.groupBy(missing, (absent) => testKey(absent.name))
  const take = (rows: { id: number; key: string }[]) => {
    for (const row of rows) for (const absent of byKey.get(row.key) ?? []) absent.id = row.id
  }
  const isAbsent = (key: string) => byKey.get(key)?.[0]?.id === 0
  const find = async (wanted: string[]) =>
    take(
      await db
        .selectFrom('test')
        .select(['id', 'key'])
        .where('project_id', '=', projectId)
        .where(isOneOf(dialect, 'key', wanted))
        .execute(),
    )
  await find([...byKey.keys()])
  const fresh = [...byKey.keys()].filter(isAbsent)
  if (fresh.length === 0) return
  // Creates new tests in the order of their declaration, so that results have that order. Other writers of
  // this project's tests wait here instead of causing a deadlock later.
  await lockProject(db, dialect, projectId)
  const names = fresh.map((key) => (byKey.get(key) as [Missing])[0].name)
  const files = await interned(
    db,
    dialect,
    'file',
    'path',
    projectId,
    names.map((name) => name.file),
  )
  const made = await insertColumns(
    db,
    dialect,
    'test',
    {
      project_id: projectId,
      key: fresh,
      file_id: names.map((name) => files.get(name.file) as number),
      titles: names.map((name) => JSON.stringify(name.titles)),
      variant: names.map((name) => name.variant),
      occurrence: names.map((name) => name.occurrence),
      first_seen_at: startedAt,
    },
    'on conflict do nothing returning id, key',
  )
  take(made as { id: number; key: string }[])
  const raced = fresh.filter(isAbsent)
  if (raced.length > 0) await find(raced)
}
