import { z } from 'zod'
import { countOf } from '../../kernel/count-of.ts'
import { fitItems, notShown, quoted, slug, truncatedLine } from '../render.ts'
import { maxTokens, READ_ONLY, tool } from '../tool.ts'
import { briefAgent } from './agent-arguments.ts'

export const agentList = tool({
  name: 'svc_agent_list',
  title: 'List agents',
  description: 'Lists the agents that you can write to.',
  input: z.strictObject({
    status: z.enum(['active', 'inactive', 'archived', 'all']).default('active'),
    instance: z.string().optional(),
    project_id: z.string().optional(),
    ...maxTokens,
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: READ_ONLY,
  onError: { NOT_FOUND: 'Call svc_list_accounts to see your projects.' },
  async call({ status, instance, project_id }, { run }) {
    const { items, nextCursor } = await run('listAgents', {
      status,
      instance,
      project: project_id,
      limit: 200,
    })
    return { agents: items, hasMore: nextCursor !== null, status }
  },
  render({ agents, hasMore, status }, budget) {
    const kind = status === 'all' ? '' : `${status} `
    if (agents.length === 0)
      return {
        text: `There is no ${kind}agent that matches. Call svc_agent_list with status all, or svc_agent_register.`,
        structured: { agents: [], truncated: false },
      }
    const { items, texts, left } = fitItems(agents, budget - FRAME_TOKENS, (agent) =>
      [
        `- ${quoted(agent.displayName ?? agent.name)} (${slug(agent.name)})${agent.credential === 'own' ? ' [you]' : ''}`,
        `  ID: ${agent.id}`,
        `  instance: ${quoted(agent.instance)}, role: ${agent.role ?? 'none'}, model: ${agent.model === null ? 'unknown' : quoted(agent.model)}, status: ${agent.status}`,
        `  last seen: ${agent.lastSeenAt ?? 'never'}${agent.presence === 'live' ? ' (live)' : ''}`,
      ].join('\n'),
    )
    const truncated = left > 0 || hasMore
    const lines = [
      `${hasMore ? `${agents.length} or more ${kind}agents` : countOf(agents.length, `${kind}agent`)}:`,
      ...texts,
      ...(truncated
        ? [
            truncatedLine(
              left > 0 ? notShown(left, 'agent') : 'more agents are not shown',
              'Call svc_agent_list with a project_id, an instance or a larger max_tokens.',
            ),
          ]
        : []),
    ]
    return {
      text: lines.join('\n'),
      structured: {
        agents: items.map((agent) => {
          const { capabilities: _, ...rest } = briefAgent(agent)
          return rest
        }),
        truncated,
      },
    }
  },
})

/** The lines around the agents. */
const FRAME_TOKENS = 80
