import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MCP_PLAN_LIMITS } from '../kernel/mcp-plan-limits.ts'
import { PROMPTS } from './prompts.ts'
import { TOOLS } from './tools.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/mcp.md'), 'utf8')

test('docs/reference/mcp.md has a row for every tool, and names every prompt', () => {
  expect(TOOLS.filter(({ name }) => !page.includes(`\n| \`${name}\` |`))).toEqual([])
  expect(PROMPTS.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([])
})

test('docs/reference/mcp.md has the limits of each plan', () => {
  const shown = (limit: number) => (limit === 0 ? 'no limit' : limit.toLocaleString('en-US'))
  for (const [plan, { requestsPerMinute, searchesPerDay }] of Object.entries(MCP_PLAN_LIMITS))
    expect(page).toContain(`| ${plan} | ${shown(requestsPerMinute)} | ${shown(searchesPerDay)} |`)
})
