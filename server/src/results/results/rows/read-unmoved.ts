import { hash } from 'node:crypto'
import { KeptAnswers } from '../../../ground/kernel/kept-answers.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'

/** By execution; none of an execution that was deleted. */
export type Marks = ReadonlyMap<number, Mark>

interface Mark {
  /** Differs after each change of the execution's results. */
  mark: string
  archivedAt: number | null
  /** A running execution gains results without another mark. */
  isSettled: boolean
  /** The number of its results. */
  results: number
}

/**
 * Reads rows of executions, and repeats the read if one of the executions was archived, restored or
 * changed meanwhile. `read` gets the archived ones with the time of their archiving: their rows in
 * `result` and `attempt` are obsolete. `marks` are those that the caller has just read, if any.
 */
export async function readUnmoved<T>(
  store: Store,
  executionIds: number[],
  read: (archived: ReadonlyMap<number, number>) => Promise<T>,
  marks?: Marks,
): Promise<T> {
  let before = marks ?? (await readMarks(store, executionIds))
  for (;;) {
    const given = await read(archivedOf(before, executionIds))
    const after = await readMarks(store, executionIds)
    if (versionOf(after, executionIds) === versionOf(before, executionIds)) return given
    before = after
  }
}

/** A value of executions that callers share and do not change. */
interface Shared<T> {
  /** Everything that decides it, except the results of the executions. */
  question: unknown
  /** Bytes. */
  sizeOf(value: T): number
}

/**
 * Like `readUnmoved`, but keeps the value while the executions stay settled and unchanged: other uploads alter
 * comparisons but no results, and all pull requests share their base.
 */
export async function keepUnmoved<T>(
  store: Store,
  executionIds: number[],
  { question, sizeOf }: Shared<T>,
  read: (archived: ReadonlyMap<number, number>) => Promise<T>,
  marks?: Marks,
): Promise<T> {
  const before = marks ?? (await readMarks(store, executionIds))
  if (!areSettled(before, executionIds)) return readUnmoved(store, executionIds, read, before)
  const asked = {
    ...ONE_SHARE,
    version: versionOf(before, executionIds),
    question: hash('sha256', JSON.stringify([executionIds, question])),
  }
  const { value } = await keptOf(store).answer(asked, async () => {
    const value = await readUnmoved(store, executionIds, read, before)
    return { value, bytes: sizeOf(value) }
  })
  return value as T
}

/**
 * Keeps the value of each execution by itself, so that other questions about some of them find it. `read` gets those
 * that are not kept, and the archived ones among them. Questions at the same time share one read.
 */
export async function keepEachUnmoved<T>(
  store: Store,
  executionIds: number[],
  { question, sizeOf }: Shared<T>,
  read: (executionIds: number[], archived: ReadonlyMap<number, number>) => Promise<ReadonlyMap<number, T>>,
  marks: Marks,
): Promise<Map<number, T>> {
  const kept = keptOf(store)
  const askedOf = (id: number) => ({
    ...ONE_SHARE,
    version: versionOf(marks, [id]),
    question: JSON.stringify([id, question]),
  })
  const values = new Map<number, T>()
  for (const id of executionIds) {
    const known = marks.get(id)?.isSettled ? kept.known(askedOf(id)) : undefined
    if (known) values.set(id, known.value as T)
  }
  const missing = executionIds.filter((id) => !values.has(id))
  if (missing.length === 0) return values
  const keyOf = (id: number) => JSON.stringify([versionOf(marks, [id]), question])
  const found = await shareReads(store, missing, keyOf, async (ids) => {
    const found = await readUnmoved(store, ids, (archived) => read(ids, archived), marks)
    for (const [id, value] of found)
      if (marks.get(id)?.isSettled)
        await kept.answer(askedOf(id), async () => ({ value, bytes: sizeOf(value) }))
    return found
  })
  for (const [id, value] of found) values.set(id, value)
  return values
}

/** One for all organizations, and without an end: what is pushed out costs milliseconds, and marks tell what is outdated. */
const ONE_SHARE = { organizationId: 0, now: 0 }

interface Kept {
  value: unknown
  bytes: number
}

/** By connection, because each request to a thread has a store of its own. */
const keptByConnection = new WeakMap<Store['lookup'], KeptAnswers<Kept>>()

function keptOf({ lookup }: Store): KeptAnswers<Kept> {
  const known = keptByConnection.get(lookup) ?? new KeptAnswers<Kept>({ sizeOf: ({ bytes }) => bytes })
  keptByConnection.set(lookup, known)
  return known
}

type Found = ReadonlyMap<number, unknown>
/** The reads under way, by their questions about single executions. */
const readsByConnection = new WeakMap<Store['lookup'], Map<string, Promise<Found>>>()

/** Reads the executions that no other call is reading, and waits for the others. */
async function shareReads<T>(
  { lookup }: Store,
  executionIds: number[],
  keyOf: (executionId: number) => string,
  read: (executionIds: number[]) => Promise<ReadonlyMap<number, T>>,
): Promise<Map<number, T>> {
  const reads = readsByConnection.get(lookup) ?? new Map<string, Promise<Found>>()
  readsByConnection.set(lookup, reads)
  const own = executionIds.filter((id) => !reads.has(keyOf(id)))
  if (own.length > 0) {
    const reading = read(own).finally(() => {
      for (const id of own) reads.delete(keyOf(id))
    })
    for (const id of own) reads.set(keyOf(id), reading)
  }
  const all = await Promise.all(new Set(executionIds.flatMap((id) => reads.get(keyOf(id)) ?? [])))
  return new Map(
    executionIds.flatMap((id): [number, T][] => {
      const found = all.find((each) => each.has(id))
      return found ? [[id, found.get(id) as T]] : []
    }),
  )
}

export async function readMarks(store: Store, executionIds: number[]): Promise<Marks> {
  const rows = await store.lookup
    .selectFrom('execution')
    .select(['id', 'revision', 'state', 'archived_at', 'results_removed_at'])
    .select(['passed', 'failed', 'flaky', 'skipped'])
    .where(isOneOf(store.dialect, 'id', executionIds))
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ id, revision, state, archived_at, results_removed_at, ...row }) => [
      id,
      {
        mark: `${id}/${revision}/${archived_at}/${results_removed_at}`,
        archivedAt: archived_at,
        isSettled: state !== 'running',
        results: row.passed + row.failed + row.flaky + row.skipped,
      },
    ]),
  )
}

const marksOf = (marks: Marks, executionIds: number[]): Mark[] =>
  executionIds.flatMap((id) => marks.get(id) ?? [])

const versionOf = (marks: Marks, executionIds: number[]): string =>
  marksOf(marks, executionIds)
    .map(({ mark }) => mark)
    .join()

const areSettled = (marks: Marks, executionIds: number[]): boolean =>
  marksOf(marks, executionIds).every(({ isSettled }) => isSettled)

const archivedOf = (marks: Marks, executionIds: number[]): Map<number, number> =>
  new Map(
    executionIds.flatMap((id): [number, number][] => {
      const at = marks.get(id)?.archivedAt ?? null
      return at === null ? [] : [[id, at]]
    }),
  )
