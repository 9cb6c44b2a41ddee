import type { Selectable } from 'kysely'
import { LEASE_MS } from './job-leases.ts'
import type { Store } from './open.ts'
import { databaseNow, hasEnded, leaseEnd, lockTable } from './portable.ts'
import type { Tables } from './tables.ts'

export type Replica = Selectable<Tables['replica']>

/** This server among the servers of its database. */
export interface Own {
  id: string
  /** Name of its machine, for messages. */
  host: string
}

/**
 * Registers this server among the live ones and removes dead ones. The order of simultaneous starts is
 * defined: `started_at` is written while no other server can write.
 */
export const registerReplica = ({ write, dialect }: Store, { id, host }: Own): Promise<void> =>
  write(async (db) => {
    await lockTable(db, dialect, 'replica')
    await db
      .deleteFrom('replica')
      .where(hasEnded(dialect, 'seen_until', LEASE_MS))
      .execute()
    const now = databaseNow(dialect)
    await db
      .insertInto('replica')
      .values({ id, host, started_at: now, seen_until: leaseEnd(dialect, LEASE_MS) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  })

/** Renews this server's registration. Returns false if it had expired. */
export async function renewReplica({ write, dialect }: Store, id: string): Promise<boolean> {
  const renewed = await write((db) =>
    db
      .updateTable('replica')
      .set({ seen_until: leaseEnd(dialect, LEASE_MS) })
      .where('id', '=', id)
      .where(({ not }) => not(hasEnded(dialect, 'seen_until', LEASE_MS)))
      .returning('id')
      .executeTakeFirst(),
  )
  return renewed !== undefined
}

/** The live servers of the database, the oldest first. */
export const liveReplicas = ({ read, dialect }: Store): Promise<Replica[]> =>
  read
    .selectFrom('replica')
    .selectAll()
    .where(({ not }) => not(hasEnded(dialect, 'seen_until', LEASE_MS)))
    .orderBy('started_at')
    .orderBy('id')
    .execute()

export async function removeReplica({ write }: Store, id: string): Promise<void> {
  await write((db) => db.deleteFrom('replica').where('id', '=', id).execute())
}
