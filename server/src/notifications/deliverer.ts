import { sql } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import { describeError, type Log } from '../kernel/log.ts'
import { deleteInSteps } from '../store/delete-in-steps.ts'
import type { Store } from '../store/open.ts'
import { claimRows, type Db, hasEnded, isOneOf, leaseEnd } from '../store/portable.ts'
import { readWebhookKey } from '../store/secret.ts'
import { record } from './record.ts'
import type { ToSend } from './send.ts'

/** Concurrent attempts, one per webhook: a slow receiver delays no other. */
const AT_ONCE = 64
/** Of one organization: slow receivers of one leave room for the others. */
const AT_ONCE_OF_ONE = 16
/** Deliveries per read; excludes webhooks with an attempt under way, and organizations with all of theirs. */
const LOOKED_AT = 1_000
/** Longer than an attempt takes: an attempt without a record by then was interrupted, and is retried. */
const LEASE_MS = 15_000
const KEPT_MS = 7 * 86_400_000
const TIDY_EVERY_MS = 60_000
/** The time limit for attempts when the server stops. */
const LAST_MS = 2_000

export interface DelivererParts {
  store: Store
  clock: Clock
  log: Log
  allowPrivate: boolean
  /** Messages to agents; absent: none are sent. */
  messages?: MessageSource
  /** Records an error; returns true if it was logged. */
  isKnown?: (error: unknown, doing: string) => boolean
  /** Called when an attempt is over: the next one of its webhook may be due. */
  ended?: () => void
  /** From 0 to 1. */
  random?: () => number
}

/** What the deliverer needs to know of messages to agents. */
export interface MessageSource {
  /** The body of a message as it is now, or why it cannot be sent any more. */
  bodyOf(messageId: number, delivery: string): Promise<{ body: string } | { problem: string }>
  /** The receiver has accepted the message. */
  accepted(db: Db, messageId: number, now: number): Promise<void>
}

/** A background worker that sends due deliveries. */
export interface Deliverer {
  /** Starts due deliveries and returns; call it every second or so. */
  tick(): Promise<void>
  /** Waits for the attempts under way. */
  idle(): Promise<void>
  /** Aborts the attempts under way; the next server retries those without an answer. */
  stop(): Promise<void>
}

export function makeDeliverer({
  store,
  clock,
  log,
  allowPrivate,
  messages,
  isKnown = () => false,
  ended = () => {},
  random = Math.random,
}: DelivererParts): Deliverer {
  /** Attempts by webhook. */
  const underWay = new Map<number, UnderWay>()
  const stopping = new AbortController()
  let tidiedAt = 0
  let key: Promise<string> | null = null

  const attempt = async (due: Due): Promise<void> => {
    key ??= readWebhookKey(store).catch((error: unknown) => {
      // Otherwise one database outage would stop deliveries permanently.
      key = null
      throw error
    })
    // Loaded on demand: most servers send nothing.
    const { send } = await import('./send.ts')
    const options = { key: await key, allowPrivate, signal: stopping.signal, now: clock() }
    const content = due.messageId === null ? null : await messages?.bodyOf(due.messageId, due.delivery)
    if (content === undefined || (content && 'problem' in content)) {
      const problem = content?.problem ?? 'This server sends no messages.'
      await store.write(async (db) => {
        await cancel(db, due, problem, clock())
        await letGo(db, due)
      })
      return
    }
    const answer = await send({ ...due, ...content }, options).catch((error: unknown) => {
      log({ level: 'error', event: 'delivery failed', delivery: due.delivery, error: describeError(error) })
      return {
        status: null,
        problem: 'This server could not send it; its log contains the reason.',
        retryAfterMs: 0,
      }
    })
    const isCut = stopping.signal.aborted && answer.status === null
    await store.write(async (db) => {
      if (!isCut) await record(db, due, answer, { now: clock(), random: random(), log })
      if (answer.problem === null && due.messageId !== null)
        await messages?.accepted(db, due.messageId, clock())
      await letGo(db, due)
    })
  }

  /** Begins attempts and adds them to those of this tick. Returns false if there was none to begin. */
  const take = async (begun: Begun): Promise<boolean> => {
    const now = clock()
    const ids = fairly(await findDue(store, begun, now), begun, AT_ONCE - underWay.size)
    if (ids.length === 0) return false
    const claimed = await store.write((db) => claim(db, store, ids, now))
    for (const due of claimed) {
      const attempted = attempt(due)
        .catch((error: unknown) => {
          if (isKnown(error, 'delivery to a webhook')) return
          log({
            level: 'error',
            event: 'delivery failed',
            delivery: due.delivery,
            error: describeError(error),
          })
        })
        .finally(() => {
          underWay.delete(due.webhookId)
          ended()
        })
      underWay.set(due.webhookId, { organizationId: due.organizationId, attempted })
      begun.set(due.webhookId, due)
    }
    return claimed.length > 0
  }

  const idle = async () => {
    await Promise.all([...underWay.values()].map(({ attempted }) => attempted))
  }

  return {
    idle,
    async tick() {
      const begun: Begun = new Map(underWay)
      // An organization with thousands of deliveries hides those of others until it has had its share.
      while (underWay.size < AT_ONCE && begun.size < 2 * AT_ONCE && (await take(begun)));
      if (clock() - tidiedAt < TIDY_EVERY_MS) return
      tidiedAt = clock()
      await forget(store, tidiedAt - KEPT_MS)
    },
    async stop() {
      const cut = setTimeout(() => stopping.abort(), LAST_MS)
      await idle()
      clearTimeout(cut)
    },
  }
}

interface UnderWay {
  organizationId: number
  attempted: Promise<void>
}

/** By webhook: the attempts under way, and those that this tick has begun. */
type Begun = Map<number, { organizationId: number }>

interface Due extends ToSend {
  id: number
  webhookId: number
  organizationId: number
  attempts: number
  createdAt: number
  event: string
  /** Set if it sends a message to an agent. */
  messageId: number | null
  /** The end of this attempt's claim of the webhook, which distinguishes it from later claims. */
  busyUntil: number
}

/** The next deliveries in turns of their organizations; the one with the fewest attempts comes first. */
function fairly(due: { id: number; organizationId: number }[], begun: Begun, most: number): number[] {
  const counts = countByOrganization(begun)
  const turns = due.map(({ id, organizationId }) => {
    const turn = counts.get(organizationId) ?? 0
    counts.set(organizationId, turn + 1)
    return { id, turn }
  })
  return turns
    .filter(({ turn }) => turn < AT_ONCE_OF_ONE)
    .sort((one, other) => one.turn - other.turn)
    .slice(0, most)
    .map(({ id }) => id)
}

function countByOrganization(begun: Begun): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { organizationId } of begun.values())
    counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
  return counts
}

/**
 * The oldest due delivery of each webhook without a claim, oldest first. Skips organizations that have begun their
 * share of attempts, and deliveries whose owner is gone.
 */
async function findDue(
  { read, dialect }: Store,
  begun: Begun,
  now: number,
): Promise<{ id: number; organizationId: number }[]> {
  const busy = [...begun.keys()]
  const full = [...countByOrganization(begun)].flatMap(([id, count]) => (count < AT_ONCE_OF_ONE ? [] : [id]))
  const due = read
    .selectFrom('webhook_delivery')
    .select(['id', 'webhook_id', 'organization_id', 'project_id', 'next_at'])
    // A literal, so that SQLite recognizes the partial index of waiting deliveries.
    .where(sql<boolean>`state = 'waiting'`)
    .where('next_at', '<=', now)
    .$if(busy.length > 0, (query) => query.where('webhook_id', 'not in', busy))
    .$if(full.length > 0, (query) => query.where('organization_id', 'not in', full))
    // Not below: a thousand of a deleted organization would fill the page.
    .where('organization_id', 'in', (query) =>
      query.selectFrom('organization').select('id').where('deleted_at', 'is', null),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook')
            .select('webhook.id')
            .whereRef('webhook.id', '=', 'webhook_delivery.webhook_id')
            .where(not(hasEnded(dialect, 'busy_until', LEASE_MS))),
        ),
      ),
    )
    .orderBy('next_at')
    .limit(LOOKED_AT)
  const rows = await read
    .selectFrom(due.as('due'))
    .leftJoin('project', 'project.id', 'due.project_id')
    .select((eb) => [eb.fn.min('due.id').as('id'), 'due.organization_id'])
    .where((eb) =>
      eb.or([
        eb('due.project_id', 'is', null),
        eb('project.organization_id', '=', eb.ref('due.organization_id')),
      ]),
    )
    .groupBy(['due.webhook_id', 'due.organization_id'])
    .orderBy((eb) => eb.fn.min('due.next_at'))
    .execute()
  return rows.map((row) => ({ id: row.id, organizationId: row.organization_id }))
}

/**
 * Claims deliveries and their webhooks for this server, for the longest duration of an attempt. Uses the
 * database's clock, so that no other replica sends to a claimed webhook, regardless of its own clock.
 */
async function claim(db: Db, { dialect }: Store, ids: number[], now: number): Promise<Due[]> {
  const free = await db
    .selectFrom('webhook')
    .select('id')
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_delivery')
        .select('webhook_id')
        .where(isOneOf(dialect, 'webhook_delivery.id', ids)),
    )
    .where(hasEnded(dialect, 'busy_until', LEASE_MS))
    .modifyEnd(claimRows(dialect))
    .execute()
  if (free.length === 0) return []
  const rows = await db
    .updateTable('webhook_delivery')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: now + LEASE_MS }))
    .where(isOneOf(dialect, 'id', ids))
    .where(
      isOneOf(
        dialect,
        'webhook_id',
        free.map((webhook) => webhook.id),
      ),
    )
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .returning([
      'id',
      'public_id',
      'webhook_id',
      'organization_id',
      'payload',
      'attempts',
      'created_at',
      'event',
      'message_id',
    ])
    .execute()
  if (rows.length === 0) return []
  const webhooks = await db
    .updateTable('webhook')
    .set({ busy_until: leaseEnd(dialect, LEASE_MS) })
    .where(
      isOneOf(
        dialect,
        'id',
        rows.map((row) => row.webhook_id),
      ),
    )
    .returning(['id', 'public_id', 'kind', 'address', 'secret', 'busy_until'])
    .execute()
  const webhookOf = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  return rows.flatMap((row): Due[] => {
    const webhook = webhookOf.get(row.webhook_id)
    if (!webhook) return []
    const { kind, address, secret, public_id, busy_until } = webhook
    return [
      {
        id: row.id,
        delivery: row.public_id,
        webhookId: row.webhook_id,
        organizationId: row.organization_id,
        webhook: public_id,
        payload: row.payload,
        attempts: row.attempts,
        createdAt: row.created_at,
        event: row.event,
        messageId: row.message_id,
        busyUntil: busy_until as number,
        ...{ kind, address, secret },
      },
    ]
  })
}

/** Ends a delivery whose message can no longer be sent. */
const cancel = (db: Db, { id }: Due, problem: string, now: number) =>
  db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', problem, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

/** Allows other attempts of the webhook, unless the claim has expired and another replica has it. */
const letGo = (db: Db, { webhookId, busyUntil }: Due) =>
  db
    .updateTable('webhook')
    .set({ busy_until: null })
    .where('id', '=', webhookId)
    .where('busy_until', '=', busyUntil)
    .execute()

/** Deletes deliveries that ended before; costs one look-up if there are none. */
async function forget(store: Store, before: number): Promise<void> {
  const old = (db: Db) => db.selectFrom('webhook_delivery').select('id').where('ended_at', '<', before)
  if (!(await old(store.read).limit(1).executeTakeFirst())) return
  await deleteInSteps(store, (db, limit) =>
    db.deleteFrom('webhook_delivery').where('id', 'in', old(db).limit(limit)).executeTakeFirst(),
  )
}
