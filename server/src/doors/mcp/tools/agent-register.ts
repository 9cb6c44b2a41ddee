import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { quoted, slug } from '../render.ts'
import { tool } from '../tool.ts'
import { briefAgent } from './agent-arguments.ts'

export const AGENT_ROLES = z.enum(['orchestrator', 'specialist', 'curator', 'admin'])

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
