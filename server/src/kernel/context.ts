import type { Store } from '../store/open.ts'
import type { Role } from '../store/tables.ts'
import type { Clock } from './clock.ts'

/** What an API key may be used for, within its role. */
export type Scope = 'ingest' | 'read' | 'knowledge' | 'bus' | 'admin'

/** Who is asking: always one organization, with a role in it. */
export interface Caller {
  organizationId: number
  /** Counts against rate limits; one per API key. */
  credential: string
  apiKeyId: number | null
  role: Role
  scopes: ReadonlySet<Scope>
  /** Set where the key sees one project only. */
  projectId: number | null
}

/** What a verb works with: never the request, never the environment. */
export interface Context {
  store: Store
  clock: Clock
  caller: Caller
  /** Where people reach this server, without a slash at the end. */
  baseUrl: string
}
