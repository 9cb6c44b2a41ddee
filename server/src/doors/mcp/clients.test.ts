import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'
import { runTool } from '../../testing/mcp/run-tool.ts'
import { serve } from '../../testing/socket.ts'
import { passed, run, send } from '../../testing/upload.ts'
import { TOOLS } from './tools.ts'

const NAMES = TOOLS.map(({ name }) => name)

test('the SDK of the first generation lists and calls the tools', async () => {
  const app = await makeApp()
  await send(app, run({ project: 'shop', results: [passed('adds')] }))
  const { url } = await serve(app)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${app.key}` } },
    }),
  )
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(NAMES)
  expect(await client.callTool({ name: 'svc_list_accounts', arguments: {} })).toMatchObject({
    content: [{ type: 'text', text: expect.stringContaining('* shop (shop), role: admin [active]') }],
    structuredContent: { accounts: [{ slug: 'shop' }] },
  })
  expect((await client.listPrompts()).prompts).toEqual(expect.any(Array))
  expect((await client.listResources()).resources).toEqual([])
  await client.close()
})

test('the Inspector lists and calls the tools from the command line', { tags: 'thorough' }, async () => {
  const app = await makeApp()
  await send(app, run({ project: 'shop', results: [passed('adds')] }))
  const { url } = await serve(app)
  const inspect = async (...args: string[]) => {
    const { code, stdout, stderr } = await runTool('@modelcontextprotocol/inspector', 'mcp-inspector', [
      '--cli',
      `${url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${app.key}`,
      ...args,
    ])
    expect(stderr).toBe('')
    expect(code).toBe(0)
    return JSON.parse(stdout)
  }
  const { tools } = await inspect('--method', 'tools/list', '--strict')
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(NAMES)
  const called = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'svc_switch_account',
    '--tool-arg',
    'project_id=shop',
  )
  expect(called).toMatchObject({ structuredContent: { account: { slug: 'shop', active: true } } })
})
