import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TOOLS } from './tools.ts'

interface Call {
  tool: string
  args: Record<string, unknown>
}

// Tasks in words with the call that fits: who changes descriptions lets a model that sees only tools/list choose
// for each, and counts. The last trial had 40 of the first 40.
const TASKS = JSON.parse(readFileSync(new URL('tasks.json', import.meta.url), 'utf8')) as (Call & {
  task: string
  or?: Call[]
})[]

test('every task has a call that its tool accepts, and every tool has a task', () => {
  for (const { task, or = [], ...first } of TASKS)
    for (const { tool, args } of [first, ...or]) {
      const row = TOOLS.find(({ name }) => name === tool)
      // A task fixes some of the arguments only.
      expect(row?.input.partial().safeParse(args).error?.message, `${task}: ${tool}`).toBeUndefined()
      expect(row, `${task}: ${tool}`).toBeDefined()
    }
  expect(TASKS).toHaveLength(60)
  expect([...new Set(TASKS.map(({ tool }) => tool))].sort()).toEqual(TOOLS.map(({ name }) => name).sort())
})
