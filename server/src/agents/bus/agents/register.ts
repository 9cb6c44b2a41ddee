import { LIMITS } from '@svc/protocol'
import type { agentOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import { isUuid, newId } from '../../../ground/kernel/id.ts'
import { NEXT, worded } from '../../../ground/kernel/next-step.ts'
import { normalized } from '../../../ground/kernel/normalized.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { isNameOfUser, isReservedName, requireNameOfAgent } from '../../../ground/kernel/reserved-names.ts'
import { type Db, forUpdate, isDuplicate } from '../../../ground/store/portable.ts'
import { useProject } from '../../../people/accounts/active-project.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import {
  findOrMakeProject,
  refuseReservedSlug,
  requireProjectOrEditor,
} from '../../../people/projects/find-or-make.ts'
import { type AgentRow, type BusParts, SERVER_NAME } from '../dependencies.ts'
import { subscribeFromCapabilities } from '../events/subscribe.ts'
import { makeKey } from '../signing/keys.ts'
import { assign } from './assign.ts'
import { capabilitiesText } from './capabilities-text.ts'
import { describeAgent } from './describe.ts'

type Register = Handlers<typeof agentOperations>['registerAgent']
type Asked = Parameters<Register>[0]['input']

/** Registers an agent for this credential, or updates the one that it has registered under this name. */
export const registerAgent =
  (bus: BusParts): Register =>
  async ({ ctx, input }) => {
    requireAgentName(input.name)
    if (input.displayName !== undefined) requireNameOfAgent('displayName', input.displayName)
    const fields = fieldsOf(input)
    const work = (db: Db) => register(db, { ctx, bus, input, fields })
    // Of two concurrent first registrations, the second finds the agent of the first.
    const made = await ctx.store.write(work).catch((error: unknown) => {
      if (isDuplicate(error)) return ctx.store.write(work)
      throw error
    })
    if (made.projectId !== null) await useProject(ctx.store, ctx.caller, made.projectId)
    return {
      ...(await describeAgent(ctx, made.id)),
      isNew: made.signingKey !== null,
      signingKey: made.signingKey,
    }
  }

const fieldsOf = ({ displayName, instance, model, role, capabilities }: Asked) => ({
  instance,
  ...(displayName !== undefined && { display_name: displayName }),
  ...(model !== undefined && { model }),
  ...(role !== undefined && { role }),
  ...(capabilities !== undefined && { capabilities: capabilitiesText(capabilities) }),
})

interface Registering {
  ctx: Context
  bus: BusParts
  input: Asked
  fields: ReturnType<typeof fieldsOf>
}

async function register(db: Db, { ctx, bus, input, fields }: Registering) {
  const { caller, clock } = ctx
  const now = clock()
  const known = await db
    .selectFrom('agent')
    .selectAll()
    .where('organization_id', '=', caller.organizationId)
    .where('name', '=', input.name)
    // It may be taken over meanwhile.
    .$call(forUpdate(ctx.store.dialect))
    .executeTakeFirst()
  if (known && known.credential !== caller.credential) throw taken(input.name)
  const agent = known ? await again(db, known, fields, now) : await create(db, ctx, input.name, fields)
  const projectId = await assignTo(db, ctx, agent, input.project)
  if (input.capabilities) await subscribeFromCapabilities(db, ctx, agent, input.capabilities)
  if (known) return { id: agent.id, projectId, signingKey: null }
  const { row, secret } = await makeKey(db, bus, { organization_id: caller.organizationId, agent }, now)
  return { id: agent.id, projectId, signingKey: { id: row.public_id, secret } }
}

const again = (db: Db, { id }: AgentRow, fields: Registering['fields'], now: number) =>
  db
    .updateTable('agent')
    .set({ ...fields, status: 'active', updated_at: now, last_seen_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

async function create(db: Db, { caller, clock }: Context, name: string, fields: Registering['fields']) {
  const now = clock()
  // Agents of before keep their names, which are shown as data.
  requireNameOfAgent('name', name)
  await requireRoom(db, caller.organizationId)
  const agent = await db
    .insertInto('agent')
    .values({
      capabilities: '{}',
      ...fields,
      public_id: newId(now),
      organization_id: caller.organizationId,
      name,
      status: 'active',
      credential: caller.credential,
      created_at: now,
      updated_at: now,
      last_seen_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(db, caller, now, {
    action: 'agent.registered',
    target: { kind: 'agent', id: agent.public_id, name },
  })
  return agent
}

/** The project that the call names; for a key of one project, always that one. */
async function assignTo(
  db: Db,
  { caller, clock }: Context,
  agent: AgentRow,
  slug: string | undefined,
): Promise<number | null> {
  if (slug === undefined && caller.projectId === null) return null
  const wanted = slug?.trim().toLowerCase()
  if (wanted !== undefined && !SLUG.test(wanted))
    throw new Problem(
      'INVALID_REQUEST',
      'project must be a slug of letters, digits, dots, hyphens and underscores that begins with a letter or digit, such as web-shop.',
    )
  if (wanted !== undefined && caller.projectId === null) {
    await refuseReservedSlug(db, caller.organizationId, wanted)
    await requireProjectOrEditor(db, caller, wanted)
  }
  const project = await findOrMakeProject(
    db,
    caller.organizationId,
    { slug: wanted, repository: undefined, defaultBranch: undefined },
    caller.projectId,
    clock(),
  )
  await assign(db, { agentId: agent.id, projectId: project.id, role: undefined, now: clock() })
  return project.id
}

const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/

async function requireRoom(db: Db, organizationId: number): Promise<void> {
  const { count } = await db
    .selectFrom('agent')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= LIMITS.agents)
    throw new Problem(
      'CONFLICT',
      worded`This organization has ${LIMITS.agents} agents, the most that it may have. Delete archived ones (${NEXT.deleteAgent}).`,
    )
}

const taken = (name: string) =>
  new Problem(
    'CONFLICT',
    `Another credential has registered the agent ${name}. Choose another name, or ask an admin to take ${name} over (POST /api/bus/agents/:id/take-over).`,
  )

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const MOST = 64

/** Returns the name if it is valid. Throws INVALID_REQUEST with the corrected form otherwise. */
function requireAgentName(name: string): string {
  if (name === SERVER_NAME)
    throw invalid(
      `name must not be ${SERVER_NAME}: that is the name of the server on the bus. Choose one that says what you do, such as checkout-tests.`,
    )
  if (NAME.test(name) && name.length <= MOST && !isUuid(name)) return name
  const corrected = correct(name)
  throw invalid(
    `name must have 1 to ${MOST} lower-case letters and digits, with hyphens between them, and must not look like an id: no capitals, no colons, no spaces.${corrected === null ? '' : ` Use ${corrected}.`}`,
  )
}

/** Corrects a name; null if nothing useful remains. */
function correct(name: string): string | null {
  const words = normalized(name, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const corrected = words.join('-').slice(0, MOST).replace(/-$/, '')
  const isFree = corrected !== '' && !isUuid(corrected) && !isReservedName(corrected)
  return isFree && !isNameOfUser(corrected) ? corrected : null
}

const invalid = (message: string) => new Problem('INVALID_REQUEST', message)
