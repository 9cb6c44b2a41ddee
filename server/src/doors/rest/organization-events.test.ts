import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp, type TestRequest } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { passed, run, send, settled } from '../../testing/upload.ts'

/** Reads the stream event by event: its name and its projects; null at its end. */
async function open(app: TestApp, init: TestRequest = {}) {
  const response = await app.request('/api/events', init)
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let id = ''
  const next = async (): Promise<[event: string, projects: string[] | undefined] | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return null
        text += decoder.decode(value, { stream: true })
        continue
      }
      const frame = text.slice(0, end)
      text = text.slice(end + 2)
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
      id = field('id') ?? id
      const event = field('event')
      if (event) return [event, (JSON.parse(field('data') ?? '{}') as { projects?: string[] }).projects]
    }
  }
  return { response, next, id: () => id, close: () => reader?.cancel() }
}

onEachDatabase('events of an organization', (make) => {
  test('name the projects that changed, of this organization only', async () => {
    const app = await make()
    await settled(app, { results: [passed('a')] })
    const other = await addOrganization(app)
    const [own, foreign] = [await open(app), await open(app, { key: other })]
    expect(await own.next()).toEqual(['ready', []])
    expect(await foreign.next()).toEqual(['ready', []])
    await send(app, run({ project: 'cart', results: [passed('a')], end: null }))
    const told = new Set<string>()
    while (!told.has('cart')) for (const slug of (await own.next())?.[1] ?? []) told.add(slug)
    await send(app, run({ project: 'theirs', results: [passed('a')] }), { key: other })
    const theirs = new Set<string>()
    while (!theirs.has('theirs')) for (const slug of (await foreign.next())?.[1] ?? []) theirs.add(slug)
    expect(theirs).toEqual(new Set(['theirs']))
    const seen = own.id()
    await own.close()
    const again = await open(app, { headers: { 'Last-Event-ID': `${seen}0` } })
    expect(await again.next()).toMatchObject(['changed', ['cart', 'shop']])
    await Promise.all([again.close(), foreign.close()])
  })
})

test('a revoked key loses its stream, pages of other sites get none, and a drain ends all', async () => {
  const app = await makeApp()
  await settled(app, { results: [passed('a')] })
  const { data: key } = await app.post<{ id: string; value: string }>('/api/keys', { name: 'watch' })
  const watched = await open(app, { key: key.value })
  expect(await watched.next()).toEqual(['ready', []])
  await app.delete(`/api/keys/${key.id}`)
  app.advance(30_000)
  app.wake.notify('executions', 'any')
  expect(await watched.next()).toEqual(['ended', undefined])
  expect(await watched.next()).toBe(null)
  const last = await open(app)
  await last.next()
  app.drain()
  expect(await last.next()).toBe(null)
})
