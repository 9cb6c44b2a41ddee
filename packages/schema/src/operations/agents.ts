import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { administers, operations, readsBus, writesBus } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'

const Time = z.iso.datetime()

/** An agent in a path or a query: its name or its id. */
export const AgentNamed = z.string().min(1).max(100)

const AgentRole = z.enum(['orchestrator', 'specialist', 'curator', 'admin'])
const AgentStatus = z.enum(['active', 'inactive', 'archived'])
const ProjectRole = z.enum(['owner', 'contributor', 'readonly'])
const Capabilities = z
  .record(z.string(), z.unknown())
  .describe(`A JSON object, at most ${LIMITS.agentCapabilitiesBytes} bytes.`)

/** Checked by the verb, whose message offers the corrected form. */
const Name = z
  .string()
  .min(1)
  .max(200)
  .describe('1 to 64 lower-case letters and digits, with hyphens between them; never changes.')
const DisplayName = z.string().trim().min(1).max(100).describe('For people; it may contain an emoji.')
const Instance = z.string().trim().min(1).max(200).describe('The host that the agent runs on, as any label.')
const Model = z.string().trim().min(1).max(200).describe('Identifier of its model.')
const Project = z.string().min(1).max(100).describe('Id or slug of a project.')

const Agent = z
  .object({
    id: z.uuid(),
    name: z.string(),
    displayName: z.string().nullable(),
    instance: z.string(),
    model: z.string().nullable(),
    role: AgentRole.nullable(),
    capabilities: z.record(z.string(), z.unknown()),
    status: AgentStatus,
    presence: z
      .enum(['live', 'recent', 'away'])
      .describe('`live`: a channel is open. `recent`: it made a call within the last 5 minutes.'),
    lastSeenAt: Time.nullable().describe('At most 10 seconds old, counted from its last call.'),
    unread: z
      .number()
      .describe(
        'Pending messages: no live channel has acknowledged them, and nobody has read them. They bound the inbox.',
      ),
    projects: z
      .array(z.object({ id: z.uuid(), slug: z.string(), role: ProjectRole }))
      .describe('Its projects that the caller may see.'),
    credential: z
      .enum(['own', 'other', 'ended'])
      .describe(
        '`own`: the caller’s credential may act as it. `ended`: no credential can any more; an admin can take it over.',
      ),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Agent' })

const SigningKey = z.object({
  id: z.uuid().describe('The `keyId` of messages that it signs.'),
  secret: z.string().describe('32 bytes as 64 hex digits. No later response contains it.'),
})

export const agentOperations = operations({
  registerAgent: {
    summary:
      'Registers an agent, which only this credential can act as. Repeating it updates the fields given and makes the agent active. CONFLICT if another credential has the name. Only the first response contains the signing key.',
    method: 'POST',
    path: '/api/bus/agents',
    ...writesBus,
    input: z.strictObject({
      name: Name,
      displayName: DisplayName.optional(),
      instance: Instance,
      model: Model.optional(),
      role: AgentRole.optional(),
      capabilities: Capabilities.optional(),
      project: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('Slug of a project, which is created if needed; the agent becomes a contributor.'),
    }),
    output: Agent.extend({
      isNew: z.boolean(),
      signingKey: SigningKey.nullable().describe('Null if the agent existed.'),
    }),
  },
  listAgents: {
    summary: 'Lists agents, newest first. A key of one project sees those of its project, and its own.',
    method: 'GET',
    path: '/api/bus/agents',
    ...readsBus,
    input: z.strictObject({
      status: z.enum(['active', 'inactive', 'archived', 'all']).default('active'),
      instance: z.string().max(200).optional(),
      project: Project.optional(),
      ...pageParameters,
    }),
    output: pageOf(Agent),
  },
  getAgent: {
    summary: 'Returns an agent.',
    method: 'GET',
    path: '/api/bus/agents/:id',
    ...readsBus,
    input: z.strictObject({ id: AgentNamed }),
    output: Agent,
  },
  updateAgent: {
    summary:
      'Changes an agent; absent fields stay unchanged. Archiving it fails its pending messages. Needs the credential of the agent, or an admin.',
    method: 'POST',
    path: '/api/bus/agents/:id',
    ...writesBus,
    input: z.strictObject({
      id: AgentNamed,
      displayName: DisplayName.optional(),
      status: AgentStatus.optional(),
      instance: Instance.optional(),
      model: Model.optional(),
      role: AgentRole.optional(),
      capabilities: Capabilities.optional(),
    }),
    output: Agent,
  },
  removeAgent: {
    summary:
      'Archives an agent, or deletes it. Its pending messages fail, and their senders get a notice; messages keep its name. Needs the credential of the agent, or an admin.',
    method: 'DELETE',
    path: '/api/bus/agents/:id',
    ...writesBus,
    input: z.strictObject({
      id: AgentNamed,
      hard: z.literal('true').optional().describe('Deletes it permanently.'),
    }),
    output: z.object({
      id: z.uuid(),
      name: z.string(),
      status: z.enum(['archived', 'deleted']),
      failedMessages: z.number().describe('Pending messages that failed.'),
    }),
  },
  assignAgent: {
    summary:
      'Assigns an agent to a project, or changes its role there. The role informs others; rights are those of the credential. Needs the credential of the agent, or an admin.',
    method: 'PUT',
    path: '/api/bus/agents/:id/projects',
    ...writesBus,
    input: z.strictObject({ id: AgentNamed, project: Project, role: ProjectRole.default('contributor') }),
    output: Agent,
  },
  unassignAgent: {
    summary: 'Removes an agent from a project. Needs the credential of the agent, or an admin.',
    method: 'DELETE',
    path: '/api/bus/agents/:id/projects',
    ...writesBus,
    input: z.strictObject({ id: AgentNamed, project: Project }),
    output: Agent,
  },
  createAgentKey: {
    summary:
      'Creates a new signing key for an agent of this credential. The former key signs until the overlap ends. Only this response contains the key.',
    method: 'POST',
    path: '/api/bus/agents/:id/keys',
    ...writesBus,
    input: z.strictObject({
      id: AgentNamed,
      overlapSeconds: wholeNumber(0, 604_800)
        .default(86_400)
        .describe('How long the former key may still sign; 0 if somebody else knows it.'),
    }),
    output: SigningKey.extend({
      agent: z.string(),
      createdAt: Time,
      formerKeyRetiresAt: Time.describe('Messages that it signed stay verifiable.'),
    }),
  },
  takeOverAgent: {
    summary:
      'Gives an agent to the caller, or to an API key: from now on only that credential can act as it. Its signing key changes at once. For agents whose credential ended.',
    method: 'POST',
    path: '/api/bus/agents/:id/take-over',
    ...administers,
    person: true,
    input: z.strictObject({
      id: AgentNamed,
      key: z.uuid('must be the id of an API key').optional().describe('Absent: the caller.'),
    }),
    output: Agent.extend({ signingKey: SigningKey }),
  },
})
