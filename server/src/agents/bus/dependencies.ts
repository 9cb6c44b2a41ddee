import type { Selectable } from 'kysely'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Wake } from '../../ground/kernel/wake.ts'
import type { Store } from '../../ground/store/open.ts'
import type { SharedClock } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'
import type { Signer } from './signing/signer.ts'

export type AgentRow = Selectable<Tables['agent']>
export type MessageRow = Selectable<Tables['bus_message']>
export type MessageType = MessageRow['type']

/** The name of the server as a sender. No agent has it. */
export const SERVER_NAME = 'svc'

/** The objects that the bus needs besides the context of a call; created once per process. */
export interface BusParts {
  store: Store
  signer: Signer
  wake: Wake
  limits: {
    /** The maximum number of unread messages of one recipient. */
    inboxMessages: number
  }
}

/** A message to be sent. */
export interface Outgoing {
  /** Null: the server itself, under the name `svc`. */
  from: AgentRow | null
  to: AgentRow
  /** At most `LIMITS.busMessageBytes`; the caller checks the size. */
  payload: string
  type: MessageType
  /** 0 urgent, 1 high, 2 normal, 3 low. */
  priority: 0 | 1 | 2 | 3
  channel?: string | undefined
  /** The public id of a message that the sender sent or received. */
  replyTo?: string | undefined
  clientMessageId?: string | undefined
  /** Milliseconds since the epoch. */
  expiresAt?: number | undefined
  /** The sender's own signature; absent: the server signs. */
  signed?: { timestamp: number; keyId: string; signature: string } | undefined
}

/** The objects that tasks, leases and events need besides the context of a call. */
export interface WorkParts {
  bus: BusParts
  clock: Clock
  /** Used for leases: the clock that all replicas share. */
  time: SharedClock
}
