import type { Insertable } from 'kysely'
import { isBacked } from '../identity/credential-owner.ts'
import type { Consumer, Event, Queue } from '../kernel/events.ts'
import { newId } from '../kernel/id.ts'
import { ownersOf } from '../owners/owners-of.ts'
import type { Store } from '../store/open.ts'
import { type Db, type Dialect, forUpdate, isOneOf } from '../store/portable.ts'
import { FLAW, type Tables } from '../store/tables.ts'
import {
  type EventGroup,
  groupEvents,
  NAMED_TESTS,
  type Notice,
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
  // Older replicas record its retries under this name.
  name: 'queue',
  kinds: WEBHOOK_EVENTS,
  queue: queueDeliveries(store, baseUrl),
})

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
    .where('agent_id', 'is', null)
    .where(isBacked('webhook', 'webhook.organization_id', 'viewer'))
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
    const owners = await ownersOf(store, execution.codeowners_id)
    const notice = noticeOf(group, execution, baseUrl)
    if (group.event === 'base.broke')
      notice.tests = (await readFailed(store, execution.id)).map((test) => ({
        ...test,
        owners: owners(test.file),
      }))
    if (group.event === 'base.broke') notice.testCount = execution.failed
    planned.push({ group, notice, projectId, webhookIds, ownersOf: owners })
  }
  return planned
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
  const subject = `${group.event} ${group.executionId} ${group.at}`
  for (const webhookId of webhookIds) {
    const row = {
      public_id: newId(now),
      webhook_id: webhookId,
      organization_id: group.organizationId,
      project_id: projectId,
      event: group.event,
      subject,
      payload: JSON.stringify(fullNotice),
      state: 'waiting' as const,
      attempts: 0,
      next_at: now + HOLD_MS,
      created_at: now,
    }
    if (await insertUnlessThere(db, row)) continue
    if (await join(db, dialect, row, fullNotice)) continue
    // The first message may already be on its way.
    await insertUnlessThere(db, { ...row, subject: `${subject} ${events[0]?.id}` })
  }
}

type NewDelivery = Insertable<Tables['webhook_delivery']>

/**
 * False if the webhook has a delivery of this subject, from any replica; waits for one that is being
 * inserted.
 */
async function insertUnlessThere(db: Db, row: NewDelivery): Promise<boolean> {
  const made = await db
    .insertInto('webhook_delivery')
    .values(row)
    .onConflict((conflict) => conflict.columns(['webhook_id', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Adds tests to a delivery without an attempt; returns false if it had one, because it may be on its way. */
async function join(
  db: Db,
  dialect: Dialect,
  { webhook_id, subject }: NewDelivery,
  notice: Notice,
): Promise<boolean> {
  // Locked, so that no replica claims or extends it before this is written.
  const waiting = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'payload'])
    .where('webhook_id', '=', webhook_id)
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
