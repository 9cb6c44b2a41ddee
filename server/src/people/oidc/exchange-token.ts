import { randomUUID } from 'node:crypto'
import type { exchangeOperations } from '@svc/schema'
import type { VisitorContext } from '../../ground/kernel/context.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { findBySlug } from '../identity/former-slugs.ts'
import { audienceOf } from './audience.ts'
import { giveKey, untrusted } from './give-key.ts'
import { type Issuers, NoKeys } from './issuers.ts'
import { readClaims, type VerifiedToken, verifyToken, type Workflow } from './read-token.ts'
import { readTrusts } from './read-trusts.ts'

type Exchange = Handlers<typeof exchangeOperations, VisitorContext>['exchangeToken']

/**
 * Gives a key for an hour to a workflow that an admin of the named organization trusts. Reads only
 * that organization, and only after the token is known to be addressed to it.
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
    // A foreign token costs no write, because anybody can have GitHub sign one for any audience.
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
  { token, organization }: Parameters<Exchange>[0]['input'],
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
    // The client learns nothing about this server's network; the operator finds all details in the
    // log.
    const requestId = randomUUID()
    log({ level: 'error', event: 'issuer not reached', requestId, issuer, error: describeError(error) })
    throw new Problem(
      'UNAVAILABLE',
      `This server could not check the token, because it cannot read the keys of the issuer. Its log has the reason under ${requestId}. Try again with a new token.`,
      { cause: error, retryAfterSeconds: 2 },
    )
  }
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Slows down senders of invalid tokens; valid tokens are never slowed down. */
function unproven(ctx: VisitorContext, message: string): Problem {
  ctx.signIns.refusedToken(ctx.address)
  return new Problem('UNAUTHORIZED', message)
}

/**
 * Counted separately for each organization that trusts the repository, because runners share
 * addresses. All other requests share one counter: anybody can invent names, and a separate counter
 * would reveal that an organization exists.
 */
function refused(ctx: VisitorContext, trusting: number | null, message: string): Problem {
  ctx.signIns.refusedToken(`${ctx.address} ${trusting ?? 'strangers'}`)
  return new Problem('UNAUTHORIZED', message)
}
