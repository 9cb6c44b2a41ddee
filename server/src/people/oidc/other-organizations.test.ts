import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TokenClaims } from '../../testing/issuer.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson, type TestPerson } from '../../testing/people.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import { exchange, listedIssuer, slugOf, trust } from '../../testing/workflows.ts'
import { findBySlug } from '../identity/former-slugs.ts'
import { readTrusts } from './read-trusts.ts'

onEachDatabase('workflows of one organization', (make) => {
  test("an admin of another organization changes nothing about one's own workflows", async () => {
    const app = await make({ rateLimits: { signIns: 3 } })
    const issuer = await listedIssuer(app)
    const stranger = await addOrganization(app)
    const theirs = await slugOf(app, stranger)
    const inTheirs = { aud: `http://svc.test/organizations/${theirs}` }
    await trust(app, issuer, { events: ['push'], project: 'shop' })
    const questions: [TokenClaims, object][] = [
      [{}, {}],
      [{ event_name: 'pull_request' }, {}],
      [{ ref: 'refs/pull/7/merge' }, {}],
      [{}, { project: 'other' }],
      [{ repository_id: '4712' }, {}],
      [{ ...inTheirs }, {}],
    ]
    const ask = async (meanwhile: () => Promise<unknown> = async () => {}) => {
      const answers: unknown[] = []
      for (const [claims, more] of questions) {
        await meanwhile()
        const { status, error, data } = await exchange(app, issuer, claims, more)
        answers.push({ status, error, organization: data?.organization, project: data?.project })
        app.advance(60_000)
      }
      return answers
    }
    const before = await ask()
    expect(before).toMatchObject([
      { status: 200, organization: 'default', project: 'shop' },
      { status: 401 },
      { status: 200 },
      { status: 401 },
      { status: 401 },
      { status: 401 },
    ])
    for (const more of [{}, { project: 'shop' }, { project: 'other' }, { repositoryId: '4712' }])
      expect((await trust(app, issuer, more, stranger)).status).toBe(200)
    // Their refusals, from the same address at the same time, use up nobody else's.
    const refuse = async () => {
      for (let i = 0; i < 4; i++)
        await exchange(app, issuer, { ...inTheirs, event_name: 'none' }, { organization: theirs })
    }
    expect(await ask(refuse)).toEqual(before)
    // A token of one organization is none of another's, in either direction.
    expect(await exchange(app, issuer, {}, { organization: theirs })).toMatchObject({
      status: 401,
      error: { message: expect.stringMatching(/"aud"/) },
    })
    app.advance(60_000)
    const key = (
      await exchange(app, issuer, { ...inTheirs, event_name: 'pull_request' }, { organization: theirs })
    ).data
    expect(key).toMatchObject({ organization: theirs })
  })

  test('no trust, a trust of others only, and no such organization sound alike', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const words = async (organization: string) => {
      const aud = `http://svc.test/organizations/${organization}`
      const { status, error } = await exchange(app, issuer, { aud }, { organization })
      return `${status} ${error?.code} ${error?.message.replaceAll(organization, 'X')}`
    }
    const nowhere = await words('default')
    const stranger = await addOrganization(app)
    await trust(app, issuer, {}, stranger)
    expect(await words('default')).toBe(nowhere)
    expect(await words('nobody')).toBe(nowhere)
    expect(
      await app.post('/auth/oidc', { token: await issuer.token(app.clock()) }, { key: null }),
    ).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^organization is required and must be the slug/) },
    })
  })

  test('refusals for invented organizations are bounded, in tries and in rows', async () => {
    const app = await make({ rateLimits: { signIns: 1 } })
    const issuer = await listedIssuer(app)
    const statuses = new Set<number>()
    for (let i = 0; i < 60; i++) {
      const organization = `invented-${i}`
      const aud = `http://svc.test/organizations/${organization}`
      statuses.add((await exchange(app, issuer, { aud }, { organization })).status)
    }
    expect(statuses).toEqual(new Set([401, 429]))
    const rows = await app.store.read.selectFrom('brake').selectAll().execute()
    expect(rows).toHaveLength(1)
  })

  test('a slug continues naming the organization that had it, and nobody else', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const [ada, eve] = [await addPerson(app, {}), await addPerson(app, {})]
    const createOrganization = (slug: string, { token: key }: TestPerson) =>
      app.post('/api/organizations', { name: slug, slug }, { key })
    await createOrganization('acme', ada)
    await createOrganization('evil', eve)
    await trust(app, issuer, {}, ada.token)
    await trust(app, issuer, {}, eve.token)
    const ask = (organization: string) =>
      exchange(app, issuer, { aud: `http://svc.test/organizations/${organization}` }, { organization })
    const rename = (slug: string, { token: key }: TestPerson) =>
      app.post('/api/organization', { slug }, { key })
    expect((await rename('acme-ltd', ada)).status).toBe(200)
    for (const slug of ['acme', 'acme-ltd', ' ACME '])
      expect(
        (
          await exchange(
            app,
            issuer,
            { aud: `http://svc.test/organizations/${slug.trim().toLowerCase()}` },
            { organization: slug },
          )
        ).data.organization,
      ).toBe('acme-ltd')
    expect((await createOrganization('acme', eve)).error?.code).toBe('CONFLICT')
    expect((await rename('acme', eve)).error?.code).toBe('CONFLICT')
    expect((await rename('acme', ada)).status).toBe(200)
    expect((await ask('acme-ltd')).data.organization).toBe('acme')
    // Also once the organization is gone, from everybody but the person who ended it.
    expect((await app.delete('/api/organization?confirm=acme', { key: ada.token })).status).toBe(200)
    for (const slug of ['acme', 'acme-ltd']) {
      expect((await ask(slug)).status).toBe(401)
      expect((await createOrganization(slug, eve)).error?.code).toBe('CONFLICT')
      expect((await rename(slug, eve)).error?.code).toBe('CONFLICT')
    }
    await app.removeDeleted()
    expect((await createOrganization('acme', eve)).error?.code).toBe('CONFLICT')
    expect((await createOrganization('acme', ada)).status).toBe(200)
    expect((await ask('acme')).status).toBe(401)
  })

  test('trusts of others are not even looked at', async () => {
    const app = await make()
    const statements = await statementsOf(app, async ({ store }) => {
      await findBySlug(store.lookup, 'acme')
      await readTrusts(store.lookup, 1, { issuer: 'https://issuer.example', repositoryId: '4711' })
    })
    expect(statements).toHaveLength(3)
    for (const [statement, plan] of await plansOf(app, statements)) {
      expect(plan, statement).not.toMatch(/SCAN|Seq Scan/)
      if (!statement.includes('oidc_trust')) continue
      // SQLite names the columns that it looks up by; Postgres has them in the condition of the index.
      expect(plan).toMatch(/oidc_trust_claims/)
      expect(plan).toMatch(
        /\(organization_id=\? AND repository_id=\? AND issuer=\?\)|Index Cond: .*organization_id.*repository_id.*issuer/,
      )
    }
  })

  test('an organization keeps ten former slugs, and must be one of them again', async () => {
    const app = await make()
    const rename = (slug: string) => app.post('/api/organization', { slug })
    for (let i = 0; i < 10; i++) expect((await rename(`slug-${i}`)).status).toBe(200)
    expect(await rename('one-more')).toMatchObject({
      status: 409,
      error: { message: expect.stringMatching(/at most 10\. Choose one of them: default, slug-0,/) },
    })
    expect((await rename('default')).status).toBe(200)
    expect((await rename('slug-3')).status).toBe(200)
  })
})
