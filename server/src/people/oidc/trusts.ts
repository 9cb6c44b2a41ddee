import type { oidcOperations } from '@svc/schema'
import { ADMIN_ACCESS } from '../../ground/kernel/access.ts'
import { newId } from '../../ground/kernel/id.ts'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import { readIssuerAddress } from '../../ground/kernel/issuer-address.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { recordAudit } from '../identity/audit.ts'
import { authorizeGrant, workflowGrant } from '../identity/grants.ts'
import { requireWholeOrganization } from '../identity/whole-organization.ts'
import type { Issuers } from './issuers.ts'
import {
  describeTrust,
  findTrust,
  refuseSame,
  revokeKeysOf,
  trustedProject,
  trustRows,
} from './trust-rows.ts'

type Verbs = Handlers<typeof oidcOperations>

type Listed = Pick<Issuers, 'listed'>

const MOST_TRUSTS = 200

/** The organization's trusts, newest first. */
export const listTrusts =
  (issuers: Listed): Verbs['listTrusts'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    const query = trustRows(ctx.store.read, ctx.caller)
    const { page, nextCursor } = await readPage(ctx, query, 'oidc_trust.id', input)
    return {
      items: page.map((row) => describeTrust(row, ctx, issuers)),
      nextCursor,
    }
  }

/** Lets matching workflows work without a stored key from now on. */
export const createTrust =
  (issuers: Listed): Verbs['createTrust'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    const { organizationId, personId } = ctx.caller
    const issuer = chooseIssuer(issuers, input.issuer)
    const now = ctx.clock()
    return ctx.store.write(async (db) => {
      // Locks the organization: two concurrent requests can neither exceed the limit together nor
      // create the same trust twice. Whether for all projects or for one, the caller must not be
      // restricted to a project.
      const { backing } = await authorizeGrant(db, ctx, ADMIN_ACCESS, workflowGrant(null), 'A trust')
      const { trusts } = await db
        .selectFrom('oidc_trust')
        .select((eb) => eb.fn.countAll<number>().as('trusts'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
      if (Number(trusts) >= MOST_TRUSTS)
        throw new Problem('CONFLICT', `An organization has at most ${MOST_TRUSTS} trusts. Delete one first.`)
      const project =
        input.project === undefined
          ? null
          : await trustedProject(
              db,
              organizationId,
              { slug: input.project, repository: input.repository },
              now,
            )
      const conditions = {
        refs: JSON.stringify([...new Set(input.refs)]),
        events: JSON.stringify([...new Set(input.events)]),
      }
      await refuseSame(db, organizationId, {
        ...conditions,
        issuer,
        repositoryId: input.repositoryId,
        projectId: project?.id ?? null,
      })
      const row = {
        public_id: newId(now),
        organization_id: organizationId,
        project_id: project?.id ?? null,
        issuer,
        repository_id: input.repositoryId,
        repository: input.repository ?? null,
        ...conditions,
        created_by: personId,
        created_at: now,
        ...backing,
      }
      await db.insertInto('oidc_trust').values(row).execute()
      await recordAudit(db, ctx.caller, now, {
        action: 'trust.created',
        target: { kind: 'trust', id: row.public_id, name: input.repository ?? input.repositoryId },
        detail: {
          issuer: row.issuer,
          repositoryId: row.repository_id,
          refs: input.refs,
          events: input.events,
          project: project?.slug ?? null,
        },
      })
      return describeTrust(await findTrust(db, ctx.caller, row.public_id), ctx, issuers)
    })
  }

/** An issuer of the operator's list in the spelling of that list, the first one by default. */
function chooseIssuer({ listed }: Listed, wanted: string | undefined): string {
  const [first] = listed
  if (first === undefined)
    throw new Problem(
      'INVALID_REQUEST',
      'This server accepts no tokens from workflows (SVC_OIDC_ISSUERS=none). Use API keys, or ask its operator to list an issuer.',
    )
  const issuer = wanted === undefined ? first : readIssuerAddress(wanted)
  if (issuer !== null && listed.includes(issuer)) return issuer
  throw new Problem(
    'INVALID_REQUEST',
    `issuer must be one of ${listed.join(', ')}. The operator of this server lists others in SVC_OIDC_ISSUERS.`,
  )
}

/** Ends a trust and the keys that it issued. */
export const deleteTrust: Verbs['deleteTrust'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const now = ctx.clock()
  const keysRevoked = await ctx.store.write(async (db) => {
    const trust = await db
      .deleteFrom('oidc_trust')
      .where('organization_id', '=', ctx.caller.organizationId)
      .where('public_id', '=', input.id)
      .returning(['id', 'repository', 'repository_id'])
      .executeTakeFirst()
    if (!trust) throw notFound('trust')
    const revoked = await revokeKeysOf(db, trust.id, now)
    await recordAudit(db, ctx.caller, now, {
      action: 'trust.deleted',
      target: { kind: 'trust', id: input.id, name: trust.repository ?? trust.repository_id },
      detail: { keysRevoked: revoked },
    })
    return revoked
  })
  return { id: input.id, keysRevoked }
}
