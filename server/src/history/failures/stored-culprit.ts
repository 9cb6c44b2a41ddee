import type { Culprit } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import { isOneOf } from '../../ground/store/portable.ts'

/** The commit that broke the base, as an answer has it. */
export type FoundCulprit = z.output<typeof Culprit>

/** What a row keeps as JSON. */
export type StoredCulprit = Omit<FoundCulprit, 'execution' | 'sentBy' | 'foundAt'>

/** The culprits of these failures of a project, by fingerprint; failures without one are absent. */
export async function readCulprits(
  { store, baseUrl }: Pick<Context, 'store' | 'baseUrl'>,
  projectId: number,
  fingerprints: string[],
): Promise<Map<string, FoundCulprit>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await store.read
    .selectFrom('culprit')
    .leftJoin('execution', 'execution.id', 'culprit.execution_id')
    .select(['fingerprint', 'details', 'sent_by', 'culprit.created_at', 'public_id', 'branch'])
    .where('culprit.project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'fingerprint', [...new Set(fingerprints)]))
    .execute()
  return new Map(
    rows.map(({ fingerprint, details, sent_by, created_at, public_id, branch }) => [
      fingerprint,
      {
        ...(JSON.parse(details) as StoredCulprit),
        execution:
          public_id === null ? null : { id: public_id, url: `${baseUrl}/executions/${public_id}`, branch },
        sentBy: sent_by,
        foundAt: iso(created_at),
      },
    ]),
  )
}
