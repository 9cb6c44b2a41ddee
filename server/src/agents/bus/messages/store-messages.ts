import { sql } from 'kysely'
import { newId } from '../../../ground/kernel/id.ts'
import { columnsAs, type Db, forUpdate, insertColumns, isOneOf } from '../../../ground/store/portable.ts'
import { indexMessages } from '../../../ground/store/portable-search.ts'
import { type AgentRow, type BusParts, type MessageRow, type Outgoing, SERVER_NAME } from '../dependencies.ts'
import { currentKeys, type Keyring } from '../signing/keys.ts'
import { type Envelope, envelopeText, signedText } from '../signing/signed-text.ts'
import { checkOwnSignatures } from './check-own-signatures.ts'
import { findEarlier, type Outcome } from './find-earlier.ts'
import { noticeOfFilling, refuseRecipient, refuseSender } from './refusals.ts'
import { type AgentWithTop, mendSequences, setAside } from './set-aside.ts'
import { countExpired } from './status-now.ts'
import { wordsOfMessage } from './words.ts'

/**
 * Stores messages in the caller's transaction. A refused message fails alone: its outcome contains
 * the problem, and none of it is stored. If a client message id was used before, the outcome is the
 * first message. No two of the messages may have the same client message id or signature.
 */
export async function storeMessages(
  db: Db,
  bus: BusParts,
  outgoing: Outgoing[],
  now: number,
): Promise<Outcome[]> {
  const agents = await lockAgents(db, bus, outgoing)
  const earlier = await findEarlier(db, bus, outgoing)
  const ownNotices = await setAside(db, bus, earlier.changed, now)
  const mended = await mendSequences(db, bus, agents.values(), now)
  if (mended || earlier.changed.length > 0) {
    // Live channels find these notices at their next read.
    const all = [...outgoing, ...ownNotices, ...(mended ?? [])]
    return (await storeMessages(db, bus, all, now)).slice(0, outgoing.length)
  }
  const problemOfSignature = await checkOwnSignatures(db, bus, outgoing, now)
  const full = [...agents.values()].filter(({ unread }) => unread >= bus.limits.inboxMessages)
  const expired = await countExpired(
    db,
    bus.store.dialect,
    full.map(({ id }) => id),
    now,
  )
  const accepted: Accepted[] = []
  const outcomes = outgoing.map((message): Outcome | number => {
    const outcome = earlier.outcomeOf(message)
    if (outcome) return outcome
    const problem =
      refuseSender(message, agents) ??
      problemOfSignature(message) ??
      earlier.problemOf(message) ??
      refuseRecipient(message, agents, bus.limits, expired)
    if (problem) return { problem }
    const at = accepted.push(accept(message, agents, earlier.threadOf(message))) - 1
    const notice = noticeOfFilling(message, agents, bus.limits)
    if (notice) accepted.push(accept(notice, agents, null))
    return at
  })
  const rows = await insert(db, bus, accepted, now)
  await storeCounters(db, bus, accepted, agents)
  return outcomes.map((outcome) =>
    typeof outcome === 'number' ? { row: rows[outcome] as MessageRow, isRepeat: false } : outcome,
  )
}

/** A message with its place in the inbox. */
interface Accepted {
  message: Outgoing
  /** Its state in this transaction. */
  from: AgentRow | null
  sequence: number
  /** Null if it starts a thread. */
  thread: string | null
}

/**
 * The current senders and recipients by internal id, locked until the commit, so that sequence
 * numbers become visible in order and no sender changes owner meanwhile. Locked in a fixed order,
 * because two batches would otherwise wait for each other.
 */
async function lockAgents(
  db: Db,
  { store }: BusParts,
  outgoing: Outgoing[],
): Promise<Map<number, AgentWithTop>> {
  const ids = new Set(outgoing.flatMap(({ from, to }) => (from ? [from.id, to.id] : [to.id])))
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('agent')
    .selectAll()
    // Reads one entry of the index; a running total over the inbox would read all of them.
    .select(
      sql<number | null>`(select max(sequence) from bus_message where to_agent_id = agent.id)`.as('top'),
    )
    .where(isOneOf(store.dialect, 'id', [...ids]))
    .orderBy('id')
    .$call(forUpdate(store.dialect))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Assigns the next sequence number and a place in the inbox, in memory. */
function accept(message: Outgoing, agents: Map<number, AgentRow>, thread: string | null): Accepted {
  const to = agents.get(message.to.id) as AgentRow
  to.sequence++
  to.unread++
  const from = message.from && (agents.get(message.from.id) as AgentRow)
  return { message, from, sequence: to.sequence, thread }
}

async function storeCounters(
  db: Db,
  { store: { dialect } }: BusParts,
  accepted: Accepted[],
  agents: Map<number, AgentRow>,
): Promise<void> {
  const changed = [...new Set(accepted.map(({ message }) => message.to.id))].map(
    (id) => agents.get(id) as AgentRow,
  )
  if (changed.length === 0) return
  const listed = columnsAs(dialect, {
    agent_id: changed.map(({ id }) => id),
    new_sequence: changed.map(({ sequence }) => sequence),
    new_unread: changed.map(({ unread }) => unread),
  })
  await sql`update agent set sequence = listed.new_sequence, unread = listed.new_unread
    from ${listed} where agent.id = listed.agent_id`.execute(db)
}

async function insert(db: Db, bus: BusParts, accepted: Accepted[], now: number): Promise<MessageRow[]> {
  if (accepted.length === 0) return []
  const holders = accepted.map(({ message, from }) => ({
    organization_id: message.to.organization_id,
    agent: from,
  }))
  const keys = await currentKeys(db, bus, holders, now)
  const unstored = accepted.map((one) => seal(bus, one, keys, now))
  const stored = (await insertColumns(
    db,
    bus.store.dialect,
    'bus_message',
    columnsOf(unstored),
    'returning id, public_id',
  )) as { id: number; public_id: string }[]
  const ids = new Map(stored.map(({ id, public_id }) => [public_id, id]))
  const rows = unstored.map((row): MessageRow => ({ ...row, id: ids.get(row.public_id) as number }))
  await indexMessages(
    db,
    bus.store.dialect,
    rows.map((row) => ({ id: row.id, words: wordsOfMessage(row) })),
  )
  return rows
}

type Unstored = Omit<MessageRow, 'id'>

/** The row of a message, signed. */
function seal(
  { signer }: BusParts,
  { message, from, sequence, thread }: Accepted,
  keys: Keyring,
  now: number,
): Unstored {
  const { to, payload, signed } = message
  const public_id = newId(now)
  const from_name = from?.name ?? SERVER_NAME
  const sent_at = signed?.timestamp ?? now
  const current = signed ? null : keys.of({ organization_id: to.organization_id, agent: from })
  const envelope: Envelope = {
    public_id,
    organization_id: to.organization_id,
    to_agent_id: to.id,
    to_name: to.name,
    sequence,
    from_agent_id: from?.id ?? null,
    from_name,
    from_display_name: from?.display_name ?? null,
    from_instance: from?.instance ?? null,
    client_message_id: message.clientMessageId ?? null,
    type: message.type,
    priority: message.priority,
    channel: message.channel ?? null,
    reply_to: message.replyTo ?? null,
    thread: thread ?? public_id,
    payload,
    sent_at,
    key_id: signed?.keyId ?? current?.id ?? '',
    signature:
      signed?.signature ??
      current?.key.sign(signedText({ from: from_name, to: to.name, payload, timestamp: sent_at })) ??
      '',
    signed_by: signed ? 'agent' : 'server',
    created_at: now,
    expires_at: message.expiresAt ?? null,
  }
  return {
    ...envelope,
    envelope_mac: signer.mac(envelopeText(envelope)),
    status: 'pending',
    problem: null,
    delivered_at: null,
    read_at: null,
    failed_at: null,
    shown_characters: 0,
  }
}

/** Rows as columns. */
function columnsOf(rows: Unstored[]): { [Name in keyof Unstored]: Unstored[Name][] } {
  const names = Object.keys(rows[0] ?? {}) as (keyof Unstored)[]
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as {
    [Name in keyof Unstored]: Unstored[Name][]
  }
}
