import type { exchangeOperations } from '@svc/schema'
import { workflowGrant } from '../identity/grants.ts'
import { insertKey } from '../identity/insert-key.ts'
import type { VisitorContext } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { lockRow } from '../store/portable.ts'
import { type Issuers, NoKeys } from './issuers.ts'
import { mismatch } from './matches.ts'
import { readClaims, verifyToken, type Workflow } from './read-token.ts'
import { isGood, readTrusts, type Trust } from './read-trusts.ts'

type Exchange = Handlers<typeof exchangeOperations, VisitorContext>['exchangeToken']

const KEY_LIVES_MS = 3_600_000
/** Of one trust at a time: a matrix is some hundred jobs, a leaked token would be a loop. */
const MOST_KEYS = 1_000

/** Gives a key for an hour to a workflow that an admin trusts; every refusal counts against its address. */
export const exchangeToken =
  (issuers: Issuers): Exchange =>
  async ({ ctx, input }) => {
    const claimed = await readClaims(input.token)
    if (!claimed)
      throw refused(
        ctx,
        'token takes the JSON Web Token of a workflow run, with the claims iss and repository_id.',
      )
    const trusts = await readTrusts(ctx.store, claimed)
    // Only an issuer that an admin named is ever asked for anything.
    if (trusts.length === 0) throw refused(ctx, untrusted(claimed))
    const workflow = await verify(ctx, issuers, input.token, claimed)
    const trust = choose(ctx, trusts, workflow, input)
    return ctx.store.write(async (db) => {
      const now = ctx.clock()
      // Held, so that an end or a new owner of the trust reaches the key that is given here. A trust that ended since
      // the first read gives nothing.
      const still = await db
        .selectFrom('oidc_trust')
        .select(['owner_id', 'parent_key_id'])
        .where('id', '=', trust.id)
        .where(isGood)
        .modifyEnd(lockRow(ctx.store.dialect))
        .executeTakeFirst()
      if (!still) throw refused(ctx, untrusted(claimed))
      const { live } = await db
        .selectFrom('api_key')
        .select((eb) => eb.fn.countAll<number>().as('live'))
        .where('trust_id', '=', trust.id)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      if (Number(live) >= MOST_KEYS)
        throw new Problem(
          'RATE_LIMITED',
          `${MOST_KEYS} keys of this trust are in use, each for an hour. Wait, or use an API key.`,
        )
      const expiresAt = now + KEY_LIVES_MS
      const { value } = await insertKey(
        db,
        {
          organizationId: trust.organizationId,
          name: nameOf(workflow),
          ...workflowGrant(trust.projectId),
          expiresAt,
          createdBy: null,
          backing: still,
          trustId: trust.id,
        },
        now,
      )
      return {
        key: value,
        expiresAt: new Date(expiresAt).toISOString(),
        organization: trust.organization,
        project: trust.project,
      }
    })
  }

async function verify(
  ctx: VisitorContext,
  issuers: Issuers,
  token: string,
  { issuer }: Workflow,
): Promise<Workflow> {
  const expected = { issuer, audience: ctx.baseUrl, now: ctx.clock() }
  try {
    return await verifyToken(token, issuers, expected)
  } catch (error) {
    const why = describe(error)
    // Whoever has the token can do nothing about it, and an admin has to be told.
    if (error instanceof NoKeys)
      throw new Problem(
        'INTERNAL',
        `The token could not be checked: the keys of ${issuer} cannot be had (${why}). This server has to reach ${issuer}/.well-known/openid-configuration and the keys it names: check its network, name service and certificates, and the issuer of the trust.`,
        { cause: error },
      )
    throw refused(
      ctx,
      `The token is not accepted: ${why}. It has to be asked for with the audience ${ctx.baseUrl}, and used within minutes.`,
    )
  }
}

/** The one trust that is meant; where several are, what would tell them apart. */
function choose(
  ctx: VisitorContext,
  trusts: Trust[],
  workflow: Workflow,
  wanted: { organization?: string | undefined; project?: string | undefined },
): Trust {
  const asked = trusts.filter(
    ({ organization, project }) =>
      (wanted.organization === undefined || wanted.organization === organization) &&
      (wanted.project === undefined || project === null || wanted.project === project),
  )
  if (asked.length === 0) throw refused(ctx, `${untrusted(workflow)} Check organization and project, too.`)
  const met = asked.filter((trust) => mismatch(trust, workflow) === null)
  const [first, ...others] = met
  if (!first) {
    const why = [...new Set(asked.map((trust) => mismatch(trust, workflow)))].join('; ')
    throw refused(ctx, `Repository ${workflow.repositoryId} is trusted, but not for this run: ${why}.`)
  }
  if (others.some(({ organizationId }) => organizationId !== first.organizationId))
    throw new Problem(
      'INVALID_REQUEST',
      'organization takes the slug of the one that is meant: several trust this repository.',
    )
  // The narrowest that was asked for: of a project by its name, else the one for all of them.
  const best = met.find(({ project }) => project === (wanted.project ?? null)) ?? first
  if (best.project !== (wanted.project ?? null) && others.length > 0)
    throw new Problem(
      'INVALID_REQUEST',
      `project takes one of ${met.map(({ project }) => project).join(', ')}: this repository is trusted for each.`,
    )
  return best
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error))

const untrusted = ({ issuer, repositoryId }: Workflow) =>
  `No admin of this server trusts repository ${repositoryId} of ${issuer}. An admin adds it by POST /api/oidc-trusts.`

const nameOf = ({ repository, repositoryId, run }: Workflow) =>
  `${repository || repositoryId}${run === '' ? '' : `, run ${run}`}`.slice(0, 100)

/** Whoever tries tokens that are none is slowed down; who has a good one never is. */
function refused(ctx: VisitorContext, message: string): Problem {
  ctx.signIns.refusedToken(ctx.address)
  return new Problem('UNAUTHORIZED', message)
}
