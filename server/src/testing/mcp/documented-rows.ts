const STATUSES = 'active|inactive|archived'
const ROLES = 'orchestrator|specialist|curator|admin'

/**
 * The arguments of the interface document, tool by tool: `!` is required, then the type or the values, then the
 * default. Arguments beyond them are additions of this server, all optional.
 */
export const DOCUMENTED: Record<string, Record<string, string>> = {
  svc_agent_register: {
    agent_name: '!string',
    display_name: 'string',
    instance: '!string',
    model: 'string',
    role: ROLES,
    capabilities: 'object',
    project_slug: 'string',
  },
  svc_agent_update: {
    agent_id: 'string',
    agent_name: 'string',
    display_name: 'string',
    status: STATUSES,
    model: 'string',
    role: ROLES,
    capabilities: 'object',
  },
  svc_agent_remove: { agent_id: 'string', agent_name: 'string', hard_delete: 'boolean' },
  svc_agent_list: { status: `${STATUSES}|all = active`, instance: 'string', project_id: 'string' },
  svc_agent_assign_project: {
    agent_id: 'string',
    agent_name: 'string',
    project_id: '!string',
    role: 'owner|contributor|readonly = contributor',
  },
  svc_agent_unassign_project: { agent_id: 'string', agent_name: 'string', project_id: '!string' },
  svc_agent_message: {
    to: '!string',
    message: '!string',
    type: 'message|task|result|alert|knowledge|curator = message',
    priority: 'low|normal|high|urgent = normal',
    channel: 'string',
    reply_to: 'string',
  },
  svc_agent_inbox: {
    agent_id: 'string',
    agent_name: 'string',
    limit: 'integer from 1 to 200 = 10',
    status: 'pending|delivered|read|failed|all = pending',
    mark_read: 'boolean = false',
  },
  svc_task_create: {
    assigned_to: '!string',
    title: '!string',
    description: 'string',
    priority: 'integer from 1 to 10 = 5',
    deadline: 'string',
    payload: 'object',
  },
  svc_task_update: {
    task_id: '!string',
    status: 'pending|in_progress|done|failed|cancelled',
    result: 'object',
    priority: 'integer from 1 to 10',
    deadline: 'string',
  },
}
