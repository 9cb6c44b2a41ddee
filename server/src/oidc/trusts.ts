import type { oidcOperations } from '@svc/schema'
import { recordAudit } from '../identity/audit.ts'
import { authorizeGrant, workflowGrant } from '../identity/grants.ts'
import { describePerson, NOBODY, type PersonRow, personColumns } from '../identity/person.ts'
import { requireWholeOrganization } from '../identity/whole-organization.ts'
import { ADMIN_ACCESS } from '../kernel/access.ts'
import type { Context } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { cursorAfter, idBefore } from '../kernel/id-cursor.ts'
import { readIssuerAddress } from '../kernel/issuer-address.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { notFound, Problem } from '../kernel/problem.ts'
import { findOrMakeProject, refuseReservedSlug } from '../projects/find-or-make.ts'
import type { Db } from '../store/portable.ts'
import { audienceOf } from './audience.ts'
import type { Issuers } from './issuers.ts'
import { ofLivingProject } from './read-trusts.ts'

type Verbs = Handlers<typeof oidcOperations>

type Listed = Pick<Issuers, 'listed'>

const MOST_TRUSTS = 200

/** The organization's trusts, newest first. */
export const listTrusts =
  (issuers: Listed): Verbs['listTrusts'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    let query = ctx.store.read
      .selectFrom('oidc_trust')
      .innerJoin('organization', 'organization.id', 'oidc_trust.organization_id')
      .leftJoin('project', 'project.id', 'oidc_trust.project_id')
      .leftJoin('person', 'person.id', 'oidc_trust.created_by')
      .selectAll('oidc_trust')
      .select(['project.slug as project', 'organization.slug as organization', ...personColumns])
      .where('oidc_trust.organization_id', '=', ctx.caller.organizationId)
      .where(ofLivingProject)
      .orderBy('oidc_trust.id', 'desc')
      .limit(input.limit + 1)
    if (input.cursor !== undefined) query = query.where(idBefore(ctx, 'oidc_trust.id', input.cursor))
    const rows = await query.execute()
    return {
      items: rows.slice(0, input.limit).map((row) => describeTrust(row, ctx, issuers)),
      nextCursor: cursorAfter(ctx, rows, input.limit),
    }
  }

/** From now on workflows that match may come without a stored key. */
export const createTrust =
  (issuers: Listed): Verbs['createTrust'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    const { organizationId, personId } = ctx.caller
    const issuer = chooseIssuer(issuers, input.issuer)
    const now = ctx.clock()
    return ctx.store.write(async (db) => {
      // Holds the organization: two at once neither find room for one nor make the same trust twice.
      // Of all projects or of one: the caller is restricted to none.
      const { backing } = await authorizeGrant(db, ctx, ADMIN_ACCESS, workflowGrant(null), 'A trust')
      const organization = await db
        .selectFrom('organization')
        .select('slug')
        .where('id', '=', organizationId)
        .executeTakeFirstOrThrow()
      const { trusts } = await db
        .selectFrom('oidc_trust')
        .select((eb) => eb.fn.countAll<number>().as('trusts'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
      if (Number(trusts) >= MOST_TRUSTS)
        throw new Problem('CONFLICT', `An organization has at most ${MOST_TRUSTS} trusts. Delete one first.`)
      if (input.project !== undefined) await refuseReservedSlug(db, organizationId, input.project)
      const project =
        input.project === undefined
          ? null
          : await findOrMakeProject(
              db,
              organizationId,
              { slug: input.project, repository: input.repository, defaultBranch: undefined },
              null,
              now,
            )
      const conditions = {
        refs: JSON.stringify([...new Set(input.refs)]),
        events: JSON.stringify([...new Set(input.events)]),
      }
      const known = await findSame(db, organizationId, {
        ...conditions,
        issuer,
        repositoryId: input.repositoryId,
        projectId: project?.id ?? null,
      })
      if (known)
        throw new Problem(
          'CONFLICT',
          `The trust ${known.public_id} is identical. Delete it first to create it again.`,
        )
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
      const maker = await db
        .selectFrom('person')
        .select(personColumns)
        .where('person.id', '=', personId ?? 0)
        .executeTakeFirst()
      return describeTrust(
        { ...row, project: project?.slug ?? null, organization: organization.slug, ...(maker ?? NOBODY) },
        ctx,
        issuers,
      )
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

/** A trust that says the same, whatever the order of its lists. */
async function findSame(
  db: Db,
  organizationId: number,
  conditions: {
    issuer: string
    repositoryId: string
    refs: string
    events: string
    projectId: number | null
  },
): Promise<{ public_id: string } | undefined> {
  const rows = await db
    .selectFrom('oidc_trust')
    .select(['public_id', 'refs', 'events'])
    .where('organization_id', '=', organizationId)
    .where('project_id', 'is not distinct from', conditions.projectId)
    .where('repository_id', '=', conditions.repositoryId)
    .where('issuer', '=', conditions.issuer)
    .execute()
  const sorted = (list: string) => (JSON.parse(list) as string[]).sort().join('\n')
  return rows.find(
    ({ refs, events }) =>
      sorted(refs) === sorted(conditions.refs) && sorted(events) === sorted(conditions.events),
  )
}

/** Ends a trust, and with it the keys that were given for it. */
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
    const { numUpdatedRows } = await db
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('trust_id', '=', trust.id)
      .where('expires_at', '>', now)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    await recordAudit(db, ctx.caller, now, {
      action: 'trust.deleted',
      target: { kind: 'trust', id: input.id, name: trust.repository ?? trust.repository_id },
      detail: { keysRevoked: Number(numUpdatedRows) },
    })
    return Number(numUpdatedRows)
  })
  return { id: input.id, keysRevoked }
}

interface TrustRow extends PersonRow {
  public_id: string
  issuer: string
  repository_id: string
  repository: string | null
  refs: string
  events: string
  project: string | null
  organization: string
  created_at: number
}

const describeTrust = (row: TrustRow, { baseUrl }: Pick<Context, 'baseUrl'>, { listed }: Listed) => ({
  id: row.public_id,
  issuer: row.issuer,
  accepted: listed.includes(row.issuer),
  audience: audienceOf(baseUrl, row.organization),
  repositoryId: row.repository_id,
  repository: row.repository,
  refs: JSON.parse(row.refs) as string[],
  events: JSON.parse(row.events) as string[],
  project: row.project,
  createdBy: describePerson(row),
  createdAt: new Date(row.created_at).toISOString(),
})
