// @module-tag thorough
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeApp } from '../../testing/make-app.ts'
import { fixtureBehind } from '../../testing/mcp/fixture-server.ts'
import { addHeaders } from '../../testing/mcp/header-proxy.ts'
import { runTool } from '../../testing/mcp/run-tool.ts'
import { serve } from '../../testing/socket.ts'

/** Scenarios of the official suite that need none of its own fixtures, by the version of the protocol. */
const PRODUCT = {
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'caching',
    'dns-rebinding-protection',
    'sep-2164-resource-not-found',
    'http-header-validation',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
} as const

const scenarios = Object.entries(PRODUCT).flatMap(([version, names]) =>
  names.map((name) => [version, name] as const),
)

test.for(scenarios)('%s: the server passes %s', async ([version, scenario]) => {
  const app = await makeApp()
  const { url } = await serve(app)
  const proxy = await addHeaders(url, { Authorization: `Bearer ${app.key}` })
  const { code, stdout, stderr } = await runTool('@modelcontextprotocol/conformance', 'conformance', [
    'server',
    '--url',
    `${proxy}/mcp`,
    '--scenario',
    scenario,
    '--spec-version',
    version,
  ])
  expect(`${stdout}${stderr}`).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/)
  expect(code).toBe(0)
})

/** Scenarios that a version requires of a server, by the suite's own list. */
const REQUIRED = { '2026-07-28': 37, '2025-11-25': 30 } as const

// Sessions, streams and questions to the client pass the same checks, limits and bodies as the server's own tools.
test.for(Object.entries(REQUIRED))(
  '%s: all %i required scenarios pass behind the door',
  async ([version, count]) => {
    const app = await makeApp({ mcpBehind: fixtureBehind() })
    const { url } = await serve(app)
    const proxy = await addHeaders(url, { Authorization: `Bearer ${app.key}` })
    const { code, stdout } = await runTool('@modelcontextprotocol/conformance', 'conformance', [
      'server',
      '--url',
      `${proxy}/mcp`,
      '--requirements',
      version,
    ])
    const required = requiredBy(version)
    expect(required).toHaveLength(count)
    expect(required.filter((name) => !stdout.includes(`\n✓ ${name}: `))).toEqual([])
    expect(code).toBe(0)
  },
)

function requiredBy(version: string): string[] {
  const folder = '../../../node_modules/@modelcontextprotocol/conformance/requirements'
  const text = readFileSync(join(import.meta.dirname, folder, `${version}.yaml`), 'utf8')
  return (parse(text) as { server: string[] }).server
}
