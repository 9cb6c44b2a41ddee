import { join } from 'node:path'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../ground/kernel/tokens.ts'
import { makeApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { PROMPTS } from './prompts.ts'
import { TOOLS } from './tools.ts'

const GOLDEN = join(import.meta.dirname, 'tools-list.golden')

/** The size that the whole list must not exceed, tokens. It is part of every session of every agent. */
const MOST_TOKENS = 6_000

test('names, arguments and descriptions are as recorded', async () => {
  const { client } = await connectAgent(await makeApp())
  const { tools } = await client.listTools()
  const { prompts } = await client.listPrompts()
  const seen = JSON.stringify({ instructions: client.getInstructions(), tools, prompts }, null, 2)
  // After a wanted change: `vitest run server/src/doors/mcp/golden.test.ts -u`, and read the difference.
  await expect(`${seen}\n`).toMatchFileSnapshot(GOLDEN)
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  expect(prompts.map(({ name }) => name)).toEqual(PROMPTS.map(({ name }) => name))
  expect(estimateTokens(JSON.stringify(tools))).toBeLessThan(MOST_TOKENS)
})

test('both eras list the same', async () => {
  const app = await makeApp()
  const [modern, legacy] = await Promise.all(
    (['modern', 'legacy'] as const).map(async (era) => {
      const { client } = await connectAgent(app, { era })
      return {
        tools: (await client.listTools()).tools,
        prompts: (await client.listPrompts()).prompts,
        resources: (await client.listResources()).resources,
      }
    }),
  )
  expect(modern).toEqual(legacy)
})

test('every tool is complete, and declares what it changes', () => {
  for (const { name, title, description, input, annotations, role, scope } of TOOLS) {
    expect(name).toMatch(/^svc_[a-z_]+$/)
    expect(title, name).toMatch(/^[A-Z]/)
    expect(description, name).toMatch(/^[A-Z].*\.$/s)
    expect(input.safeParse({ not_an_argument: 1 }).success, name).toBe(false)
    // The interface document asks for a role in one place; what agents write concerns the credential alone.
    const isOwn = name === 'svc_switch_account' || scope === 'bus'
    if (!annotations.readOnlyHint && !isOwn) expect(role, name).toBe('editor')
    else expect(role, name).toBe('viewer')
  }
  expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length)
})
