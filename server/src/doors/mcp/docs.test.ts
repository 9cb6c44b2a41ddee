import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MCP_PLAN_LIMITS } from '../../ground/kernel/mcp-plan-limits.ts'
import { PROMPTS } from './prompts.ts'
import { TOOLS } from './tools.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/mcp.md'), 'utf8')

test('docs/reference/mcp.md has a row for every tool, and names every prompt', () => {
  expect(TOOLS.filter(({ name }) => !page.includes(`\n| \`${name}\` |`))).toEqual([])
  expect(PROMPTS.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([])
})

test('docs/reference/mcp.md has the limits of each plan', () => {
  const shown = (limit: number) => (limit === 0 ? 'no limit' : limit.toLocaleString('en-US'))
  for (const [plan, { requestsPerMinute, searchesPerDay }] of Object.entries(MCP_PLAN_LIMITS))
    expect(page).toContain(`| ${plan} | ${shown(requestsPerMinute)} | ${shown(searchesPerDay)} |`)
})

test('docs/how-to/agent-red-pull-request.md calls tools as they are', () => {
  const walk = readFileSync(
    join(import.meta.dirname, '../../../../docs/how-to/agent-red-pull-request.md'),
    'utf8',
  )
  const calls = [...walk.matchAll(/`(svc_\w+) (\{.*?\})`/g)]
  expect(calls.length).toBeGreaterThanOrEqual(5)
  for (const [, name, args = ''] of calls) {
    const tool = TOOLS.find((one) => one.name === name)
    expect(tool?.input.safeParse(JSON.parse(args)).error, `${name} ${args}`).toBeUndefined()
  }
})
