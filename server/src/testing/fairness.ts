import type { Store } from '../ground/store/open.ts'
import type { TestApp } from './make-app.ts'
import { addOrganization } from './organization.ts'

/** The key and the internal id of another organization. */
export async function addOther(app: TestApp) {
  const key = await addOrganization(app)
  const rows = await app.store.read.selectFrom('organization').select('id').orderBy('id').execute()
  return { key, id: rows.at(-1)?.id ?? 0 }
}

/** A store that calls `wrote` after each transaction. */
export const watched = (store: Store, wrote: () => unknown): Store => ({
  ...store,
  write: async (work) => {
    const given = await store.write(work)
    await wrote()
    return given
  },
})
