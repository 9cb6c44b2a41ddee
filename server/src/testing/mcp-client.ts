import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { TestApp } from './make-app.ts'

export interface AgentOptions {
  /** The first key unless given; a session's token works, too. */
  key?: string
  headers?: Record<string, string>
  /** The version of 2026 unless given. */
  era?: 'legacy' | 'modern'
}

/** A tool's answer. */
export interface ToolAnswer {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape.
  structured: any
}

/** The official client, connected to the app without a socket. */
export async function connectAgent(app: TestApp, options: AgentOptions = {}) {
  const { key = app.key, headers = {}, era = 'modern' } = options
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  )
  const transport = new StreamableHTTPClientTransport(new URL('http://svc.test/mcp'), {
    requestInit: { headers: { Authorization: `Bearer ${key}`, ...headers } },
    fetch: async (url, init) => app.fetch(new Request(url, init)),
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    /** Calls a tool and returns its text. */
    async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
      const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
      return { isError, text, structured: structuredContent }
    },
  }
}
