import type { Store } from './open.ts'
import { isReadOnly, writeToTry } from './portable-disk.ts'
import { DatabaseTrouble } from './trouble.ts'
import { tryFolder } from './try-folder.ts'

/**
 * Resolves if the database has answered from a table and accepts changes; else rejects, mostly with
 * `DatabaseTrouble`.
 */
export async function ping(store: Store): Promise<void> {
  store.requireIntact()
  await store.lookup.selectFrom('organization').select('id').limit(1).executeTakeFirst()
  if (!(await isReadOnly(store.lookup, store.dialect))) return
  // Its address may now lead to the new primary.
  store.renew()
  throw new DatabaseTrouble('read-only', 'The database is a standby, or set to read-only.')
}

/** Resolves after a change of some size was written to the disk and rolled back. */
export async function tryWrite(store: Store): Promise<void> {
  if ('folder' in store.address) await tryFolder(store.address.folder)
  const takenBack = new Error('A try is taken back')
  await store
    .write(async (db) => {
      await writeToTry(db, store.dialect)
      if (store.dialect === 'postgres') throw takenBack
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
}
