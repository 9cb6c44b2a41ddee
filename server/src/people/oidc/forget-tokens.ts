import { deleteInSteps } from '../../ground/store/delete-in-steps.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'

/** Deletes used tokens that have expired; costs one look-up if there are none. */
export async function forgetTokens(store: Store, now: number): Promise<void> {
  const due = (db: Db) => db.selectFrom('oidc_token').select('hash').where('forget_at', '<=', now)
  if (!(await due(store.lookup).limit(1).executeTakeFirst())) return
  await deleteInSteps(store, (db, limit) =>
    db.deleteFrom('oidc_token').where('hash', 'in', due(db).limit(limit)).executeTakeFirst(),
  )
}
