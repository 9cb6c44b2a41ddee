import type { agentOperations } from '@svc/schema'
import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { pageAnswer } from '../fit.ts'
import { quoted, slug } from '../render.ts'
import { maxTokens, READ_ONLY, tool } from '../tool.ts'
import { agentArguments, briefAgent, NO_SUCH_AGENT, projectId, requireNamedAgent } from './agent-arguments.ts'
import { cursor, given } from './arguments.ts'

const AGENT_ROLES = z.enum(['orchestrator', 'specialist', 'curator', 'admin'])

export const agentRegister = tool({
  name: 'svc_agent_register',
  title: 'Register an agent',
  description:
    'Registers you as an agent, or updates you: messages, tasks, leases and svc_verify_fix need one. Your key owns the agent.',
  input: z.strictObject({
    agent_name: z.string().describe('Unique: lower case, digits, hyphens.'),
    display_name: z.string().optional(),
    instance: z.string().describe('Label of the host you run on.'),
    model: z.string().optional(),
    role: AGENT_ROLES.optional(),
    capabilities: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'subscribe: [{"event":"base.broke","project":"shop","branch":"main"}] sends you such events.',
      ),
    project_slug: z.string().optional().describe('Project to work on; an editor may name a new one.'),
  }),
  role: 'viewer',
  scope: 'bus',
  renamed: { name: 'agent_name', project: 'project_slug' },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  onError: { CONFLICT: 'Or call svc_agent_list to see who has the name.' },
  async call({ agent_name, display_name, instance, model, role, capabilities, project_slug }, { run }) {
    // The server signs for agents of tools, so no model ever sees the key.
    const { signingKey: _, ...agent } = await run('registerAgent', {
      name: agent_name,
      displayName: display_name,
      instance,
      model,
      role,
      capabilities,
      project: project_slug,
    })
    const { items } = await run('listAgents', { status: 'all', limit: 200 })
    const others = items.filter(
      (one) => one.credential === 'own' && one.status !== 'archived' && one.id !== agent.id,
    )
    return { ...agent, others: others.map(({ name }) => name) }
  },
  render({ isNew, others, ...agent }) {
    const projects = agent.projects.map(({ slug: project, role }) => `${slug(project)} (${role})`).join(', ')
    const lines = [
      `${isNew ? 'Registered' : 'Already registered, now updated'}: ${agent.name}`,
      `  ID: ${agent.id}`,
      `  instance: ${quoted(agent.instance)}, status: ${agent.status}${projects === '' ? '' : `, projects: ${projects}`}`,
      agent.unread === 0
        ? 'Your inbox is empty. svc_agent_inbox reads it, svc_agent_message writes to others.'
        : `${countOf(agent.unread, 'unread message')}. Call svc_agent_inbox.`,
      ...(others.length === 0 ? [] : [sharedKey(agent.name, others)]),
    ]
    return { text: lines.join('\n'), structured: { agent: briefAgent(agent), isNew } }
  },
})

/** Other agents that a text names. */
const NAMED = 5

const sharedKey = (name: string, others: string[]): string =>
  `This credential also has ${others.slice(0, NAMED).join(', ')}${others.length > NAMED ? ', …' : ''}: set the header Svc-Agent: ${name} for this connection, or calls cannot say which agent they are from.`

export const agentUpdate = tool({
  name: 'svc_agent_update',
  title: 'Update an agent',
  description:
    'Changes the profile or status of an agent of yours (admins: any). inactive: away for now. Archiving fails its pending messages.',
  input: z.strictObject({
    ...agentArguments,
    display_name: z.string().optional(),
    status: z.enum(['active', 'inactive', 'archived']).optional(),
    model: z.string().optional(),
    role: AGENT_ROLES.optional(),
    capabilities: z.record(z.string(), z.unknown()).optional().describe('As for svc_agent_register.'),
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  onError: { NOT_FOUND: NO_SUCH_AGENT },
  call: async ({ display_name, status, model, role, capabilities, ...named }, { run }) =>
    run('updateAgent', {
      id: await requireNamedAgent(named, run),
      displayName: display_name,
      status,
      model,
      role,
      capabilities,
    }),
  render: (agent) => ({
    text: `Updated ${agent.name}, status: ${agent.status}.\n  ID: ${agent.id}`,
    structured: { agent: briefAgent(agent) },
  }),
})

export const agentRemove = tool({
  name: 'svc_agent_remove',
  title: 'Archive or delete an agent',
  description:
    'Archives an agent of yours (admins: any), which svc_agent_update can undo; or deletes it for ever. Its pending messages fail.',
  input: z.strictObject({
    ...agentArguments,
    hard_delete: z.boolean().optional().describe('Default: false.'),
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  onError: { NOT_FOUND: NO_SUCH_AGENT },
  call: async ({ hard_delete, ...named }, { run }) =>
    run('removeAgent', {
      id: await requireNamedAgent(named, run),
      ...(hard_delete && { hard: 'true' as const }),
    }),
  render({ id, name, status, failedMessages }) {
    const mail =
      failedMessages === 0
        ? ''
        : ` ${countOf(failedMessages, 'pending message')} failed, and a notice went to ${failedMessages === 1 ? 'its sender' : 'their senders'}.`
    return {
      text: `${status === 'deleted' ? 'Deleted' : 'Archived'} ${name} (${id}).${mail}`,
      structured: { agent: { id, name, status }, failedMessages },
    }
  },
})

export const agentList = tool({
  name: 'svc_agent_list',
  title: 'List agents',
  description: 'Lists agents: name, id, instance, role, model, status, last seen. Default: active ones.',
  input: z.strictObject({
    status: z.enum(['active', 'inactive', 'archived', 'all']).default('active'),
    instance: z.string().optional(),
    project_id: projectId.optional(),
    ...maxTokens,
    ...cursor,
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: READ_ONLY,
  onError: { NOT_FOUND: 'Call svc_list_accounts to see your projects.' },
  async call({ project_id: project, max_tokens: _, ...asked }, { run, pageLimit = MOST_AGENTS }) {
    const { items, nextCursor } = await run('listAgents', given({ ...asked, project, limit: pageLimit }))
    return { agents: items, nextCursor, isFirst: asked.cursor === undefined, status: asked.status }
  },
  render({ agents, nextCursor, isFirst, status }, budget) {
    const kind = status === 'all' ? '' : `${status} `
    if (agents.length === 0)
      return {
        text: `There is no ${kind}agent that matches. Call svc_agent_list with status all, or svc_agent_register.`,
        structured: { agents: [], truncated: false, nextCursor: null },
      }
    const isAll = isFirst && nextCursor === null
    return pageAnswer({
      tool: 'svc_agent_list',
      rows: agents.map((agent) => ({ text: linesOf(agent), data: dataOf(agent) })),
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [
          `${isAll ? countOf(agents.length, `${kind}agent`) : `${kind}agents, newest first`}:`,
          ...texts,
        ],
        structured: { agents: data },
      }),
    })
  },
})

/** The operation lists no more at once. */
const MOST_AGENTS = 200

type Listed = z.output<typeof agentOperations.listAgents.output>['items'][number]

const linesOf = (agent: Listed): string =>
  [
    `- ${quoted(agent.displayName ?? agent.name)} (${slug(agent.name)})${agent.credential === 'own' ? ' [you]' : ''}`,
    `  ID: ${agent.id}`,
    `  instance: ${quoted(agent.instance)}, role: ${agent.role ?? 'none'}, model: ${agent.model === null ? 'unknown' : quoted(agent.model)}, status: ${agent.status}`,
    `  last seen: ${agent.lastSeenAt ?? 'never'}${agent.presence === 'live' ? ' (live)' : ''}`,
  ].join('\n')

function dataOf(agent: Listed) {
  const { capabilities: _, ...data } = briefAgent(agent)
  return data
}

const NOT_FOUND = 'svc_agent_list shows agents, svc_list_accounts shows projects.'

export const agentAssignProject = tool({
  name: 'svc_agent_assign_project',
  title: 'Assign an agent to a project',
  description: 'Assigns an agent of yours (admins: any) to a project, or changes its role there.',
  input: z.strictObject({
    ...agentArguments,
    project_id: projectId,
    role: z.enum(['owner', 'contributor', 'readonly']).default('contributor'),
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  onError: { NOT_FOUND },
  call: async ({ project_id, role, ...named }, { run }) =>
    run('assignAgent', { id: await requireNamedAgent(named, run), project: project_id, role }),
  render: (agent) => ({ text: projectsOf(agent), structured: { agent: briefAgent(agent) } }),
})

export const agentUnassignProject = tool({
  name: 'svc_agent_unassign_project',
  title: 'Remove an agent from a project',
  description: 'Ends the assignment of an agent of yours (admins: any) to a project.',
  input: z.strictObject({ ...agentArguments, project_id: projectId }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: true },
  onError: { NOT_FOUND },
  call: async ({ project_id, ...named }, { run }) =>
    run('unassignAgent', { id: await requireNamedAgent(named, run), project: project_id }),
  render: (agent) => ({ text: projectsOf(agent), structured: { agent: briefAgent(agent) } }),
})

/** Projects that a text lists. */
const LISTED = 30

function projectsOf({
  name,
  projects,
}: {
  name: string
  projects: { id: string; slug: string; role: string }[]
}): string {
  if (projects.length === 0) return `${name} is assigned to no project.`
  const lines = projects
    .slice(0, LISTED)
    .map(({ id, slug: project, role }) => `- ${slug(project)} (${role}), ID: ${id}`)
  const more = projects.length > LISTED ? [`and ${projects.length - LISTED} more`] : []
  return [`Projects of ${name}:`, ...lines, ...more].join('\n')
}
