import type { Generated } from 'kysely'
import type { BackingColumns } from './identity.ts'

/** Workflows that may get a key without a stored one. */
export interface OidcTables {
  oidc_trust: BackingColumns & {
    id: Generated<number>
    public_id: string
    organization_id: number
    /** Null: keys of the whole organization. */
    project_id: number | null
    /** Address, without a slash at the end. */
    issuer: string
    /** The claim `repository_id`, digits. */
    repository_id: string
    /** Its name when the trust was made. */
    repository: string | null
    /** JSON array of patterns with `*`. */
    refs: string
    /** JSON array of names. */
    events: string
    created_by: number | null
    created_at: number
  }
  /** Used tokens: each works once. */
  oidc_token: {
    /** sha256 of issuer and `jti`, hex. */
    hash: string
    /** Milliseconds since the epoch; from then on the token has expired for every clock. */
    forget_at: number
  }
}
