import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { newId } from '../../../ground/kernel/id.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import { type AgentRow, type BusParts, SERVER_NAME } from '../dependencies.ts'
import type { SigningKey } from './signer.ts'

export type KeyRow = Selectable<Tables['agent_key']>

type KeyParts = Pick<BusParts, 'signer' | 'store'>

/** An agent, or the server in an organization. */
export interface Holder {
  organization_id: number
  agent: Pick<AgentRow, 'id' | 'name'> | null
}

/** The key of a row; `foreign` if another secret sealed it, `damaged` if the row was changed. */
export const openKey = ({ signer }: Pick<BusParts, 'signer'>, row: KeyRow) =>
  signer.unseal(placeOf(row), row.sealed)

/** Binds a key to its holder. */
const placeOf = (row: Pick<KeyRow, 'public_id' | 'organization_id' | 'agent_id' | 'agent_name'>): string =>
  `agent key ${row.public_id} of ${row.organization_id} ${row.agent_id ?? 'server'} ${row.agent_name}`

/**
 * Creates the current key of a holder. Only this result contains it in readable form, as 64 hex
 * digits.
 */
export async function makeKey(
  db: Db,
  { signer }: Pick<BusParts, 'signer'>,
  { organization_id, agent }: Holder,
  now: number,
): Promise<{ row: KeyRow; secret: string }> {
  const secret = randomBytes(32).toString('hex')
  const named = {
    public_id: newId(now),
    organization_id,
    agent_id: agent?.id ?? null,
    agent_name: agent?.name ?? SERVER_NAME,
  }
  const row = await db
    .insertInto('agent_key')
    .values({ ...named, sealed: signer.seal(placeOf(named), secret), created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, secret }
}

/** Retires the keys of an agent at that time; a key that retires earlier keeps its time. */
export const retireKeys = (db: Db, agentId: number, at: number) =>
  db
    .updateTable('agent_key')
    .set({ retires_at: at })
    .where('agent_id', '=', agentId)
    .where((eb) => eb.or([eb('retires_at', 'is', null), eb('retires_at', '>', at)]))
    .execute()

/** Keys that can still sign. */
export interface Keyring {
  of(holder: Holder): { id: string; key: SigningKey }
}

/**
 * The current keys of these holders. Creates one for a holder without a key, and for one whose key
 * was sealed with another secret. Throws CONFLICT if a key was modified outside the server.
 */
export async function currentKeys(db: Db, bus: KeyParts, holders: Holder[], now: number): Promise<Keyring> {
  const byName = new Map(holders.map((holder) => [nameOf(holder), holder]))
  const all = [...byName.values()]
  const rows = await readCurrent(db, bus, all)
  const current = new Map<string, { id: string; key: SigningKey }>()
  for (const [name, holder] of byName) {
    const own = rows.filter((row) => nameOfRow(row) === name)
    const usable = own.flatMap((row) => {
      const key = openKey(bus, row)
      if (key === 'damaged') throw damaged(row)
      return key === 'foreign' ? [] : [{ id: row.public_id, key }]
    })
    current.set(name, usable.at(-1) ?? (await replaceKey(db, bus, holder, now)))
  }
  return { of: (holder) => current.get(nameOf(holder)) as { id: string; key: SigningKey } }
}

async function replaceKey(db: Db, bus: KeyParts, holder: Holder, now: number) {
  if (holder.agent) await retireKeys(db, holder.agent.id, now)
  const { row } = await makeKey(db, bus, holder, now)
  return { id: row.public_id, key: openKey(bus, row) as SigningKey }
}

const damaged = ({ agent_name }: KeyRow) =>
  new Problem(
    'CONFLICT',
    agent_name === SERVER_NAME
      ? 'The signing key of the server was changed in the database. The operator must delete its row in agent_key; the next message creates a new one.'
      : `The signing key of ${agent_name} was changed in the database, so it signs nothing. Create a new one with POST /api/bus/agents/:id/keys.`,
  )

const nameOf = ({ organization_id, agent }: Holder): string =>
  agent ? `agent ${agent.id}` : `server ${organization_id}`

const nameOfRow = (row: KeyRow): string =>
  row.agent_id === null ? `server ${row.organization_id}` : `agent ${row.agent_id}`

async function readCurrent(db: Db, { store: { dialect } }: KeyParts, holders: Holder[]): Promise<KeyRow[]> {
  const agents = holders.flatMap(({ agent }) => (agent ? [agent.id] : []))
  const servers = holders.flatMap(({ agent, organization_id }) => (agent ? [] : [organization_id]))
  const current = db.selectFrom('agent_key').selectAll().where('retires_at', 'is', null).orderBy('id')
  const ofAgents =
    agents.length === 0 ? [] : await current.where(isOneOf(dialect, 'agent_id', agents)).execute()
  if (servers.length === 0) return ofAgents
  const ofServers = await current
    .where(isOneOf(dialect, 'organization_id', servers))
    .where('agent_name', '=', SERVER_NAME)
    .where('agent_id', 'is', null)
    .execute()
  return [...ofAgents, ...ofServers]
}

/** The keys with these public ids, by public id. */
export async function keysByIds(
  db: Db,
  { store }: Pick<BusParts, 'store'>,
  ids: string[],
): Promise<Map<string, KeyRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('agent_key')
    .selectAll()
    .where(isOneOf(store.dialect, 'public_id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map((row) => [row.public_id, row]))
}
