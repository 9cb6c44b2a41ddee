import { BUS_EVENTS } from '@svc/schema'
import { sql } from 'kysely'
import type { Consumer, Event } from '../../../ground/kernel/consumer.ts'
import { columnsAs, type Db, type Dialect, forUpdate, isOneOf } from '../../../ground/store/portable.ts'
import type { BusEvent } from '../../../ground/store/tables.ts'
import { writeInTurn } from '../../../ground/store/turns.ts'
import type { WorkParts } from '../dependencies.ts'
import { notifyRecipients } from '../send.ts'
import { type Notice, sendNotices } from '../tell.ts'
import { type Happening, readHappenings } from './group-events.ts'

type Bus = WorkParts['bus']

/** Messages of one transaction. */
const SENT_AT_ONCE = 200

/**
 * The consumer of events that notifies subscribed agents: some of them in each transaction, which also notes with the
 * event how far its message has gone.
 */
export const busConsumer = ({ bus }: Pick<WorkParts, 'bus'>) =>
  ({
    name: 'bus',
    kinds: BUS_EVENTS,
    handleAll: async (events: Event[], now: number) => {
      const subscriptions = await readSubscriptions(bus.store, events)
      const wanted = events.filter(({ organizationId, kind }) =>
        subscriptions.some((one) => one.organization_id === organizationId && one.event === kind),
      )
      const happenings = await readHappenings(bus.store, wanted)
      for (const [organizationId, own] of Map.groupBy(happenings, (one) => one.organizationId)) {
        const messages = own.flatMap((happening) => messagesOf(happening, subscriptions))
        for (let at = 0; at < messages.length; at += SENT_AT_ONCE)
          await send(bus, organizationId, messages.slice(at, at + SENT_AT_ONCE), now)
      }
    },
  }) satisfies Consumer

/** A notice about an event. */
interface Message {
  eventId: number
  notice: Notice
}

/** Sends the messages that have not been sent yet, and wakes their recipients. */
async function send(bus: Bus, organizationId: number, messages: Message[], now: number): Promise<void> {
  const { dialect } = bus.store
  const sent = await writeInTurn(bus.store, organizationId, async (db) => {
    const told = await readTold(db, dialect, messages)
    const unsent = messages.filter(
      ({ eventId, notice }) => notice.to > (told.get(eventId) ?? Number.POSITIVE_INFINITY),
    )
    if (unsent.length === 0) return []
    // The last of an event is its farthest.
    const farthest = new Map(unsent.map(({ eventId, notice }) => [eventId, notice.to]))
    const listed = columnsAs(dialect, { event_id: [...farthest.keys()], agent_id: [...farthest.values()] })
    await sql`update outbox set told_to = listed.agent_id from ${listed} where outbox.id = listed.event_id`.execute(
      db,
    )
    return sendNotices(
      db,
      bus,
      unsent.map(({ notice }) => notice),
      now,
    )
  })
  notifyRecipients(bus, sent)
}

/** How far the messages about these events have gone, by the event; locks the events, and omits handled ones. */
async function readTold(db: Db, dialect: Dialect, messages: Message[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'told_to'])
    .where(isOneOf(dialect, 'id', [...new Set(messages.map(({ eventId }) => eventId))]))
    .where('dispatched_at', 'is', null)
    .orderBy('id')
    .$call(forUpdate(dialect))
    .execute()
  return new Map(rows.map(({ id, told_to }) => [id, told_to ?? 0]))
}

type Subscriptions = Awaited<ReturnType<typeof readSubscriptions>>

const readSubscriptions = ({ read, dialect }: Bus['store'], events: Event[]) =>
  read
    .selectFrom('bus_subscription')
    .select(['organization_id', 'agent_id', 'event', 'project_id', 'branch', 'suite', 'created_at'])
    .where(
      isOneOf(dialect, 'organization_id', [...new Set(events.map(({ organizationId }) => organizationId))]),
    )
    .where('event', 'in', [...new Set(events.map(({ kind }) => kind as BusEvent))])
    .execute()

/** One message for each agent, however many of its subscriptions match; in the order of the agents' ids. */
function messagesOf(happening: Happening, subscriptions: Subscriptions): Message[] {
  const { eventId, organizationId, event, projectId, branch, suite, at, payload } = happening
  const agents = subscriptions
    .filter(
      (one) =>
        one.organization_id === organizationId &&
        one.event === event &&
        // A new subscription gets no earlier events.
        one.created_at <= at &&
        (one.project_id === null || one.project_id === projectId) &&
        (one.branch === null || one.branch === branch) &&
        (one.suite === null || one.suite === suite),
    )
    .map((one) => one.agent_id)
  const sorted = [...new Set(agents)].sort((a, b) => a - b)
  const priority = event === 'base.broke' ? 1 : 2
  return sorted.map((to) => ({ eventId, notice: { to, type: 'alert', priority, channel: event, payload } }))
}
