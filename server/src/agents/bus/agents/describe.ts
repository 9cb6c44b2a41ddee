import type { Context } from '../../../ground/kernel/context.ts'
import { isoOrNull } from '../../../ground/kernel/time.ts'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import type { AgentRow } from '../dependencies.ts'
import { countExpired } from '../messages/status-now.ts'

type Asker = Pick<Context, 'store' | 'caller' | 'clock'>

/** An agent counts as present for this long after a call, milliseconds. */
const RECENT_MS = 5 * 60_000

/** Agents as clients see them. */
export async function describeAgents(asker: Asker, rows: AgentRow[]) {
  if (rows.length === 0) return []
  const { store, caller, clock } = asker
  const ids = rows.map(({ id }) => id)
  const now = clock()
  const unread = rows.filter((row) => row.unread > 0).map(({ id }) => id)
  const [projects, ended, expired] = await Promise.all([
    readProjects(store.read, asker, ids),
    readEnded(store.read, asker, rows),
    countExpired(store.read, store.dialect, unread, now),
  ])
  return rows.map((row) => ({
    id: row.public_id,
    name: row.name,
    displayName: row.display_name,
    instance: row.instance,
    model: row.model,
    role: row.role,
    capabilities: JSON.parse(row.capabilities) as Record<string, unknown>,
    status: row.status,
    presence: presenceOf(row, now),
    lastSeenAt: isoOrNull(isLive(row, now) ? now : row.last_seen_at),
    unread: Math.max(0, row.unread - (expired.get(row.id) ?? 0)),
    projects: projects.get(row.id) ?? [],
    credential:
      row.credential === caller.credential
        ? ('own' as const)
        : ended.has(row.id)
          ? ('ended' as const)
          : ('other' as const),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }))
}

/** One agent as clients see it, read again from the database. */
export async function describeAgent(asker: Asker, id: number) {
  const row = await asker.store.lookup
    .selectFrom('agent')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [agent] = await describeAgents(asker, [row])
  return agent as NonNullable<typeof agent>
}

/** With an open channel. */
const isLive = ({ live_until }: Pick<AgentRow, 'live_until'>, now: number): boolean =>
  live_until !== null && live_until > now

function presenceOf({ live_until, last_seen_at }: AgentRow, now: number): 'live' | 'recent' | 'away' {
  if (isLive({ live_until }, now)) return 'live'
  return last_seen_at !== null && now - last_seen_at <= RECENT_MS ? 'recent' : 'away'
}

interface AssignedProject {
  id: string
  slug: string
  role: 'owner' | 'contributor' | 'readonly'
}

async function readProjects(db: Db, { store, caller }: Asker, ids: number[]) {
  let query = db
    .selectFrom('agent_project')
    .innerJoin('project', 'project.id', 'agent_project.project_id')
    .select(['agent_project.agent_id', 'agent_project.role', 'project.public_id', 'project.slug'])
    .where(isOneOf(store.dialect, 'agent_project.agent_id', ids))
    // A deleted project belongs to another organization until its rows are removed.
    .where('project.organization_id', '=', caller.organizationId)
    .orderBy('project.slug')
  if (caller.projectId !== null) query = query.where('project.id', '=', caller.projectId)
  const byAgent = new Map<number, AssignedProject[]>()
  for (const { agent_id, role, public_id, slug } of await query.execute())
    byAgent.set(agent_id, [...(byAgent.get(agent_id) ?? []), { id: public_id, slug, role }])
  return byAgent
}

/** Agents whose credential no longer works here, because the key ended or the person left. */
async function readEnded(db: Db, { store, caller, clock }: Asker, rows: AgentRow[]): Promise<Set<number>> {
  const [keys, people] = [numbersOf(rows, 'key:'), numbersOf(rows, 'person:')]
  const works = new Set<string>()
  if (keys.length > 0)
    for (const { id } of await db
      .selectFrom('api_key')
      .select('id')
      .where(isOneOf(store.dialect, 'id', keys))
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', clock())]))
      .execute())
      works.add(`key:${id}`)
  if (people.length > 0)
    for (const { person_id } of await db
      .selectFrom('member')
      .select('person_id')
      .where('organization_id', '=', caller.organizationId)
      .where(isOneOf(store.dialect, 'person_id', people))
      .execute())
      works.add(`person:${person_id}`)
  return new Set(rows.filter(({ credential }) => !works.has(credential)).map(({ id }) => id))
}

const numbersOf = (rows: AgentRow[], kind: string): number[] => [
  ...new Set(
    rows.flatMap(({ credential }) =>
      credential.startsWith(kind) ? [Number(credential.slice(kind.length))] : [],
    ),
  ),
]
