// @module-tag thorough
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addAccount, guess, trySignIn } from '../../testing/sign-in.ts'
import { auditSignIn } from './sign-in.ts'

interface Entry {
  action: string
  actor: { kind: string; id: string | null; name: string }
  target: { name: string }
  detail: Record<string, unknown>
}

const auditOf = async (app: TestApp, key?: string) =>
  (await app.get<Entry[]>('/api/audit?limit=200', key ? { key } : {})).data

const slugOf = async (app: TestApp, key: string) =>
  (await app.get<{ organization: { slug: string } }>('/api/whoami', { key })).data.organization.slug

onEachDatabase('sign-ins in the audit trail', (make) => {
  test('sign-ins, refusals and waits stand in every organization of the person, and in no other', async () => {
    const app = await make({ rateLimits: { wrongPasswords: 4 } })
    const [own, foreign] = [await addOrganization(app), await addOrganization(app)]
    const person = await addAccount(app, { default: 'viewer', [await slugOf(app, own)]: 'viewer' } as never)
    const first = await trySignIn(app, person.email, { device: 'new' })
    await trySignIn(app, person.email, { device: first.data.device })
    await guess(app, person.email, '192.0.2.7')
    await guess(app, person.email, '192.0.2.7')
    await guess(app, person.email, '192.0.2.7')
    await guess(app, 'nobody@example.com')
    const visitor = { kind: 'visitor', id: null, name: '192.0.2.7' }
    const target = { kind: 'person', id: person.publicId, name: person.email }
    const address = '192.0.2.7'
    const expected = [
      {
        action: 'person.sign-in-slowed',
        actor: visitor,
        target,
        detail: { address, wrongPasswords: 2, by: 'accountFromAddress', seconds: 30 },
      },
      { action: 'person.sign-in-refused', actor: visitor, target, detail: { address, wrongPasswords: 2 } },
      { action: 'person.sign-in-refused', actor: visitor, target, detail: { address, wrongPasswords: 1 } },
      { action: 'person.signed-in', actor: target, target, detail: { device: 'known' } },
      { action: 'person.signed-in', actor: target, target, detail: { device: 'new' } },
    ]
    expect(await auditOf(app)).toMatchObject(expected)
    expect(await auditOf(app, own)).toMatchObject(expected)
    expect(await auditOf(app, foreign)).toEqual([])
  })

  test('a wrong present password is noted as the person’s own', async () => {
    const app = await make()
    const person = await addAccount(app)
    await app.post('/api/password', { current: 'wrong', password: 'another password' }, { key: person.token })
    expect(await auditOf(app)).toMatchObject([
      { action: 'person.sign-in-refused', actor: { kind: 'person', name: person.email } },
    ])
  })

  test('neither an attack of hours nor a program that signs in without end fills it', async () => {
    const app = await make({ rateLimits: { wrongPasswords: 4 } })
    const person = await addAccount(app)
    for (let minute = 0; minute < 5 * 60; minute += 5) {
      await guess(app, person.email, `192.0.${Math.floor(minute / 250)}.${minute % 250}`)
      app.advance(300_000)
    }
    const attack = await auditOf(app)
    expect(attack.length).toBeLessThan(30)
    for (let i = 0; i < 23; i++) {
      await app.store.write((db) => auditSignIn(db, person.id, false, app.clock()))
      app.advance(60_000)
    }
    const signIns = (await auditOf(app)).filter(({ action }) => action === 'person.signed-in')
    expect(signIns.length).toBe(20)
  })
})
