import type { Generated } from 'kysely'

/** Who may do what, and what it is done to. */
export interface IdentityTables {
  organization: {
    id: Generated<number>
    public_id: string
    slug: string
    name: string
    plan: 'free' | 'pro' | 'enterprise'
    created_at: number
  }
  person: {
    id: Generated<number>
    public_id: string
    email: string
    name: string
    created_at: number
  }
  member: {
    organization_id: number
    person_id: number
    role: Role
    created_at: number
  }
  api_key: {
    id: Generated<number>
    public_id: string
    organization_id: number
    name: string
    /** sha256 of the whole key, hex. */
    hash: string
    /** The first and last characters, to tell keys apart on a screen. */
    hint: string
    role: Role
    /** Space-separated. */
    scopes: string
    project_id: number | null
    created_by: number | null
    created_at: number
    expires_at: number | null
    last_used_at: number | null
    revoked_at: number | null
  }
  project: {
    id: Generated<number>
    public_id: string
    organization_id: number
    slug: string
    name: string
    repository: string | null
    default_branch: string | null
    created_at: number
  }
}

export type Role = 'admin' | 'editor' | 'viewer'
