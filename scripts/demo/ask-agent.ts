import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { RealServer } from '@svc/test-kit/server'

const run = promisify(execFile)

/** Pushes the documents of the shop, as a team does with `svc docs push`. */
export async function pushDocuments(root: string, { url, apiKey }: RealServer): Promise<void> {
  const command = join(root, 'packages/cli/src/main.ts')
  const folder = join(root, 'examples/knowledge')
  await run(process.execPath, [command, 'docs', 'push', folder, '--project', 'shop'], {
    env: { ...process.env, SVC_URL: url, SVC_API_KEY: apiKey, NO_COLOR: '1' },
  })
}

/** The answer that a coding agent gets to one question about a pull request, over MCP. */
export async function askAgent({ url, apiKey }: RealServer, pullRequest: number): Promise<string> {
  const client = new Client(
    { name: 'svc-demo', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const headers = { Authorization: `Bearer ${apiKey}`, 'Svc-Project': 'shop' }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  try {
    const answer = await client.callTool({
      name: 'svc_get_failures',
      arguments: { pr: pullRequest, max_tokens: 1_200 },
    })
    return answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  } finally {
    await client.close()
  }
}
