import { hash } from 'node:crypto'
import { KeptAnswers } from '../../kernel/kept-answers.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'

/**
 * Reads rows of executions, and repeats the read if one of the executions was archived, restored or
 * changed meanwhile. `read` gets the archived ones with the time of their archiving: their rows in
 * `result` and `attempt` are obsolete.
 */
export async function readUnmoved<T>(
  store: Store,
  executionIds: number[],
  read: (archived: ReadonlyMap<number, number>) => Promise<T>,
): Promise<T> {
  for (;;) {
    const before = await readMarks(store, executionIds)
    const given = await read(before.archived)
    if ((await readMarks(store, executionIds)).mark === before.mark) return given
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
): Promise<T> {
  const { mark, areSettled } = await readMarks(store, executionIds)
  // A running execution gains results without another mark.
  if (!areSettled) return readUnmoved(store, executionIds, read)
  const asked = {
    ...ONE_SHARE,
    version: mark,
    question: hash('sha256', JSON.stringify([executionIds, question])),
  }
  const { value } = await keptOf(store).answer(asked, async () => {
    const value = await readUnmoved(store, executionIds, read)
    return { value, bytes: sizeOf(value) }
  })
  return value as T
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

async function readMarks(store: Store, executionIds: number[]) {
  const rows = await store.lookup
    .selectFrom('execution')
    .select(['id', 'revision', 'state', 'archived_at', 'results_removed_at'])
    .where(isOneOf(store.dialect, 'id', executionIds))
    .orderBy('id')
    .execute()
  return {
    archived: new Map(
      rows.flatMap((row): [number, number][] =>
        row.archived_at === null ? [] : [[row.id, row.archived_at]],
      ),
    ),
    areSettled: rows.every((row) => row.state !== 'running'),
    mark: rows.map((row) => `${row.id}/${row.revision}/${row.archived_at}/${row.results_removed_at}`).join(),
  }
}
