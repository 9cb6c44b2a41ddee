import type { oidcOperations } from '@svc/schema'
import { ADMIN_ACCESS } from '../../ground/kernel/access.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { recordAudit } from '../identity/audit.ts'
import { authorizeGrant, workflowGrant } from '../identity/grants.ts'
import { requireWholeOrganization } from '../identity/whole-organization.ts'
import type { Issuers } from './issuers.ts'
import { describeTrust, findTrust, refuseSame, revokeKeysOf, trustedProject } from './trust-rows.ts'

type Verbs = Handlers<typeof oidcOperations>

/**
 * The changed trust, with the number of revoked keys. A change of its conditions makes the caller its owner. Throws
 * CONFLICT if another trust has equal conditions.
 */
export const updateTrust =
  (issuers: Pick<Issuers, 'listed'>): Verbs['updateTrust'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    const { organizationId } = ctx.caller
    const now = ctx.clock()
    const { id, repository, refs, events, project } = input
    const isGranting = refs !== undefined || events !== undefined || project !== undefined
    return ctx.store.write(async (db) => {
      // Locks the organization, as the creation of a trust does: neither makes two identical ones.
      const authority = isGranting
        ? await authorizeGrant(db, ctx, ADMIN_ACCESS, workflowGrant(null), 'A trust')
        : null
      const trust = await findTrust(db, ctx.caller, id)
      const before = describeTrust(trust, ctx, issuers)
      if (authority === null && repository === undefined) return { ...before, keysRevoked: 0 }
      const made =
        project === undefined || project === null
          ? null
          : await trustedProject(db, organizationId, { slug: project, repository }, now)
      const conditions = {
        project_id: project === undefined ? trust.project_id : (made?.id ?? null),
        refs: JSON.stringify(refs ? [...new Set(refs)] : before.refs),
        events: JSON.stringify(events ? [...new Set(events)] : before.events),
      }
      if (authority !== null)
        await refuseSame(db, organizationId, {
          id: trust.id,
          issuer: trust.issuer,
          repositoryId: trust.repository_id,
          refs: conditions.refs,
          events: conditions.events,
          projectId: conditions.project_id,
        })
      await db
        .updateTable('oidc_trust')
        .set({
          ...(repository !== undefined && { repository }),
          ...(authority !== null && { ...conditions, ...authority.backing }),
        })
        .where('id', '=', trust.id)
        .execute()
      const after = describeTrust(await findTrust(db, ctx.caller, id), ctx, issuers)
      const keysRevoked = isNarrower(before, after) ? await revokeKeysOf(db, trust.id, now) : 0
      await recordAudit(db, ctx.caller, now, {
        action: 'trust.changed',
        target: { kind: 'trust', id: trust.public_id, name: after.repository ?? after.repositoryId },
        detail: {
          ...(repository !== undefined && { repository }),
          ...(refs && { refs: after.refs }),
          ...(events && { events: after.events }),
          ...(project !== undefined && { project: after.project }),
          keysRevoked,
        },
      })
      return { ...after, keysRevoked }
    })
  }

type Allowed = { refs: string[]; events: string[]; project: string | null }

/**
 * True if a key that was issued before may have rights that it would not get now. A pattern counts as allowed only
 * by itself or by `*`.
 */
function isNarrower(before: Allowed, after: Allowed): boolean {
  const isKept = (ref: string) => after.refs.includes('*') || after.refs.includes(ref)
  return (
    !before.refs.every(isKept) ||
    !before.events.every((event) => after.events.includes(event)) ||
    (after.project !== null && after.project !== before.project)
  )
}
