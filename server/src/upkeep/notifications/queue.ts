import { setImmediate } from 'node:timers/promises'
import type { Consumer, Event, Queue } from '../../ground/kernel/consumer.ts'
import { newId } from '../../ground/kernel/id.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, type Dialect, forUpdate, insertColumns, isOneOf } from '../../ground/store/portable.ts'
import { FLAW } from '../../ground/store/tables.ts'
import { isBacked } from '../../people/identity/grants.ts'
import { ownersOf } from '../../results/owners/owners-of.ts'
import {
  type EventGroup,
  groupEvents,
  NAMED_TESTS,
  type Notice,
  type NoticeCulprit,
  type NoticeTest,
  noticeOf,
  WEBHOOK_EVENTS,
} from './notice.ts'

/** Lets related events share one message, even if they were not dispatched together. */
const HOLD_MS = 2_000

/** A notice, and the webhooks that receive it. */
interface Planned {
  group: EventGroup
  notice: Notice
  projectId: number
  webhookIds: number[]
  ownersOf: (file: string) => string[]
}

/** Webhooks as a consumer of events. */
export const webhookConsumer = (store: Store, baseUrl: string): Consumer => ({
  name: 'webhooks',
  kinds: WEBHOOK_EVENTS,
  queue: queueDeliveries(store, baseUrl),
  rowsOf: countDeliveries(store),
})

/** At most one delivery for each webhook of the organization; events that share a message count once. */
const countDeliveries =
  ({ read, dialect }: Store) =>
  async (events: Event[]): Promise<Map<number, number>> => {
    const organizationIds = [...new Set(events.map(({ organizationId }) => organizationId))]
    const counts = await read
      .selectFrom('webhook')
      .select(['organization_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where(isOneOf(dialect, 'organization_id', organizationIds))
      .groupBy('organization_id')
      .execute()
    const webhooks = new Map(counts.map((row) => [row.organization_id, Number(row.count)]))
    return new Map(
      groupEvents(events).map((group) => [group.events[0]?.id ?? 0, webhooks.get(group.organizationId) ?? 0]),
    )
  }

/** Turns events into deliveries, in the transaction that marks them as handled. */
export const queueDeliveries =
  (store: Store, baseUrl: string): Queue =>
  async (events) => {
    const planned = await plan(store, groupEvents(events), baseUrl)
    return async (db, won, now) => {
      for (const one of planned) {
        const mine = one.group.events.filter((event) => won.has(event.id))
        if (mine.length > 0) await deliver(db, store.dialect, one, mine, now)
      }
    }
  }

async function plan(store: Store, groups: EventGroup[], baseUrl: string): Promise<Planned[]> {
  const organizationIds = [...new Set(groups.map((group) => group.organizationId))]
  if (organizationIds.length === 0) return []
  const webhooks = await store.read
    .selectFrom('webhook')
    .select(['id', 'organization_id', 'project_id', 'events', 'created_at'])
    .where(isOneOf(store.dialect, 'organization_id', organizationIds))
    .where('disabled_at', 'is', null)
    .where(isBacked('webhook', 'webhook.organization_id', 'viewer'))
    .orderBy('id')
    .execute()
  const planned: Planned[] = []
  for (const group of groups) {
    const subscribed = webhooks.filter(
      (webhook) =>
        webhook.organization_id === group.organizationId &&
        // A new webhook receives no earlier events.
        webhook.created_at <= group.at &&
        webhook.events.split(' ').includes(group.event),
    )
    if (subscribed.length === 0) continue
    // Gone if it was deleted meanwhile.
    const execution = await store.read
      .selectFrom('execution')
      .innerJoin('project', 'project.id', 'execution.project_id')
      .selectAll('execution')
      .where('execution.public_id', '=', group.executionId)
      .where('project.organization_id', '=', group.organizationId)
      .executeTakeFirst()
    if (!execution) continue
    const { project_id: projectId } = execution
    const webhookIds = subscribed
      .filter((webhook) => webhook.project_id === null || webhook.project_id === projectId)
      .map((webhook) => webhook.id)
    if (webhookIds.length === 0) continue
    const notice = noticeOf(group, execution, baseUrl)
    const failed = group.event === 'base.broke' ? await readFailed(store, execution.id) : []
    const named = group.events.slice(0, NAMED_TESTS).map(({ payload }) => payload)
    const owners = await ownersOfFiles(store, execution.codeowners_id, [...failed, ...named])
    if (group.event === 'base.broke') {
      notice.tests = failed.map((test) => ({ ...test, owners: owners(test.file) }))
      notice.testCount = execution.failed
    }
    if (group.event === 'base.culprit') {
      const [event] = group.events
      const { fingerprint, commits, commitCount, probability } = (event?.payload ??
        {}) as unknown as NoticeCulprit
      notice.culprit = { fingerprint, commits, commitCount, probability }
    }
    planned.push({ group, notice, projectId, webhookIds, ownersOf: owners })
  }
  return planned
}

/**
 * The owners of the tests that the message names, looked up before the transaction, file by file: a path may have to be
 * compared with 50,000 patterns.
 */
async function ownersOfFiles(
  store: Store,
  codeownersId: number | null,
  tests: { file?: unknown }[],
): Promise<(file: string) => string[]> {
  const find = await ownersOf(store, codeownersId)
  const known = new Map<string, string[]>()
  const owners = (file: string): string[] => {
    const found = known.get(file) ?? find(file)
    known.set(file, found)
    return found
  }
  for (const { file } of tests) {
    if (typeof file !== 'string') continue
    owners(file)
    await setImmediate()
  }
  return owners
}

/** The first failed tests of a counted execution. */
async function readFailed({ read }: Store, executionId: number): Promise<Omit<NoticeTest, 'owners'>[]> {
  const rows = await read
    .selectFrom('bad_run')
    .innerJoin('test', 'test.id', 'bad_run.test_id')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.key', 'file.path', 'test.titles'])
    .distinct()
    .where('execution_id', '=', executionId)
    .where((eb) => eb(eb('flaws', '&', FLAW.failed), '<>', 0))
    .orderBy('file.path')
    .orderBy('test.key')
    .limit(NAMED_TESTS)
    .execute()
  return rows.map((row) => ({
    testId: row.key,
    file: row.path,
    titles: JSON.parse(row.titles) as string[],
    because: null,
  }))
}

async function deliver(
  db: Db,
  dialect: Dialect,
  { group, notice, projectId, webhookIds, ownersOf: owners }: Planned,
  events: Event[],
  now: number,
): Promise<void> {
  const isOfTests = group.event === 'test.became-flaky' || group.event === 'test.recovered'
  const fullNotice: Notice = isOfTests ? { ...notice, ...testsOf(events, owners) } : notice
  const about = group.failure === '' ? '' : ` ${group.failure}`
  const subject = `${group.event} ${group.executionId}${about} ${group.at}`
  const common = {
    organization_id: group.organizationId,
    project_id: projectId,
    event: group.event,
    payload: JSON.stringify(fullNotice),
    state: 'waiting',
    attempts: 0,
    next_at: now + HOLD_MS,
    created_at: now,
  }
  const made = await insertUnlessThere(db, dialect, { ...common, subject }, webhookIds)
  const there = webhookIds.filter((id) => !made.has(id))
  const begun: number[] = []
  for (const id of there) if (!(await join(db, dialect, { id, subject }, fullNotice))) begun.push(id)
  // The first message may already be on its way.
  await insertUnlessThere(db, dialect, { ...common, subject: `${subject} ${events[0]?.id}` }, begun)
}

/**
 * Inserts a delivery for each webhook without one of this subject, from any replica; waits for one that is being
 * inserted. Returns the webhooks of the inserted ones.
 */
async function insertUnlessThere(
  db: Db,
  dialect: Dialect,
  delivery: { subject: string; created_at: number } & Record<string, string | number>,
  webhookIds: number[],
): Promise<Set<number>> {
  const rows = (await insertColumns(
    db,
    dialect,
    'webhook_delivery',
    { ...delivery, public_id: webhookIds.map(() => newId(delivery.created_at)), webhook_id: webhookIds },
    'on conflict (webhook_id, subject) do nothing returning webhook_id',
  )) as { webhook_id: number }[]
  return new Set(rows.map((row) => row.webhook_id))
}

/** Adds tests to a delivery without an attempt; returns false if it had one, because it may be on its way. */
async function join(
  db: Db,
  dialect: Dialect,
  { id, subject }: { id: number; subject: string },
  notice: Notice,
): Promise<boolean> {
  // Locked, so that no replica claims or extends it before this is written.
  const waiting = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'payload'])
    .where('webhook_id', '=', id)
    .where('subject', '=', subject)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .$call(forUpdate(dialect))
    .executeTakeFirst()
  if (!waiting) return false
  const payload = JSON.stringify(joined(JSON.parse(waiting.payload) as Notice, notice))
  await db.updateTable('webhook_delivery').set({ payload }).where('id', '=', waiting.id).execute()
  return true
}

function testsOf(events: Event[], owners: (file: string) => string[]) {
  const tests = events.slice(0, NAMED_TESTS).map(({ payload }): NoticeTest => {
    const { testId, file, titles, because } = payload as unknown as Omit<NoticeTest, 'owners'>
    return { testId, file, titles, because, owners: owners(file) }
  })
  return { tests, testCount: events.length }
}

const joined = (before: Notice, more: Notice): Notice => ({
  ...before,
  tests: [...before.tests, ...more.tests].slice(0, NAMED_TESTS),
  testCount: before.testCount + more.testCount,
})
