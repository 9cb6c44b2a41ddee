import type { Store } from '../store/open.ts'
import { type Codeowners, readCodeowners } from './codeowners.ts'

/** Read ones of a database, the last used last: a page of failures asks for the same one again and again. */
const read = new WeakMap<object, Map<number, Codeowners>>()
const MOST_READ = 8
/** Patterns of all of them, some 300 bytes each. */
const MOST_PATTERNS = 100_000

/**
 * Who owns files by the CODEOWNERS of an execution's commit (`execution.codeowners_id`): the owners as they stand there,
 * such as `@acme/payments`, none where nobody owns a file or nobody said. Never to be written as a live mention.
 */
export async function ownersOf(
  store: Pick<Store, 'read'>,
  codeownersId: number | null,
): Promise<(file: string) => string[]> {
  const codeowners = codeownersId === null ? null : await find(store, codeownersId)
  return (file) => (codeowners === null ? [] : [...codeowners.of(file)])
}

/** The same for a project as a whole: by what its newest execution that no fork sent was told. */
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

/** A row never changes, so that what was made of it holds. */
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
  const codeowners = readCodeowners(row.content)
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
