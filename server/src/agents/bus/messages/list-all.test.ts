import { expect, test } from 'vitest'
import { addAgent } from '../../../testing/agents.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { addPerson } from '../../../testing/people.ts'

interface Message {
  id: string
  message: string | null
  thread: string
  status: string
  signature: { authenticity: string }
}

onEachDatabase('the mail of an organization', (makeApp) => {
  test('is read by its admins in person, page by page, and by nobody else', async () => {
    const app = await makeApp()
    const [ada, bob, eve] = [
      await addAgent(app, 'ada'),
      await addAgent(app, 'bob'),
      await addAgent(app, 'eve'),
    ]
    const other = await addOrganization(app)
    const foreign = await addAgent(app, 'ada', { of: other })
    const send = async (from: typeof ada, body: object) =>
      (await from.post<Message>('/api/bus/messages', body)).data
    const first = await send(ada, { to: 'bob', message: 'one' })
    await send(bob, { to: 'ada', message: 'two', replyTo: first.id })
    await send(eve, { to: 'bob', message: 'three' })
    await send(eve, { to: 'eve', message: 'four' })
    await send(foreign, { to: 'ada', message: 'elsewhere' })
    const admin = await addPerson(app, { default: 'admin' })
    const read = (query = '', key = admin.token) => app.get<Message[]>(`/api/bus/mail?${query}`, { key })
    const texts = async (query = '') => (await read(query)).data.map(({ message }) => message)
    expect(await texts()).toEqual(['four', 'three', 'two', 'one'])
    expect(await texts('agent=ada')).toEqual(['two', 'one'])
    expect(await texts('agent=eve')).toEqual(['four', 'three'])
    expect(await texts(`thread=${first.thread}`)).toEqual(['two', 'one'])
    expect(await texts('status=failed')).toEqual([])
    const page = await read('limit=3')
    expect(page.data).toHaveLength(3)
    expect(await texts(`limit=3&cursor=${page.page?.nextCursor}`)).toEqual(['one'])
    const half = await read('agent=bob&limit=2')
    expect(await texts(`agent=bob&limit=2&cursor=${half.page?.nextCursor}`)).toEqual(['one'])
    expect((await read()).data.map(({ status }) => status)).toEqual(Array(4).fill('pending'))
    const editor = await addPerson(app, { default: 'editor' })
    for (const key of [editor.token, app.key, ada.key]) expect((await read('', key)).status).toBe(403)
    expect((await read('agent=nobody')).status).toBe(404)
  })

  test('hides a text that was changed after it was sent', async () => {
    const app = await makeApp()
    const ada = await addAgent(app, 'ada')
    const { data } = await ada.post<Message>('/api/bus/messages', { to: 'ada', message: 'true' })
    await app.store.write((db) =>
      db.updateTable('bus_message').set({ payload: 'false' }).where('public_id', '=', data.id).execute(),
    )
    const { token } = await addPerson(app, { default: 'admin' })
    const { data: all } = await app.get<Message[]>('/api/bus/mail?agent=ada', { key: token })
    expect(all.find(({ id }) => id === data.id)).toMatchObject({
      message: null,
      status: 'failed',
      signature: { authenticity: 'changed' },
    })
  })
})
