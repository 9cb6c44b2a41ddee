import type { Store } from './open.ts'

/** Archives of packages in the database. */
export interface PackageArchives {
  read(name: string): Promise<Uint8Array | undefined>
  /** Adds an archive unless its name is there, and removes the oldest above the limit. */
  add(name: string, data: Uint8Array): Promise<void>
}

/** Five archives of a version are half a megabyte, so this is about 30 MB. */
const MOST_ARCHIVES = 300

export const packageArchives = (store: Store, clock: () => number): PackageArchives => ({
  read: async (name) =>
    (
      await store.lookup
        .selectFrom('package_archive')
        .select('data')
        .where('name', '=', name)
        .executeTakeFirst()
    )?.data,
  add: (name, data) =>
    store.write(async (db) => {
      await db
        .insertInto('package_archive')
        .values({ name, data, kept_at: clock() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      // A server in a clone packs new bytes after each change.
      const surplus = await db
        .selectFrom('package_archive')
        .select('name')
        .orderBy('kept_at', 'desc')
        .orderBy('name')
        .limit(1_000)
        .offset(MOST_ARCHIVES)
        .execute()
      if (surplus.length > 0)
        await db
          .deleteFrom('package_archive')
          .where(
            'name',
            'in',
            surplus.map(({ name }) => name),
          )
          .execute()
    }),
})
