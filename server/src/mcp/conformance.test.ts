// @module-tag thorough
import { expect, test } from 'vitest'
import { makeApp } from '../testing/make-app.ts'
import { addHeaders } from '../testing/mcp/header-proxy.ts'
import { runTool } from '../testing/mcp/run-tool.ts'
import { serve } from '../testing/socket.ts'

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
