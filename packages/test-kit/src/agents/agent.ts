import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface AgentAddress {
  /** Of the server. */
  url: string
  /** The agent's own. */
  apiKey: string
  /** Slug. */
  project: string
}

/** A tool's answer. */
interface Answer {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape.
  structured: any
}

/** A message of an inbox. */
export interface Mail {
  id: string
  from: { name: string }
  type: string
  channel: string | null
  content: string
}

/** An agent that works over MCP, as a coding agent does. */
export interface WorkingAgent {
  /** Calls a tool; throws if it fails. */
  call(tool: string, args: Record<string, unknown>): Promise<Answer>
  /** The same; a failure is an answer, too. */
  attempt(tool: string, args: Record<string, unknown>): Promise<Answer>
  /** Waits for a message that `isWanted`; those before it are read and passed over. */
  waitFor(isWanted: (mail: Mail) => boolean): Promise<Mail>
  close(): Promise<void>
}

/** Connects the official client to `/mcp` of a server. */
export async function connectAgent({ url, apiKey, project }: AgentAddress): Promise<WorkingAgent> {
  const client = new Client(
    { name: 'svc-example-agent', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const headers = { Authorization: `Bearer ${apiKey}`, 'Svc-Project': project }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  const attempt = async (name: string, args: Record<string, unknown>): Promise<Answer> => {
    const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
    return { isError, text, structured: structuredContent }
  }
  const call = async (name: string, args: Record<string, unknown>): Promise<Answer> => {
    const answer = await attempt(name, args)
    if (answer.isError) throw new Error(`${name} failed: ${answer.text}`)
    return answer
  }
  const arrived: Mail[] = []
  return {
    call,
    attempt,
    async waitFor(isWanted) {
      for (;;) {
        for (let mail = arrived.shift(); mail; mail = arrived.shift()) if (isWanted(mail)) return mail
        const { structured } = await call('svc_agent_inbox', { wait_ms: LONGEST_WAIT_MS, mark_read: true })
        arrived.push(...(structured.messages as Mail[]))
      }
    },
    close: () => client.close(),
  }
}

/** The most that the inbox tool waits. */
const LONGEST_WAIT_MS = 50_000
