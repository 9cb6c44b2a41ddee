import { defaultScopes, SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import type { Scope } from '../../ground/kernel/context.ts'
import { newId } from '../../ground/kernel/id.ts'
import type { Role } from '../../ground/store/tables.ts'
import { type Backing, OF_MACHINE } from '../../people/identity/grants.ts'
import { insertKey } from '../../people/identity/insert-key.ts'
import type { TestApp } from '../make-app.ts'
import { insertOrganization } from '../organization.ts'
import { addPerson, type TestPerson } from '../people.ts'
import { passed, run, send } from '../upload.ts'
import {
  attach,
  facts,
  fillProject,
  type Home,
  type Ids,
  newFailure,
  newTest,
  propose,
  rename,
  settle,
  writeDocument,
  writeTemplate,
} from './fill-organization.ts'

/** Rights of a key. */
export interface KeyRights {
  role: Role
  scopes?: readonly Scope[]
  /** Slug of the one project that it is restricted to. */
  project?: string
  expiresAt?: number
  trustId?: number
  name?: string
  /** The server's machine unless given. */
  backing?: Backing
}

/** Creates a key with these rights; returns its value and its public id. */
export function addKey(app: TestApp, home: Pick<Home, 'id'>, rights: KeyRights) {
  return app.store.write(async (db) => {
    const project =
      rights.project === undefined
        ? null
        : await db
            .selectFrom('project')
            .select('id')
            .where('organization_id', '=', home.id)
            .where('slug', '=', rights.project)
            .executeTakeFirstOrThrow()
    const { value, row } = await insertKey(
      db,
      {
        organizationId: home.id,
        name: rights.name ?? 'walks',
        role: rights.role,
        scopes: rights.scopes ?? defaultScopes(rights.role),
        projectId: project?.id ?? null,
        createdBy: rights.backing?.owner_id ?? null,
        backing: rights.backing ?? OF_MACHINE,
        expiresAt: rights.expiresAt ?? null,
        ...(rights.trustId === undefined ? {} : { trustId: rights.trustId }),
      },
      app.clock(),
    )
    return { value, id: row.public_id }
  })
}

/** Creates an organization with one key. */
export async function addHome(app: TestApp, slug: string): Promise<Home> {
  const { id } = await app.store.write((db) => insertOrganization(db, slug, app.clock()))
  const { value } = await addKey(
    app,
    { id },
    { role: 'admin', scopes: SCOPES_OF_ROLE.admin, name: `${slug} first` },
  )
  return { id, slug, key: value }
}

/** Creates a person with the mark in name and address. */
export async function addMarked(
  app: TestApp,
  mark: string,
  roles: Record<string, Role>,
): Promise<TestPerson> {
  const person = await addPerson(app, roles)
  const email = `${mark}.${person.id}@${mark}.test`
  await app.store.write((db) =>
    db
      .updateTable('person')
      .set({ email, name: `${mark} person` })
      .where('id', '=', person.id)
      .execute(),
  )
  return { ...person, email }
}

/** Creates data of every kind in an organization, two of each kind that has a list. */
export async function fillOrganization(app: TestApp, home: Home, mark: string): Promise<Ids> {
  const { key, slug } = home
  const people = [
    await addMarked(app, mark, { [slug]: 'admin' }),
    await addMarked(app, mark, { [slug]: 'viewer' }),
    await addMarked(app, mark, { [slug]: 'viewer' }),
  ]
  const project = await fillProject(app, home, mark)
  const make = makers(app, home, mark)
  for (const kind of ['key', 'webhook', 'trust', 'invitation', 'project'] as const) await make[kind]()
  const webhook = await make.webhook()
  const now = app.clock()
  for (const door of ['/api/ingest', '/api/test-results'])
    await app.store.write((db) =>
      db
        .insertInto('refused_upload')
        .values({
          organization_id: home.id,
          door,
          code: 'INVALID_REQUEST',
          message: `${mark} sent no results`,
          credential: `${mark} key`,
          count: 1,
          first_at: now,
          last_at: now,
        })
        .execute(),
    )
  for (let turn = 0; turn < 2; turn++) await app.post(`/api/webhooks/${webhook}/test`, {}, { key })
  const invitation = await app.post<{ id: string; token: string }>('/api/invitations', {}, { key })
  return {
    ...project,
    key: await make.key(),
    webhook,
    trust: await make.trust(),
    invitation: invitation.data.id,
    link: invitation.data.token,
    member: people[1]?.publicId ?? '',
    email: people[1]?.email ?? '',
    organization: slug,
    repositoryId: repositoryIdOf(mark, 1),
    session: await sessionOf(app, people[1]?.id ?? 0),
  }
}

/** Functions that create one more thing of a kind. */
export const makers = (app: TestApp, home: Home, mark: string, project = `${mark}-shop`) => {
  const { key, slug } = home
  const made = async (path: string, body: object) => {
    const { data, error } = await app.post<{ id: string }>(path, body, { key })
    if (error) throw new Error(`${path}: ${error.message}`)
    return data.id
  }
  return {
    key: async () => (await addKey(app, home, { role: 'viewer', name: `${mark} key` })).id,
    member: async () => (await addMarked(app, mark, { [slug]: 'viewer' })).publicId,
    invitation: () => made('/api/invitations', { email: `${++turns}@${mark}.test` }),
    webhook: () => made('/api/webhooks', { name: `${mark} hook`, url: `http://127.0.0.1:9/${mark}` }),
    execution: () =>
      settle(app, key, {
        ...facts(mark, project),
        build: newId(app.clock()),
        results: [passed('walks')],
      }),
    project: async () => {
      const slug = `${mark}-more-${++turns}`
      await settle(app, key, { ...facts(mark, slug), results: [passed('walks')] })
      return slug
    },
    artifact: async () => (await attach(app, key, mark, facts(mark, project))).artifact,
    upload: async () => (await attach(app, key, mark, facts(mark, project))).upload,
    journal: async () => (await attach(app, key, mark, facts(mark, project), false)).journal,
    failure: () => newFailure(app, key, mark, project),
    rename: () => rename(app, key, mark, project),
    document: async () => (await writeDocument(app, key, mark, project)).document,
    proposal: () => propose(app, key, mark, project),
    template: () => writeTemplate(app, key, mark, project),
    path: async () => `${mark}/${++turns}.md`,
    test: () => newTest(app, key, mark, project),
    repositoryId: async () => repositoryIdOf(mark, ++turns),
    link: async () => {
      const { data } = await app.post<{ token: string }>('/api/invitations', {}, { key })
      return data.token
    },
    trust: () =>
      made('/api/oidc-trusts', { repositoryId: repositoryIdOf(mark, ++turns), repository: `${mark}/shop` }),
  }
}

let turns = 10

const repositoryIdOf = (mark: string, turn: number): string => String(mark.charCodeAt(0) * 100_000 + turn)

/** Uploads the first run of an organization. */
export const begin = (app: TestApp, { key }: Home, mark: string) =>
  send(app, run({ ...facts(mark, `${mark}-shop`), results: [passed('walks')] }), { key })

/** Returns the public id of a person's only session. */
export async function sessionOf({ store }: TestApp, personId: number): Promise<string> {
  const session = store.lookup.selectFrom('session').select('public_id').where('person_id', '=', personId)
  return (await session.executeTakeFirstOrThrow()).public_id
}
