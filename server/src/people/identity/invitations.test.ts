import { expect, test } from 'vitest'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson, givePassword } from '../../testing/people.ts'

interface Invitation {
  id: string
  token: string
  url: string
  email: string | null
  expiresAt: string
}
interface Joined {
  token: string
  person: { name: string; email: string }
  organizations: { slug: string; role: string }[]
}

const PASSWORD = 'correct horse battery'
const DAY_MS = 86_400_000

const invite = async (app: TestApp, body: object = {}, key = app.key) =>
  (await app.post<Invitation>('/api/invitations', body, { key })).data
const accept = (app: TestApp, token: string, key: string) =>
  app.post('/api/invitations/accept', { token }, { key })
const join = (app: TestApp, token: string, more: object = {}) =>
  app.post<Joined>(
    '/auth/join',
    { token, email: 'ada@example.com', password: PASSWORD, ...more },
    { key: null },
  )

onEachDatabase('invitations', (make) => {
  test('the link makes an account, a member and a session, once', async () => {
    const app = await make()
    const { token, url } = await invite(app, { role: 'viewer' })
    expect(url).toBe(`http://svc.test/join#${token}`)
    const read = await app.post('/auth/invitation', { token }, { key: null })
    expect(read.data).toEqual({
      organization: { slug: 'default', name: 'Default' },
      role: 'viewer',
      email: null,
      expiresAt: new Date(app.clock() + 7 * DAY_MS).toISOString(),
    })
    const joined = await join(app, token)
    expect(joined.data).toMatchObject({
      person: { email: 'ada@example.com', name: 'ada' },
      organizations: [{ slug: 'default', role: 'viewer' }],
    })
    expect((await app.get('/api/executions', { key: joined.data.token })).status).toBe(200)
    for (const again of [
      await join(app, token, { email: 'bob@example.com' }),
      await app.post('/auth/invitation', { token }, { key: null }),
      await accept(app, token, (await addPerson(app)).token),
    ])
      expect(again.error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringMatching(/used or/) })
    const people = await app.store.read.selectFrom('person').select('email').execute()
    expect(people.map(({ email }) => email)).not.toContain('bob@example.com')
  })

  test('of two who use a link at once, one joins', async () => {
    const app = await make()
    const people = [await addPerson(app), await addPerson(app), await addPerson(app)]
    const { token } = await invite(app)
    const answers = await Promise.all(people.map((person) => accept(app, token, person.token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await app.store.read.selectFrom('member').selectAll().execute()).toHaveLength(2)
  })

  test('a known address takes its password, so that a link takes over no account', async () => {
    const app = await make()
    const first = await join(app, (await invite(app)).token)
    expect(first.status).toBe(200)
    const other = await addOrganization(app)
    const { token } = await invite(app, { role: 'admin' }, other)
    expect((await join(app, token, { password: 'not the password' })).error?.code).toBe('UNAUTHORIZED')
    const second = await join(app, token)
    expect(second.data.organizations.map(({ role }) => role).sort()).toEqual(['admin', 'editor'])
  })

  test('for one address it is for nobody else; a member who follows it uses nothing up', async () => {
    const app = await make()
    const bob = await addPerson(app)
    const eve = await addPerson(app)
    const { token, email } = await invite(app, { email: bob.email.toUpperCase() })
    expect(email).toBe(bob.email)
    expect((await accept(app, token, eve.token)).error?.code).toBe('FORBIDDEN')
    expect((await join(app, token)).error?.code).toBe('FORBIDDEN')
    expect((await accept(app, token, bob.token)).data).toEqual({
      slug: 'default',
      name: 'Default',
      role: 'editor',
    })
    const anybody = await invite(app)
    expect((await accept(app, anybody.token, bob.token)).error?.code).toBe('CONFLICT')
    expect((await accept(app, anybody.token, eve.token)).status).toBe(200)
  })

  test('one for the address of a member ends when the member leaves that address', async () => {
    const app = await make()
    const bob = await addPerson(app, { default: 'editor' })
    const ada = await addPerson(app)
    for (const person of [bob, ada]) await givePassword(app, person, PASSWORD)
    const invited = await invite(app, { email: bob.email, role: 'admin' })
    const other = await invite(app, { email: ada.email })
    const move = (email: string, key: string) =>
      app.post('/api/person', { email, password: PASSWORD }, { key })
    expect((await move(`away-${bob.email}`, bob.token)).status).toBe(200)
    const { data: audit } = await app.get<object[]>('/api/audit?action=invitation.withdrawn')
    expect(audit).toMatchObject([
      {
        actor: { kind: 'person', id: bob.publicId },
        target: { kind: 'invitation', id: invited.id, name: bob.email },
        detail: { role: 'admin', because: 'person.email-changed' },
      },
    ])
    expect((await move(bob.email, bob.token)).status).toBe(200)
    await app.store.write((db) => db.deleteFrom('member').where('person_id', '=', bob.id).execute())
    expect((await accept(app, invited.token, bob.token)).status).toBe(404)
    // Ada is no member, so nobody else's link ends.
    expect((await move(`away-${ada.email}`, ada.token)).status).toBe(200)
    expect((await move(ada.email, ada.token)).status).toBe(200)
    expect((await accept(app, other.token, ada.token)).status).toBe(200)
  })

  test('it ends when it expires or is withdrawn, and leaves the list', async () => {
    const app = await make()
    const admin = await addPerson(app, { default: 'admin' })
    const short = await invite(app, { days: 1 }, admin.token)
    const long = await invite(app, { days: 90 })
    const list = async () => (await app.get<Invitation[]>('/api/invitations')).data
    expect(await list()).toMatchObject([
      { id: long.id, createdBy: null },
      { id: short.id, createdBy: { email: admin.email } },
    ])
    expect(JSON.stringify(await list())).not.toContain(long.token)
    const rows = await app.store.read.selectFrom('invitation').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(long.token)
    app.advance(DAY_MS)
    expect((await join(app, short.token)).status).toBe(404)
    expect((await list()).map(({ id }) => id)).toEqual([long.id])
    const theirs = await addOrganization(app)
    expect((await app.delete(`/api/invitations/${long.id}`, { key: theirs })).status).toBe(404)
    expect((await app.delete(`/api/invitations/${long.id}`)).status).toBe(200)
    expect((await join(app, long.token)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('bad input is named', async () => {
    const app = await make()
    const message = async (body: object) => (await app.post('/api/invitations', body)).error?.message
    expect(await message({ days: 91 })).toMatch(/days must be a whole number from 1 to 90/)
    expect(await message({ role: 'owner' })).toMatch(/role must be one of/)
    expect(await message({ email: 'nobody' })).toMatch(/email must be an e-mail address/)
    expect(await message({ to: 'a@b' })).toMatch(/no parameter "to"/)
  })
})

const MOST_PENDING = 1_000

onBothDatabases('invitations of one organization', (makeApp) => {
  test('are limited, and a withdrawn one makes room', async () => {
    const app = await makeApp()
    const { id: first } = await invite(app)
    const { id, ...row } = await app.store.read
      .selectFrom('invitation')
      .selectAll()
      .where('public_id', '=', first)
      .executeTakeFirstOrThrow()
    await app.store.write(async (db) => {
      for (let from = 1; from < MOST_PENDING; from += 100)
        await db
          .insertInto('invitation')
          .values(
            Array.from({ length: Math.min(100, MOST_PENDING - from) }, (_, at) => ({
              ...row,
              public_id: `${from + at}`,
              hash: `${from + at}`,
            })),
          )
          .execute()
    })
    const make = () => app.post('/api/invitations', {})
    const { status, error } = await make()
    expect([status, error?.message]).toEqual([
      409,
      expect.stringMatching(/at most 1000 pending invitations.*Withdraw/),
    ])
    expect((await app.delete(`/api/invitations/${first}`)).status).toBe(200)
    expect((await make()).status).toBe(200)
    expect((await make()).status).toBe(409)
    app.advance(8 * DAY_MS)
    expect((await make()).status).toBe(200)
  })
})
