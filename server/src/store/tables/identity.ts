import type { ColumnType, Generated } from 'kysely'

type NullUnlessGiven<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Who answers for a credential, which never does more than they may now. Both null: the server's machine made it. */
export interface BackingColumns {
  /** The person whose present role in the organization bounds it. */
  owner_id: NullUnlessGiven<number>
  /** The key that made it, without which it is of no use. */
  parent_key_id: NullUnlessGiven<number>
}

/** Who may do what, and what it is done to. */
export interface IdentityTables {
  /** Made with the database and never told; the same for all servers of one database, and in its backups. */
  secret: { name: 'cursors' | 'webhooks'; value: string }
  organization: {
    id: Generated<number>
    public_id: string
    slug: string
    name: string
    plan: 'free' | 'pro' | 'enterprise'
    created_at: number
    /** Set where its rows are yet to be removed; nobody can reach it any more. */
    deleted_at: NullUnlessGiven<number>
  }
  /** Slugs that organizations had. Workflows may still name them, so nobody else gets one. */
  former_slug: {
    slug: string
    /** Whose it was and stays; null: of a deleted organization. */
    organization_id: number | null
    /** Who deleted the organization, where it was a person. */
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
  /** A person who signed in, in one browser or program. */
  session: {
    id: Generated<number>
    public_id: string
    person_id: number
    created_at: number
    last_used_at: number
    expires_at: number
    user_agent: string | null
    address: string
    /** The device it was begun on; null where that was not asked for. */
    device_id: NullUnlessGiven<number>
  }
  /** A browser or program that a person signed in from. Others who guess at the account do not slow it down. */
  device: {
    id: Generated<number>
    person_id: number
    /** sha256 of the token, hex. */
    hash: string
    created_at: number
    last_used_at: number
    expires_at: number
  }
  /** How far one subject has used up its tries of passwords and links. Times are by the shared clock. */
  brake: {
    /** What is counted and whose: `address 192.0.2.1`. E-mail addresses are in it as hashes. */
    subject: string
    /** When all that was counted is forgiven; the row is of no use from then on. */
    clear_at: number
    /** No try is taken before. */
    open_at: number
    /** JSON of `[time, amount][]`: what came within the window, where there is one. */
    recent: string
  }
  /** What a session is told by; several while one takes the place of another. */
  session_token: {
    /** sha256 of the token, hex. */
    hash: string
    session_id: number
    issued_at: number
    /** 0 until it is first used: only then does the one before it end. */
    used: number
    ends_at: number | null
  }
  /** One way in without a password, for one use. */
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
    /** The person who made it, for people to read; see `owner_id` for who answers for it. */
    created_by: number | null
    created_at: number
    expires_at: number
  }
  /** Who did what to what; rows are added and never changed. */
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
    /** The first and last characters, to tell keys apart on a screen. */
    hint: string
    role: Role
    /** Space-separated. */
    scopes: string
    project_id: number | null
    /** The person who made it, for people to read; see `owner_id` for who answers for it. */
    created_by: number | null
    created_at: number
    expires_at: number | null
    last_used_at: number | null
    revoked_at: number | null
    /** Set where it was given for an hour to a workflow; those are not listed. */
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
