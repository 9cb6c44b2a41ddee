import type { ColumnType, Generated } from 'kysely'

type NullUnlessGiven<T> = ColumnType<T | null, T | null | undefined, T | null>

/**
 * The owner of a credential, who limits it to their present rights. Both null: the server's machine made it.
 */
export interface BackingColumns {
  /** The person whose present role in the organization limits it. */
  owner_id: NullUnlessGiven<number>
  /** The key that made it; the credential is invalid without that key. */
  parent_key_id: NullUnlessGiven<number>
}

/** Identities, credentials, and the audit of their use. */
export interface IdentityTables {
  /** Created with the database and never disclosed; the same for all its servers, and in its backups. */
  secret: { name: 'cursors' | 'webhooks' | 'bus'; value: string }
  organization: {
    id: Generated<number>
    public_id: string
    slug: string
    name: string
    plan: 'free' | 'pro' | 'enterprise'
    /** 1 if API keys of admins may accept what API keys proposed. */
    keys_may_decide: ColumnType<number, number | undefined, number>
    created_at: number
    /** Set while its rows await removal; it is no longer reachable. */
    deleted_at: NullUnlessGiven<number>
  }
  /** Former slugs of organizations. Workflows may still name them, so no other organization gets one. */
  former_slug: {
    slug: string
    /** Its organization, permanently; null: of a deleted organization. */
    organization_id: number | null
    /** The person who deleted the organization, if a person did. */
    person_id: number | null
    ended_at: number
  }
  person: {
    id: Generated<number>
    public_id: string
    /** In lower case. */
    email: string
    name: string
    created_at: number
    /** See `identity/password.ts`; null until one is set. */
    password: NullUnlessGiven<string>
    password_set_at: NullUnlessGiven<number>
  }
  /** A person's sign-in in one browser or program. */
  session: {
    id: Generated<number>
    public_id: string
    person_id: number
    created_at: number
    last_used_at: number
    expires_at: number
    user_agent: string | null
    address: string
    /** The device of its sign-in; null if it requested none. */
    device_id: NullUnlessGiven<number>
  }
  /**
   * A browser or program from which a person signed in. Guesses at the account by others do not slow it down.
   */
  device: {
    id: Generated<number>
    person_id: number
    /** sha256 of the token, hex. */
    hash: string
    created_at: number
    last_used_at: number
    expires_at: number
  }
  /** How many attempts with passwords and links one subject has used up. Times are by the shared clock. */
  brake: {
    /** The kind and the subject: `address 192.0.2.1`. Contains e-mail addresses as hashes. */
    subject: string
    /** When all counted attempts expire; the row is useless from then on. */
    clear_at: number
    /** No attempt is allowed before. */
    open_at: number
    /** JSON of `[time, amount][]`: the attempts within the window, if it has one. */
    recent: string
  }
  /** The tokens of a session; several while one replaces another. */
  session_token: {
    /** sha256 of the token, hex. */
    hash: string
    session_id: number
    issued_at: number
    /** 0 until its first use: only then does the previous one end. */
    used: number
    ends_at: number | null
  }
  /** A one-time sign-in without a password. */
  password_link: {
    person_id: number
    hash: string
    created_at: number
    expires_at: number
  }
  invitation: BackingColumns & {
    id: Generated<number>
    public_id: string
    organization_id: number
    hash: string
    role: Role
    email: string | null
    /** The person who made it, for people to read; `owner_id` is its owner. */
    created_by: number | null
    created_at: number
    expires_at: number
  }
  /** An audit trail; rows are added and never changed. */
  audit: {
    id: Generated<number>
    organization_id: number
    at: number
    actor_kind: 'person' | 'key' | 'machine' | 'visitor'
    actor_id: string | null
    actor_name: string
    action: string
    target_kind: string
    target_id: string
    target_name: string
    /** JSON object. */
    detail: string
  }
  member: {
    organization_id: number
    person_id: number
    role: Role
    created_at: number
  }
  api_key: BackingColumns & {
    id: Generated<number>
    public_id: string
    organization_id: number
    name: string
    /** sha256 of the whole key, hex. */
    hash: string
    /** The first and last characters, to distinguish keys on a screen. */
    hint: string
    role: Role
    /** Space-separated. */
    scopes: string
    project_id: number | null
    /** The person who made it, for people to read; `owner_id` is its owner. */
    created_by: number | null
    created_at: number
    expires_at: number | null
    last_used_at: number | null
    revoked_at: number | null
    /** Set if a trust issued it for an hour to a workflow; lists omit those. */
    trust_id: NullUnlessGiven<number>
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
