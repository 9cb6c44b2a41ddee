import { freeProjectSlug } from '@svc/protocol'
import type { Transaction } from 'kysely'
import { Problem } from '../../ground/kernel/problem.ts'
import { isNameOf } from '../../ground/kernel/project-name.ts'
import { isReservedName } from '../../ground/kernel/reserved-names.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Tables } from '../../ground/store/tables.ts'
import { workflowGrant } from '../identity/grants.ts'
import { insertKey } from '../identity/insert-key.ts'
import { mismatch } from './matches.ts'
import type { VerifiedToken, Workflow } from './read-token.ts'
import { isGood, readTrusts, type Trust } from './read-trusts.ts'

const KEY_LIVES_MS = 3_600_000
/**
 * The limit of one trust at a time. A matrix has some hundred jobs; a leaked token would be used in
 * a loop.
 */
const MOST_KEYS = 1_000
/** The limit of all trusts of an organization: one transaction revokes the keys of a project or of a member's trusts. */
const MOST_OF_ORGANIZATION = 5_000

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
  if (await hasMost(db, organization.id, now))
    return new Problem(
      'RATE_LIMITED',
      `${MOST_OF_ORGANIZATION} keys of this organization's workflows are in use, each for an hour. Wait, or use an API key.`,
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

/** By trust, because keys that have ended are kept for a while, and an index orders those of a trust by their end. */
async function hasMost(db: Write, organizationId: number, now: number): Promise<boolean> {
  const { live } = await db
    .selectFrom('oidc_trust')
    .innerJoin('api_key', 'api_key.trust_id', 'oidc_trust.id')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('oidc_trust.organization_id', '=', organizationId)
    .where('api_key.expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(live) >= MOST_OF_ORGANIZATION
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

/** Its repository and its run; a repository such as `svc/server` does not speak as the server. */
const nameOf = ({ repository, repositoryId, run }: Workflow) => {
  const name = `${repository || repositoryId}${run === '' ? '' : `, run ${run}`}`
  return `${isReservedName(name) ? 'workflow of ' : ''}${name}`.slice(0, 100)
}

/** The only trust that matches, or a refusal that names the facts that would distinguish several. */
function chooseTrust(trusts: Trust[], workflow: Workflow, wanted: string | undefined): Trust | Problem {
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
  // The narrowest one that the request names: the trust of the named project, else the trust for
  // all projects.
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
