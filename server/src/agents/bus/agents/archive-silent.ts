import { type ExpressionBuilder, sql } from 'kysely'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import type { BusParts } from '../dependencies.ts'
import { failInSteps } from '../messages/expire.ts'

/** Agents of one read. */
const STEP = 200
/** Whoever archived an agent has failed its mail after this time, milliseconds, unless the server ended. */
const LEFT_MS = 3_600_000

interface Silence {
  /** Null: never. */
  days: number | null
  now: number
  ending?: AbortSignal | undefined
}

/**
 * Archives agents that made no call and kept no channel open for this many days, and fails the messages that wait for
 * them. Returns how many agents. Two concurrent runs archive each agent once.
 */
export async function archiveSilent(bus: BusParts, { days, now, ending }: Silence): Promise<number> {
  if (days === null) return 0
  const { store } = bus
  const because = `silent for ${countOf(days, 'day')}`
  const isSilent = silentSince(now - days * DAY_MS, now)
  let archived = 0
  for (let after = 0; !ending?.aborted; ) {
    const due = await store.read
      .selectFrom('agent')
      .select('id')
      .where('id', '>', after)
      .where(isSilent)
      .orderBy('id')
      .limit(STEP)
      .execute()
    for (const { id } of due) {
      if (ending?.aborted) break
      after = id
      if (!(await archive(bus, { id, isSilent, because, now }))) continue
      archived++
      const why = `the recipient was archived, because it was ${because}`
      await failInSteps(bus, { why, now, ending, due: (query) => query.where('to_agent_id', '=', id) })
    }
    if (due.length < STEP) break
  }
  // A server may have ended between an archiving and the end of its mail.
  await failInSteps(bus, {
    why: 'the recipient was archived',
    now,
    ending,
    due: (query) => query.where(isForArchivedBefore(now - LEFT_MS)),
  })
  return archived
}

const isForArchivedBefore = (before: number) => sql<boolean>`exists (select 1 from agent
  where agent.id = bus_message.to_agent_id and agent.status = 'archived' and agent.updated_at < ${before})`

/** A change of its row, as by an admin, is a sign of life. */
const silentSince = (before: number, now: number) => (eb: ExpressionBuilder<Tables, 'agent'>) =>
  eb.and([
    eb('agent.status', '!=', 'archived'),
    eb('agent.updated_at', '<', before),
    eb.or([eb('agent.last_seen_at', 'is', null), eb('agent.last_seen_at', '<', before)]),
    eb.or([eb('agent.live_until', 'is', null), eb('agent.live_until', '<=', now)]),
  ])

interface Archiving {
  id: number
  isSilent: ReturnType<typeof silentSince>
  because: string
  now: number
}

/** Returns false if the agent is no longer silent, or gone. */
const archive = ({ store }: BusParts, { id, isSilent, because, now }: Archiving): Promise<boolean> =>
  store.write(async (db) => {
    const agent = await db
      .updateTable('agent')
      .set({ status: 'archived', updated_at: now })
      .where('id', '=', id)
      .where(isSilent)
      .returning(['organization_id', 'public_id', 'name'])
      .executeTakeFirst()
    if (!agent) return false
    const machine = { organizationId: agent.organization_id, personId: null, apiKeyId: null }
    await recordAudit(db, machine, now, {
      action: 'agent.archived',
      target: { kind: 'agent', id: agent.public_id, name: agent.name },
      detail: { because },
    })
    return true
  })
