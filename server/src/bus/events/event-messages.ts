import { BUS_EVENTS } from '@svc/schema'
import type { Consumer, Event, Queue } from '../../kernel/events.ts'
import { isOneOf } from '../../store/portable.ts'
import type { BusEvent } from '../../store/tables.ts'
import { notifyRecipients } from '../send.ts'
import { type Notice, sendNotices } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { type Happening, readHappenings } from './group-events.ts'

/** The consumer of events that notifies subscribed agents. */
export const busConsumer = (parts: Pick<WorkParts, 'bus'>): Consumer => ({
  name: 'bus',
  kinds: BUS_EVENTS,
  queue: queueMessages(parts),
})

/** Turns events into messages, in the transaction that marks them as handled. */
const queueMessages =
  ({ bus }: Pick<WorkParts, 'bus'>): Queue =>
  async (events) => {
    const subscriptions = await readSubscriptions(bus.store, events)
    if (subscriptions.length === 0) return async () => undefined
    const wanted = events.filter(({ organizationId, kind }) =>
      subscriptions.some((one) => one.organization_id === organizationId && one.event === kind),
    )
    const happenings = await readHappenings(bus.store, wanted)
    return async (db, done, now, afterCommit) => {
      const notices = happenings
        .filter(({ eventId }) => done.has(eventId))
        .flatMap((happening) => noticesOf(happening, subscriptions))
      const sent = await sendNotices(db, bus, notices, now)
      afterCommit(() => notifyRecipients(bus, sent))
    }
  }

type Subscriptions = Awaited<ReturnType<typeof readSubscriptions>>

const readSubscriptions = ({ read, dialect }: WorkParts['bus']['store'], events: Event[]) =>
  read
    .selectFrom('bus_subscription')
    .select(['organization_id', 'agent_id', 'event', 'project_id', 'branch', 'suite', 'created_at'])
    .where(
      isOneOf(dialect, 'organization_id', [...new Set(events.map(({ organizationId }) => organizationId))]),
    )
    .where('event', 'in', [...new Set(events.map(({ kind }) => kind as BusEvent))])
    .execute()

/** One message for each agent, however many of its subscriptions match. */
function noticesOf(happening: Happening, subscriptions: Subscriptions): Notice[] {
  const { organizationId, event, projectId, branch, suite, at, payload } = happening
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
  return [...new Set(agents)].map((to) => ({
    to,
    type: 'alert',
    priority: event === 'base.broke' ? 1 : 2,
    channel: event,
    payload,
  }))
}
