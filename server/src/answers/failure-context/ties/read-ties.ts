import type { failureContextOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../../ground/kernel/context.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { readFixStates } from '../../../history/failures/read-fix-states.ts'

export type Tie = z.input<typeof failureContextOperations.tieDocument.output>

const MOST_TIES = 200

/**
 * The documents that explain these failures of a project, the newest tie first: its own, and shared ones of the
 * organization. The caller may see the project.
 */
export async function readTies(ctx: Context, projectId: number, fingerprints: string[]): Promise<Tie[]> {
  if (fingerprints.length === 0) return []
  const rows = await tieRows(ctx)
    .where(isOneOf(ctx.store.dialect, 'document_failure.fingerprint', [...new Set(fingerprints)]))
    .where((eb) =>
      eb.or([eb('document.project_id', '=', projectId), eb('document.visibility', '=', 'shared')]),
    )
    .limit(MOST_TIES)
    .execute()
  return describeTies(
    ctx,
    rows.map((row) => ({ ...row, failureProjectId: projectId })),
  )
}

/** Ties of documents of the caller's organization, the newest first. */
export const tieRows = ({ store, caller }: Pick<Context, 'store' | 'caller'>) =>
  store.read
    .selectFrom('document_failure')
    .innerJoin('document', 'document.id', 'document_failure.document_id')
    .innerJoin('project', 'project.id', 'document.project_id')
    .select(['document_failure.fingerprint', 'cause', 'fix', 'fix_sha', 'tied_at', 'author'])
    .select(['document.public_id', 'document.path', 'document.title', 'document.revision'])
    .select(['document.visibility', 'document.project_id', 'project.slug'])
    .where('project.organization_id', '=', caller.organizationId)
    .orderBy('tied_at', 'desc')
    .orderBy('document.id')

export type TieRow = Awaited<ReturnType<ReturnType<typeof tieRows>['execute']>>[number] & {
  /** The project in which the failure occurred. */
  failureProjectId: number
}

/** Ties as the API returns them, each with the state of its fix. */
export async function describeTies(ctx: Context, rows: TieRow[]): Promise<Tie[]> {
  const states = await readFixStates(
    ctx.store,
    rows.map((row) => ({ ...row, projectId: row.failureProjectId })),
  )
  return rows.map((row, at) => ({
    fingerprint: row.fingerprint,
    project: row.slug,
    document: {
      id: row.public_id,
      path: row.path,
      title: row.title,
      revision: row.revision,
      visibility: row.visibility,
    },
    cause: row.cause,
    fix: row.fix,
    commit: row.fix_sha,
    author: row.author,
    tiedAt: iso(row.tied_at),
    ...(states[at] ?? { isStale: false, because: null }),
  }))
}
