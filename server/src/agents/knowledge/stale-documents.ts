import type { Context } from '../../ground/kernel/context.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { readFixStates } from '../../history/failures/read-fix-states.ts'

/** A failure that came back after the fix that a document names. */
export interface StaleFix {
  fingerprint: string
  because: string
}

/** The newest fixes of all documents of an answer. */
const MOST_FIXES = 50

/**
 * Those of these documents with a fix that did not last, by row id, each with the newest such fix. A key of one project
 * learns about failures of that project only. Documents without a fix cost one read together.
 */
export async function staleDocuments(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  documentIds: number[],
): Promise<Map<number, StaleFix>> {
  if (documentIds.length === 0) return new Map()
  const fixes = await store.read
    .selectFrom('document_failure')
    .select(['document_id', 'project_id', 'fingerprint', 'fix', 'fix_sha', 'tied_at'])
    .where(isOneOf(store.dialect, 'document_id', [...new Set(documentIds)]))
    .where((eb) => eb.or([eb('fix', 'is not', null), eb('fix_sha', 'is not', null)]))
    .orderBy('tied_at', 'desc')
    .orderBy('fingerprint')
    .limit(MOST_FIXES)
    .execute()
  const states = await readFixStates(
    store,
    fixes.map((fix) => ({ ...fix, projectId: caller.projectId ?? fix.project_id })),
  )
  const stale = new Map<number, StaleFix>()
  for (const [at, { document_id, fingerprint }] of fixes.entries()) {
    const { isStale = false, because = null } = states[at] ?? {}
    if (isStale && !stale.has(document_id)) stale.set(document_id, { fingerprint, because: because ?? '' })
  }
  return stale
}
