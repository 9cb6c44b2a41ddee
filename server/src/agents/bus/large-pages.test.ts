import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { addAgent, type TestAgent } from '../../testing/agents.ts'
import { onBothDatabases } from '../../testing/each-database.ts'

/** Together more than a page holds. */
const TASKS = 20
const MESSAGES = 50
const AGENTS = 190

onBothDatabases('pages of large texts', (makeApp) => {
  test('of tasks end early, and the next one goes on', async () => {
    const app = await makeApp()
    const ada = await addAgent(app, 'ada')
    const payload = { text: 'x'.repeat(LIMITS.taskBytes - 100) }
    for (let i = 0; i < TASKS; i++)
      await ada.post('/api/bus/tasks', { assignedTo: 'ada', title: `task ${i}`, payload })
    const pages = await readAll<{ title: string }>(ada, '/api/bus/tasks?limit=50')
    expect(pages.length).toBeGreaterThan(2)
    expect(Math.max(...pages.map((page) => JSON.stringify(page).length))).toBeLessThan(3_000_000)
    expect(pages.flat().map(({ title }) => title)).toEqual(
      Array.from({ length: TASKS }, (_, i) => `task ${TASKS - 1 - i}`),
    )
  })

  test('of agents end early, and the next one goes on', async () => {
    const app = await makeApp()
    const ada = await addAgent(app, 'ada')
    const row = await app.store.read.selectFrom('agent').selectAll().executeTakeFirstOrThrow()
    const { id: _, public_id, ...ofAda } = row
    const capabilities = JSON.stringify({ x: 'x'.repeat(LIMITS.agentCapabilitiesBytes - 10) })
    const others = Array.from({ length: AGENTS }, (_, i) => ({
      name: `a${i}`,
      public_id: `${public_id} ${i}`,
    }))
    await app.store.write((db) =>
      db
        .insertInto('agent')
        .values(others.map((one) => ({ ...ofAda, ...one, capabilities })))
        .execute(),
    )
    const pages = await readAll<{ name: string }>(ada, '/api/bus/agents?limit=200')
    expect(pages.length).toBe(2)
    expect(Math.max(...pages.map((page) => JSON.stringify(page).length))).toBeLessThan(3_000_000)
    const names = [...others.map(({ name }) => name).reverse(), 'ada']
    expect(pages.flat().map(({ name }) => name)).toEqual(names)
  })

  test('of messages end early, and the next one goes on', async () => {
    const app = await makeApp()
    const ada = await addAgent(app, 'ada')
    const bob = await addAgent(app, 'bob')
    const text = (i: number) => `${i} `.padEnd(LIMITS.busMessageBytes, 'x')
    for (let i = 0; i < MESSAGES; i++) await ada.post('/api/bus/messages', { to: 'bob', message: text(i) })
    const pages = await readAll<{ message: string }>(bob, '/api/bus/messages?limit=100')
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat().map(({ message }) => Number.parseInt(message, 10))).toEqual(
      Array.from({ length: MESSAGES }, (_, i) => MESSAGES - 1 - i),
    )
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const { data } = await bob.get<{ messages: { message: string }[]; nextCursor: string | null }>(
        `/api/bus/inbox?limit=100${cursor}`,
      )
      expect(JSON.stringify(data).length).toBeLessThan(3_000_000)
      seen.push(...data.messages.map(({ message }) => Number.parseInt(message, 10)))
      if (data.nextCursor === null) break
      cursor = `&cursor=${encodeURIComponent(data.nextCursor)}`
    }
    expect(seen).toEqual(Array.from({ length: MESSAGES }, (_, i) => i))
  })
})

/** Every page of a list. */
async function readAll<Item>(agent: TestAgent, path: string): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let cursor = ''; ; ) {
    const { data, page } = await agent.get<Item[]>(`${path}${cursor}`)
    pages.push(data)
    if (!page?.nextCursor) return pages
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
}
