import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addPerson } from '../../testing/people.ts'

onEachDatabase('an id in capitals', (make) => {
  test('names the same key, invitation, member and session', async () => {
    const app = await make()
    const { data: key } = await app.post<{ id: string }>('/api/keys', { name: 'a' })
    const { data: invitation } = await app.post<{ id: string }>('/api/invitations', {})
    const person = await addPerson(app, { default: 'viewer' })
    const { data } = await app.get<{ sessions: { id: string }[] }>('/api/sessions', { key: person.token })
    const session = data.sessions[0]?.id ?? ''
    const remove = async (path: string, id: string, as = app.key) =>
      (await app.delete(`${path}/${id.toUpperCase()}`, { key: as })).status
    expect(await remove('/api/keys', key.id)).toBe(200)
    expect(await remove('/api/invitations', invitation.id)).toBe(200)
    expect(await remove('/api/sessions', session, person.token)).toBe(200)
    expect(await remove('/api/members', person.publicId)).toBe(200)
  })
})
