import type { Selectable } from 'kysely'
import type { Wake } from '../../ground/kernel/wake.ts'
import type { Store } from '../../ground/store/open.ts'
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
