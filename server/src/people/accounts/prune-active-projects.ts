import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { forgetCredentials } from './forget-credentials.ts'

/** Removes the active projects of keys that no longer exist. */
export const pruneActiveProjects = (store: Store): Promise<void> =>
  // Only `case` guarantees the order of evaluation. Otherwise Postgres might cast a person's
  // credential, which contains no number.
  forgetCredentials(
    store,
    'active_project',
    sql<boolean>`case when credential like 'key:%' then not exists (
      select 1 from api_key where api_key.id = cast(substr(credential, 5) as integer)) else 1 = 0 end`,
  )
