import { z } from 'zod'
import { slug } from '../render.ts'
import { tool } from '../tool.ts'
import { agentArguments, briefAgent, projectId, requireNamedAgent } from './agent-arguments.ts'

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
