import { LIMITS } from '@svc/protocol'
import type { agentOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import { isUuid, newId } from '../../../ground/kernel/id.ts'
import { normalized } from '../../../ground/kernel/normalized.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { NEXT, Problem, worded } from '../../../ground/kernel/problem.ts'
import { isNameOfUser, isReservedName, requireNameOfAgent } from '../../../ground/kernel/reserved-names.ts'
import { type Db, forUpdate, isDuplicate } from '../../../ground/store/portable.ts'
import { useProject } from '../../../people/accounts/active-project.ts'
import { findProject } from '../../../people/accounts/find-project.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import {
  findOrMakeProject,
  refuseReservedSlug,
  requireProjectOrEditor,
} from '../../../people/projects/find-or-make.ts'
import { managedAgent, ownAgent } from '../agent-access.ts'
import { type AgentRow, type BusParts, SERVER_NAME } from '../dependencies.ts'
import { subscribeFromCapabilities } from '../events/subscribe.ts'
import { makeKey, retireKeys } from '../signing/keys.ts'
import { describeAgent } from './describe.ts'

type Agents = Handlers<typeof agentOperations>

interface Assignment {
  agentId: number
  projectId: number
  /**
   * If undefined, a new assignment gets the role contributor and an existing one keeps its role.
   */
  role: 'owner' | 'contributor' | 'readonly' | undefined
  now: number
}

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

/** Rotates the signing key of an agent. */
export const createAgentKey =
  (bus: BusParts): Handlers<typeof agentOperations>['createAgentKey'] =>
  async ({ ctx, input }) => {
    const agent = await ownAgent.find(ctx, input.id)
    const now = ctx.clock()
    const retiresAt = now + input.overlapSeconds * 1_000
    const { row, secret } = await ctx.store.write(async (db) => {
      await ownAgent.hold(db, ctx, agent)
      await retireKeys(db, agent.id, retiresAt)
      const made = await makeKey(db, bus, { organization_id: agent.organization_id, agent }, now)
      await recordAudit(db, ctx.caller, now, {
        action: 'agent.key-created',
        target: { kind: 'agent', id: agent.public_id, name: agent.name },
        detail: { overlapSeconds: input.overlapSeconds },
      })
      return made
    })
    return {
      id: row.public_id,
      secret,
      agent: agent.name,
      createdAt: new Date(now).toISOString(),
      formerKeyRetiresAt: new Date(retiresAt).toISOString(),
    }
  }

export const assignAgent: Agents['assignAgent'] = async ({ ctx, input }) => {
  const agent = await managedAgent.find(ctx, input.id)
  const project = await findProject(ctx, input.project.trim().toLowerCase())
  await ctx.store.write(async (db) => {
    await managedAgent.hold(db, ctx, agent)
    await assign(db, { agentId: agent.id, projectId: project.id, role: input.role, now: ctx.clock() })
  })
  return describeAgent(ctx, agent.id)
}

export const unassignAgent: Agents['unassignAgent'] = async ({ ctx, input }) => {
  const agent = await managedAgent.find(ctx, input.id)
  const project = await findProject(ctx, input.project.trim().toLowerCase())
  const { numDeletedRows } = await ctx.store.write(async (db) => {
    await managedAgent.hold(db, ctx, agent)
    return db
      .deleteFrom('agent_project')
      .where('agent_id', '=', agent.id)
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow()
  })
  if (numDeletedRows === 0n)
    throw new Problem('NOT_FOUND', `${agent.name} is not assigned to the project ${project.slug}.`)
  return describeAgent(ctx, agent.id)
}

/** Assigns an agent to a project in the caller's transaction. */
async function assign(db: Db, { agentId, projectId, role, now }: Assignment): Promise<void> {
  await db
    .insertInto('agent_project')
    .values({ agent_id: agentId, project_id: projectId, role: role ?? 'contributor', assigned_at: now })
    .onConflict((conflict) => {
      const known = conflict.columns(['agent_id', 'project_id'])
      return role === undefined ? known.doNothing() : known.doUpdateSet({ role })
    })
    .execute()
}

/** Capabilities as JSON. Throws PAYLOAD_TOO_LARGE above the limit. */
export function capabilitiesText(capabilities: Record<string, unknown>): string {
  const text = JSON.stringify(capabilities)
  const bytes = Buffer.byteLength(text)
  if (bytes <= LIMITS.agentCapabilitiesBytes) return text
  throw new Problem(
    'PAYLOAD_TOO_LARGE',
    `capabilities has ${bytes} bytes as JSON, and at most ${LIMITS.agentCapabilitiesBytes} are allowed.`,
  )
}
