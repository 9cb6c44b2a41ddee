import type { agentOperations } from '@svc/schema'
import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { quoted, slug } from '../render.ts'
import { fitRows, fitsOf, pageEnd } from '../results/fit-rows.ts'
import { cursor, given } from '../results/which.ts'
import { maxTokens, READ_ONLY, tool } from '../tool.ts'
import { briefAgent, projectId } from './agent-arguments.ts'

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
    const fitted = fitRows(
      agents.map((agent) => ({ text: linesOf(agent), data: dataOf(agent) })),
      budget - FRAME_TOKENS,
    )
    const { texts, data } = fitted
    const isAll = isFirst && nextCursor === null
    const lines = [
      `${isAll ? countOf(agents.length, `${kind}agent`) : `${kind}agents, newest first`}:`,
      ...texts,
      ...pageEnd('svc_agent_list', nextCursor),
    ]
    return {
      text: lines.join('\n'),
      structured: { agents: data, truncated: nextCursor !== null, nextCursor },
      ...fitsOf(fitted),
    }
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

/** The lines around the agents. */
const FRAME_TOKENS = 80
