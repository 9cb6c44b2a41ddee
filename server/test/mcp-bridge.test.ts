import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { freePort } from '@svc/test-kit/free-port'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { startServer } from '@svc/test-kit/server'
import { workspace } from '@svc/test-kit/versions'
import { expect, onTestFinished, test } from 'vitest'

const CLI = join(workspace, 'packages/cli/src/main.ts')

/** The official client, over `svc mcp` in a process of its own. */
async function connect(env: Record<string, string>, mode: 'legacy' | { pin: string }) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...NODE_CACHE, ...env },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (text: Buffer) => {
    said += text.toString()
  })
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const until = async (text: string) => {
    while (!said.includes(text)) await once(transport.stderr as NonNullable<typeof transport.stderr>, 'data')
  }
  return { client, said: () => said, until }
}

const textOf = (answer: Awaited<ReturnType<Client['callTool']>>) =>
  answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')

test.for([['modern', { pin: '2026-07-28' }] as const, ['legacy', 'legacy'] as const])(
  'svc mcp passes a session of a %s client on, and waits for a server that restarts',
  { tags: 'thorough' },
  async ([, mode]) => {
    const data = mkdtempSync(join(tmpdir(), 'svc-bridge-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const port = await freePort()
    const first = await startServer({ data, port })
    onTestFinished(() => void first.end('SIGKILL'))
    const env = { SVC_URL: first.url, SVC_API_KEY: first.apiKey }
    const { client, said, until } = await connect(env, mode)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('svc_list_accounts')
    expect(client.getInstructions()).toContain('svc stores test results')
    const list = () => client.callTool({ name: 'svc_list_accounts', arguments: {} })
    expect(textOf(await list())).toContain('no project account')
    expect(
      textOf(await client.callTool({ name: 'svc_switch_account', arguments: { project_id: 'ü' } })),
    ).toMatch(/^NOT_FOUND: /)
    await expect(client.callTool({ name: 'svc_ünknown', arguments: {} })).rejects.toThrow('There is no tool')
    expect(said()).toBe('')
    const huge = { query: 'x'.repeat(9_000_000) }
    await expect(client.callTool({ name: 'svc_search_index', arguments: huge })).rejects.toThrow(
      /PAYLOAD_TOO_LARGE: .* at most 8388608 are allowed\. It was not sent/,
    )

    await first.end('SIGKILL')
    const during = list()
    await until('waiting for it')
    const second = await startServer({ data, port })
    onTestFinished(() => void second.end('SIGKILL'))
    expect(textOf(await during)).toContain('no project account')
    await until('answers again')
    expect(textOf(await list())).toContain('no project account')
  },
)
