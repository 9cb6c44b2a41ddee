import type { ColumnType, Generated } from 'kysely'

type NullUnlessGiven<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Agents and their messages. */
export interface BusTables {
  /** An agent of an organization. A hard delete removes the row; its messages keep the name. */
  agent: {
    id: Generated<number>
    public_id: string
    organization_id: number
    /** Lowercase letters, digits and hyphens; unique in its organization. */
    name: string
    display_name: NullUnlessGiven<string>
    /** A free label of the host that runs it. */
    instance: string
    model: NullUnlessGiven<string>
    role: NullUnlessGiven<'orchestrator' | 'specialist' | 'curator' | 'admin'>
    /** JSON object. */
    capabilities: string
    status: 'active' | 'inactive' | 'archived'
    /** The credential that may act as it, as in `Caller.credential`. */
    credential: string
    /**
     * The last sequence number of its inbox. The statement that raises it locks the row until the commit, so
     * that numbers become visible in order.
     */
    sequence: Generated<number>
    /**
     * Messages that are pending, including expired ones that no job has failed yet; this number
     * limits the inbox.
     */
    unread: Generated<number>
    created_at: number
    updated_at: number
    /** Written at most once a minute. */
    last_seen_at: NullUnlessGiven<number>
    /** A live channel is open until then, unless its replica dies. */
    live_until: NullUnlessGiven<number>
  }
  /** A signing key. Retired keys stay as long as messages that they signed. */
  agent_key: {
    id: Generated<number>
    /** The key id in messages. */
    public_id: string
    organization_id: number
    /** Null for the key of the server itself in this organization; a hard delete keeps the number. */
    agent_id: NullUnlessGiven<number>
    agent_name: string
    /** 32 bytes, encrypted; see `bus/signing`. */
    sealed: string
    created_at: number
    /** New messages may be signed with it until then; null for the current key. */
    retires_at: NullUnlessGiven<number>
  }
  agent_project: {
    agent_id: number
    project_id: number
    role: 'owner' | 'contributor' | 'readonly'
    assigned_at: number
  }
  /** A message to one agent. */
  bus_message: {
    id: Generated<number>
    public_id: string
    organization_id: number
    /** The id of a row that a hard delete may have removed. */
    to_agent_id: number
    to_name: string
    /** Of the recipient, from 1, without gaps at its sending. */
    sequence: number
    /** Null if the server itself sent it. */
    from_agent_id: NullUnlessGiven<number>
    /** `svc` for the server. */
    from_name: string
    /** As they were at the time of sending. */
    from_display_name: NullUnlessGiven<string>
    from_instance: NullUnlessGiven<string>
    client_message_id: NullUnlessGiven<string>
    type: 'message' | 'task' | 'result' | 'alert' | 'knowledge' | 'curator'
    /** 0 urgent, 1 high, 2 normal, 3 low. */
    priority: number
    channel: NullUnlessGiven<string>
    /** The public id of the message that it answers. */
    reply_to: NullUnlessGiven<string>
    /** The public id of the first message of its thread: its own if it answers none. */
    thread: string
    /** As sent: the signature covers these bytes in UTF-8. */
    payload: string
    /** The timestamp in the signature. */
    sent_at: number
    key_id: string
    /** Hex: HMAC-SHA256 over `from:to:payload:timestamp`. */
    signature: string
    /** Who computed the signature. An agent's own is accepted once. */
    signed_by: 'server' | 'agent'
    /** Hex: the server's own MAC over all columns that never change; see `bus/signing/keys.ts`. */
    envelope_mac: string
    status: 'pending' | 'delivered' | 'read' | 'failed'
    /** Why it failed, for the sender. */
    problem: NullUnlessGiven<string>
    created_at: number
    delivered_at: NullUnlessGiven<number>
    read_at: NullUnlessGiven<number>
    failed_at: NullUnlessGiven<number>
    expires_at: NullUnlessGiven<number>
    /** Characters of its beginning that svc_agent_inbox has shown with mark_read. */
    shown_characters: Generated<number>
  }
}
