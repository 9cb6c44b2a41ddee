import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { hasEnded } from '../../ground/store/portable.ts'
import { LEASE_MS } from './claim.ts'

/** The limit for one organization, so that slow receivers of one leave room for the others. */
const AT_ONCE_OF_ONE = 16
/**
 * The number of deliveries per read; excludes webhooks with an attempt under way, and organizations
 * at their limit.
 */
const LOOKED_AT = 1_000

/** By webhook: attempts in progress, including those that this tick has begun. */
export type Begun = Map<number, { organizationId: number }>

/** Ids of the deliveries to send next, at most this many, in turns of their organizations. */
export const nextDue = async (store: Store, begun: Begun, now: number, most: number): Promise<number[]> =>
  fairly(await findDue(store, begun, now), begun, most)

/** Organizations take turns; the one with the fewest attempts comes first. */
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
    // Filtered here rather than below, because a thousand deliveries of a deleted organization
    // would fill the page.
    .where('organization_id', 'in', (query) =>
      query.selectFrom('organization').select('id').where('deleted_at', 'is', null),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook')
          .select('webhook.id')
          .whereRef('webhook.id', '=', 'webhook_delivery.webhook_id')
          .where('webhook.disabled_at', 'is', null)
          .where(hasEnded(dialect, 'busy_until', LEASE_MS)),
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
