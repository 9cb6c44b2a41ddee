import type { Store } from '../../ground/store/open.ts'
import { ANSWER_EFFORT, type Codeowners, readCodeownersInTurns } from './codeowners.ts'

/**
 * A cache of parsed files per database, the least recently used first: a page of failures needs the same one
 * again and again.
 */
const read = new WeakMap<object, Map<number, Codeowners>>()
const MOST_READ = 8
/** The patterns of all of them, some 300 bytes each. */
const MOST_PATTERNS = 100_000

/**
 * The owners of files by the CODEOWNERS of an execution's commit (`execution.codeowners_id`), spelled as in
 * the file, such as `@acme/payments`. Empty if a file has no owner or no CODEOWNERS is known. Never write
 * them as a live mention.
 */
export async function ownersOf(
  store: Pick<Store, 'read'>,
  codeownersId: number | null,
): Promise<(file: string) => string[]> {
  const codeowners = codeownersId === null ? null : await find(store, codeownersId)
  if (codeowners === null) return () => []
  const effort = { left: ANSWER_EFFORT }
  const known = new Map<string, readonly string[]>()
  return (file) => {
    const owners = known.get(file) ?? codeowners.of(file, effort)
    known.set(file, owners)
    return [...owners]
  }
}

/** The same for a project as a whole: by its newest execution that is not from a fork. */
export async function ownersInProject(store: Pick<Store, 'read'>, projectId: number) {
  const newest = await store.read
    .selectFrom('execution')
    .select('codeowners_id')
    .where('project_id', '=', projectId)
    .where('codeowners_id', 'is not', null)
    .where('trust', '<>', 'fork')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ownersOf(store, newest?.codeowners_id ?? null)
}

/** A row never changes, so its parsed form stays valid. */
async function find(store: Pick<Store, 'read'>, id: number): Promise<Codeowners | null> {
  const known = read.get(store.read) ?? new Map<number, Codeowners>()
  read.set(store.read, known)
  const before = known.get(id)
  if (before) {
    known.delete(id)
    known.set(id, before)
    return before
  }
  const row = await store.read
    .selectFrom('codeowners')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const codeowners = await readCodeownersInTurns(row.content)
  known.set(id, codeowners)
  let patterns = 0
  for (const one of known.values()) patterns += one.size
  for (const [oldest, one] of known) {
    if (known.size <= MOST_READ && patterns <= MOST_PATTERNS) break
    known.delete(oldest)
    patterns -= one.size
  }
  return codeowners
}
