import type { Transaction } from 'kysely'
import { workflowGrant } from '../identity/grants.ts'
import { insertKey } from '../identity/insert-key.ts'
import { Problem } from '../kernel/problem.ts'
import { iso } from '../kernel/time.ts'
import type { Tables } from '../store/tables.ts'
import { chooseTrust } from './choose-trust.ts'
import type { VerifiedToken, Workflow } from './read-token.ts'
import { isGood, readTrusts, type Trust } from './read-trusts.ts'

const KEY_LIVES_MS = 3_600_000
/**
 * The limit of one trust at a time. A matrix has some hundred jobs; a leaked token would be used in
 * a loop.
 */
const MOST_KEYS = 1_000

type Write = Transaction<Tables>

/** What a workflow requests. */
interface Request {
  /** Slug of the organization. */
  organization: string
  project?: string | undefined
}

/**
 * Marks the token as used and creates a key for it in one transaction. Of two concurrent exchanges
 * one succeeds, and a failed one leaves the token unused. A refusal is returned, not thrown: the
 * organization trusts the repository, so the token still counts as used.
 */
export async function giveKey(
  db: Write,
  organization: { id: number; slug: string },
  token: VerifiedToken,
  input: Request,
  now: number,
) {
  const { workflow } = token
  const trusts = await readTrusts(db, organization.id, workflow)
  if (trusts.length === 0) return new Problem('UNAUTHORIZED', untrusted(input, workflow))
  if (!(await take(db, token)))
    return new Problem(
      'UNAUTHORIZED',
      'This token was used before. Each token works once: request a new one.',
    )
  const trust = chooseTrust(trusts, workflow, input.project)
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
    expiresAt: iso(expiresAt),
    organization: organization.slug,
    project: trust.project,
  }
}

/** True for only one caller, however many present the token at once. */
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
 * Prevents changes and deletion of a trust until the key exists, so that its end or its new owner
 * also affects the key. Returns the owner of the trust; undefined if the trust has ended, or its
 * conditions have changed, since it was read.
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

/**
 * The same message whether there is no such organization, no trust at all, or only one of another
 * organization.
 */
export const untrusted = ({ organization }: Request, { issuer, repositoryId }: Workflow) =>
  `No admin of an organization ${organization} trusts repository ${repositoryId} of ${issuer}. Check the organization, or let its admin add a trust by POST /api/oidc-trusts.`

const nameOf = ({ repository, repositoryId, run }: Workflow) =>
  `${repository || repositoryId}${run === '' ? '' : `, run ${run}`}`.slice(0, 100)
