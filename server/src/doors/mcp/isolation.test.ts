import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeGround } from '../../testing/isolation/two-organizations.ts'
import { walkPrompts, walkTools } from '../../testing/isolation/walk-tools.ts'
import { PROMPTS } from './prompts.ts'
import { TOOLS } from './tools.ts'

/** A mistake in code that all tools share causes a fault in each. */
const MOST_SHOWN = 30

// Includes every tool by itself.
onEachDatabase('a walk over every tool and prompt', (makeAppOn) => {
  test('none shows or changes data of others, and each checks role and scopes', async () => {
    const app = await makeAppOn()
    const walk = await makeGround(app, async () => undefined)
    // First: the tools store what they are given, and lists show it.
    await walkPrompts(walk, PROMPTS)
    await walkTools(walk, TOOLS)
    expect(walk.faults.slice(0, MOST_SHOWN)).toEqual([])
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
