import type { messageOperations } from '@svc/schema'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { Waiters } from './waiters.ts'

type ReadInbox = Handlers<typeof messageOperations>['readInbox']
type WaitingInbox = (call: Parameters<ReadInbox>[0] & { signal: () => AbortSignal }) => ReturnType<ReadInbox>

/** Reads an inbox at once if it has messages, otherwise when one has come, or after the time that the call gives. */
export const waitForMessages =
  (waiters: Waiters, read: ReadInbox): WaitingInbox =>
  async (call) => {
    const { ctx, input } = call
    if (input.waitMs === 0) return read(call)
    const agent = await actingAgent(actingAs(ctx, input.agent))
    // Opened before the first look, so that no message comes between.
    const waiter = waiters.open(agent.public_id, ctx.caller.credential)
    const until = performance.now() + input.waitMs
    try {
      for (;;) {
        const inbox = await read(call)
        const left = until - performance.now()
        if (inbox.messages.length > 0 || left <= 0) return inbox
        if (!(await waiter.changed(left, call.signal()))) return inbox
      }
    } finally {
      waiter.close()
    }
  }
