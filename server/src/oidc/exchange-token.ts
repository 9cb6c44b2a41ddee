import { randomUUID } from 'node:crypto'
import { freeProjectSlug } from '@svc/protocol'
import type { exchangeOperations } from '@svc/schema'
import type { Transaction } from 'kysely'
import { findBySlug } from '../identity/former-slugs.ts'
import { workflowGrant } from '../identity/grants.ts'
import { insertKey } from '../identity/insert-key.ts'
import type { VisitorContext } from '../kernel/context.ts'
import { describeError, type Log } from '../kernel/log.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { isNameOf } from '../kernel/project-name.ts'
import type { Tables } from '../store/tables.ts'
import { audienceOf } from './audience.ts'
import { type Issuers, NoKeys } from './issuers.ts'
import { mismatch } from './matches.ts'
import { readClaims, type VerifiedToken, verifyToken, type Workflow } from './read-token.ts'
import { isGood, readTrusts, type Trust } from './read-trusts.ts'

type Exchange = Handlers<typeof exchangeOperations, VisitorContext>['exchangeToken']
type Input = Parameters<Exchange>[0]['input']
type Given = Awaited<ReturnType<Exchange>>
type Write = Transaction<Tables>

const KEY_LIVES_MS = 3_600_000
/** Of one trust at a time: a matrix is some hundred jobs, a leaked token would be a loop. */
const MOST_KEYS = 1_000

/**
 * Gives a key for an hour to a workflow that an admin of the named organization trusts. Only that organization is
 * looked at, and only once the token is known to be asked for it.
 */
export const exchangeToken =
  ({ issuers, log }: { issuers: Issuers; log: Log }): Exchange =>
  async ({ ctx, input }) => {
    const claimed = await readClaims(input.token)
    if (!claimed)
      throw unproven(
        ctx,
        'token must be the JSON Web Token of a workflow run, with the claims iss and repository_id.',
      )
    if (!issuers.listed.includes(claimed.issuer))
      throw unproven(
        ctx,
        'This server accepts no tokens from that issuer. Its operator lists the issuers in SVC_OIDC_ISSUERS.',
      )
    const token = await verify(ctx, { issuers, log }, input, claimed)
    const organization = await findBySlug(ctx.store.lookup, input.organization)
    // A stranger's token costs no write: anybody can let GitHub sign one for any audience.
    const trusts = organization ? await readTrusts(ctx.store.lookup, organization.id, token.workflow) : []
    if (!organization || trusts.length === 0) throw refused(ctx, null, untrusted(input, token.workflow))
    const given = await ctx.store.write((db) => giveKey(db, organization, token, input, ctx.clock()))
    if (given instanceof Problem)
      throw given.code === 'UNAUTHORIZED' ? refused(ctx, organization.id, given.message) : given
    return given
  }

async function verify(
  ctx: VisitorContext,
  { issuers, log }: { issuers: Issuers; log: Log },
  { token, organization }: Input,
  { issuer }: Workflow,
): Promise<VerifiedToken> {
  const audience = audienceOf(ctx.baseUrl, organization)
  try {
    return await verifyToken(token, issuers, { issuer, audience, now: ctx.clock() })
  } catch (error) {
    if (!(error instanceof NoKeys))
      throw unproven(
        ctx,
        `The server rejects the token: ${describe(error)}. Request a token with the audience "${audience}", and use it once and within minutes.`,
      )
    // The client learns nothing of the network here; the operator reads all of it in the log.
    const requestId = randomUUID()
    log({ level: 'error', event: 'issuer not reached', requestId, issuer, error: describeError(error) })
    throw new Problem(
      'UNAVAILABLE',
      `This server could not check the token, because it cannot read the keys of the issuer. Its log has the reason under ${requestId}. Try again with a new token.`,
      { cause: error, retryAfterSeconds: 2 },
    )
  }
}

/**
 * Takes the token and gives a key for it, in one transaction: of two exchanges at once one wins, and a failed one leaves
 * the token as it was. A refusal is returned, not thrown: the organization trusts the repository, so the token is taken.
 */
async function giveKey(
  db: Write,
  organization: { id: number; slug: string },
  token: VerifiedToken,
  input: Input,
  now: number,
): Promise<Given | Problem> {
  const { workflow } = token
  const trusts = await readTrusts(db, organization.id, workflow)
  if (trusts.length === 0) return new Problem('UNAUTHORIZED', untrusted(input, workflow))
  if (!(await take(db, token)))
    return new Problem(
      'UNAUTHORIZED',
      'This token was used before. Each token works once: request a new one.',
    )
  const trust = choose(trusts, workflow, input)
  if (trust instanceof Problem) return trust
  const backing = await hold(db, trust)
  if (!backing)
    return new Problem(
      'UNAUTHORIZED',
      `The trust in repository ${workflow.repositoryId} changed at this moment. Request a new token and try again.`,
    )
  const { live } = await db
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('trust_id', '=', trust.id)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (Number(live) >= MOST_KEYS)
    return new Problem(
      'RATE_LIMITED',
      `${MOST_KEYS} keys of this trust are in use, each for an hour. Wait, or use an API key.`,
    )
  const expiresAt = now + KEY_LIVES_MS
  const { value } = await insertKey(
    db,
    {
      organizationId: organization.id,
      name: nameOf(workflow),
      ...workflowGrant(trust.projectId),
      expiresAt,
      createdBy: null,
      backing,
      trustId: trust.id,
    },
    now,
  )
  return {
    key: value,
    expiresAt: new Date(expiresAt).toISOString(),
    organization: organization.slug,
    project: trust.project,
  }
}

/** True for one caller only, however many bring the token at once. */
async function take(db: Write, { hash, forgetAt }: VerifiedToken): Promise<boolean> {
  const taken = await db
    .insertInto('oidc_token')
    .values({ hash, forget_at: forgetAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Keeps a trust from being changed or deleted until the key is there, so that its end or new owner reaches the key.
 * Returns who answers for it; undefined if it ended, or has other conditions, since it was read.
 */
const hold = (db: Write, { id, refs, events, projectId }: Trust) =>
  db
    .updateTable('oidc_trust')
    .set({ issuer: (eb) => eb.ref('issuer') })
    .where('id', '=', id)
    .where('refs', '=', JSON.stringify(refs))
    .where('events', '=', JSON.stringify(events))
    .where('project_id', 'is not distinct from', projectId)
    .where(isGood)
    .returning(['owner_id', 'parent_key_id'])
    .executeTakeFirst()

/** The one trust that is meant, or a refusal that says what would tell several apart. */
function choose(trusts: Trust[], workflow: Workflow, { project: wanted }: Input): Trust | Problem {
  const eligible = trusts.filter(
    ({ project }) => wanted === undefined || project === null || isNameOf(wanted, project),
  )
  if (eligible.length === 0)
    return new Problem(
      'UNAUTHORIZED',
      `Repository ${workflow.repositoryId} is trusted, but not for the project ${wanted}. Check project, or let an admin add a trust for it.`,
    )
  const met = eligible.filter((trust) => mismatch(trust, workflow) === null)
  const [first] = met
  if (!first) {
    const why = [...new Set(eligible.map((trust) => mismatch(trust, workflow)))].join('; ')
    return new Problem(
      'UNAUTHORIZED',
      `Repository ${workflow.repositoryId} is trusted, but not for this run: ${why}.`,
    )
  }
  // The narrowest that was asked for: of a project by its name, else the one for all of them.
  const isOf = (name: string | null) => met.find(({ project }) => project === name)
  const best =
    wanted === undefined ? isOf(null) : (isOf(wanted) ?? isOf(freeProjectSlug(wanted)) ?? isOf(null))
  const projects = [...new Set(met.map(({ project }) => project))]
  if (best || projects.length === 1) return best ?? first
  return new Problem(
    'INVALID_REQUEST',
    `project must be one of ${projects.join(', ')}: this repository is trusted for each.`,
  )
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The same words whether there is no such organization, no trust at all, or one of another organization. */
const untrusted = ({ organization }: Input, { issuer, repositoryId }: Workflow) =>
  `No admin of an organization ${organization} trusts repository ${repositoryId} of ${issuer}. Check the organization, or let its admin add a trust by POST /api/oidc-trusts.`

const nameOf = ({ repository, repositoryId, run }: Workflow) =>
  `${repository || repositoryId}${run === '' ? '' : `, run ${run}`}`.slice(0, 100)

/** Slows down senders of invalid tokens; valid tokens are never slowed down. */
function unproven(ctx: VisitorContext, message: string): Problem {
  ctx.signIns.refusedToken(ctx.address)
  return new Problem('UNAUTHORIZED', message)
}

/**
 * Counted for each organization that trusts the repository, since runners share addresses. All others share a counter:
 * anybody can invent names, and a counter of its own would tell that an organization is there.
 */
function refused(ctx: VisitorContext, trusting: number | null, message: string): Problem {
  ctx.signIns.refusedToken(`${ctx.address} ${trusting ?? 'strangers'}`)
  return new Problem('UNAUTHORIZED', message)
}
