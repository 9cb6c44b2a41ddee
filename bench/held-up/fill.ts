import { openStore, type StoreAddress } from '../../server/src/ground/store/open.ts'
import type { Db } from '../../server/src/ground/store/portable.ts'
import { bootstrap } from '../../server/src/people/identity/bootstrap.ts'
import { beginSession } from '../../server/src/people/identity/sessions.ts'
import { addOrganization } from '../../server/src/testing/organization.ts'
import { fillBus } from './fill-bus.ts'
import { fillKnowledge } from './fill-knowledge.ts'
import { AMOUNT, KIND, ORGANIZATION } from './ground.ts'
import { I, idOf, insertSeries, long, numbered, publicId } from './insert-series.ts'

/** Credentials of the organization with everything, and of its neighbour. */
export interface Filled {
  key: string
  otherKey: string
  /** Of an admin of the first. */
  session: string
}

/**
 * Creates a database in which one organization has as much of everything as its limits allow, or as a few years bring
 * where there is no limit.
 */
export async function fill(address: StoreAddress): Promise<Filled> {
  const store = await openStore(address)
  try {
    const key = (await bootstrap(store, Date.now, 'admin')) ?? ''
    const otherKey = await addOrganization({ store, clock: Date.now })
    const session = await store.write(admin)
    for (const part of [projects, people, webhooks, events]) await store.write(part)
    await fillKnowledge(store)
    await fillBus(store)
    return { key, otherKey, session }
  } finally {
    await store.close()
  }
}

const now = Date.now()

/** The project of the runs, and one to delete. */
const projects = (db: Db) =>
  insertSeries(db, 'project', 2, {
    public_id: idOf(KIND.project),
    organization_id: ORGANIZATION,
    slug: numbered('old'),
    name: 'old',
    created_at: now,
  })

/** An admin who has signed in; returns the session's token. */
async function admin(db: Db): Promise<string> {
  const { id } = await db
    .insertInto('person')
    .values({ public_id: publicId(KIND.person, 0), email: 'admin', name: 'admin', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('member')
    .values({ organization_id: ORGANIZATION, person_id: id, role: 'admin', created_at: now })
    .execute()
  const { token } = await beginSession(db, { address: '192.0.2.1', userAgent: 'bench' }, id, now)
  return token
}

/** Two people, a key and a trust, each with many keys. */
async function people(db: Db): Promise<void> {
  await insertSeries(db, 'person', 2, {
    public_id: idOf(KIND.person),
    email: numbered('p'),
    name: 'p',
    created_at: now,
  })
  const persons = await db.selectFrom('person').select('id').where('name', '=', 'p').orderBy('id').execute()
  for (const { id } of persons)
    await db
      .insertInto('member')
      .values({ organization_id: ORGANIZATION, person_id: id, role: 'editor', created_at: now })
      .execute()
  const trust = await db
    .insertInto('oidc_trust')
    .values({
      public_id: publicId(KIND.trust, 1),
      organization_id: ORGANIZATION,
      project_id: null,
      issuer: 'https://issuer.example',
      repository_id: '1',
      repository: null,
      refs: '["*"]',
      events: '["push"]',
      created_by: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const common = {
    organization_id: ORGANIZATION,
    name: 'a key',
    hint: 'svc',
    role: 'editor',
    scopes: 'read',
    created_at: now,
  }
  await insertSeries(db, 'api_key', 1, { ...common, public_id: idOf(KIND.key), hash: 'parent' })
  const parent = await db
    .selectFrom('api_key')
    .select('id')
    .where('hash', '=', 'parent')
    .executeTakeFirstOrThrow()
  const project = await db.selectFrom('project').select('id').orderBy('id').executeTakeFirstOrThrow()
  // Of keys of workflows, which ended in the last hour.
  await insertSeries(db, 'active_project', AMOUNT.many, {
    organization_id: ORGANIZATION,
    credential: numbered('key:9'),
    project_id: project.id,
    switched_at: 0,
  })
  const owners = [
    { owner_id: persons[0]?.id ?? 0 },
    { owner_id: persons[1]?.id ?? 0 },
    { parent_key_id: parent.id },
    { trust_id: trust.id, expires_at: now + 1e9 },
  ]
  for (const [at, owner] of owners.entries())
    await insertSeries(db, 'api_key', AMOUNT.owned, {
      ...common,
      ...owner,
      public_id: idOf(KIND.key, (at + 1) * AMOUNT.owned),
      hash: numbered(`hash ${at} `),
    })
}

/** One with failed deliveries, one with waiting ones, one to delete, and others without any. */
async function webhooks(db: Db): Promise<void> {
  const organization_id = ORGANIZATION
  await insertSeries(db, 'webhook', AMOUNT.webhooks - 1, {
    public_id: idOf(KIND.webhook),
    organization_id,
    name: numbered('webhook '),
    kind: 'json',
    address: 'sealed',
    hint: 'https://example.com/…',
    events: 'base.broke',
    created_at: now,
  })
  const rows = await db.selectFrom('webhook').select('id').orderBy('id').limit(3).execute()
  for (const [at, { id }] of rows.entries())
    await insertSeries(db, 'webhook_delivery', AMOUNT.many, {
      public_id: idOf(KIND.delivery, at * AMOUNT.many),
      webhook_id: id,
      organization_id,
      event: 'base.broke',
      subject: numbered('subject '),
      payload: long(JSON.stringify({ event: 'base.broke', tests: Array(4).fill('a test of a file') })),
      state: at === 1 ? 'waiting' : 'failed',
      attempts: 3,
      next_at: now + 1e9,
      created_at: now,
      ended_at: at === 1 ? null : now,
    })
}

/** A week of handled events. */
const events = (db: Db) =>
  insertSeries(db, 'outbox', AMOUNT.many, {
    organization_id: ORGANIZATION,
    kind: 'test.became-flaky',
    payload: numbered(`{"project":"other","executionId":"${publicId(KIND.other, 1)}","testId":"`),
    created_at: I,
    dispatched_at: now,
  })
