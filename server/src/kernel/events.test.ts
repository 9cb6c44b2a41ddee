import { expect, test } from 'vitest'
import { onEachDatabase } from '../testing/each-database.ts'
import { passed, run, send } from '../testing/upload.ts'
import { dispatchEvents, type Event } from './events.ts'

onEachDatabase('events', (makeApp) => {
  test('a settled execution is told once, and again only where the first time was cut short', async () => {
    const app = await makeApp()
    const { data } = await send(app, run({ solitary: true, results: [passed('a')] }))
    const heard: Event[] = []
    const failing = [{ kind: 'execution.settled', handle: () => Promise.reject(new Error('killed')) }]
    await expect(dispatchEvents(app.store, failing, app.clock())).rejects.toThrow('killed')
    const hearing = [{ kind: 'execution.settled', handle: (event: Event) => void heard.push(event) }]
    expect(await dispatchEvents(app.store, hearing, app.clock())).toBe(1)
    expect(await dispatchEvents(app.store, hearing, app.clock())).toBe(0)
    expect(heard).toMatchObject([
      { payload: { executionId: data.execution.id, state: 'passed', suite: 'default' } },
    ])
  })
})
