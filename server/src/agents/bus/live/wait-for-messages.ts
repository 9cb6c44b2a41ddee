import type { messageOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { Waiters } from './waiters.ts'

type ReadInbox = Handlers<typeof messageOperations>['readInbox']
type Call = Parameters<ReadInbox>[0]
type WaitingInbox = (
  call: Call & { signal: () => AbortSignal; recheck: () => Promise<Call['ctx']> },
) => ReturnType<ReadInbox>

/** How often a waiting request reads its credential again, milliseconds. */
const CHECK_MS = 15_000

/**
 * Returns the inbox at once if it has messages; otherwise when a message arrives, or after the wait
 * that the call asks for. If the credential ends meanwhile, throws its refusal.
 */
export const waitForMessages =
  (waiters: Waiters, read: ReadInbox): WaitingInbox =>
  async (call) => {
    const { ctx, input } = call
    if (input.waitMs === 0) return read(call)
    const agent = await actingAgent(actingAs(ctx, input.agent))
    // Opened before the first read, so that no message is missed in between.
    const waiter = waiters.open(agent.public_id, ctx.caller.credential)
    const until = performance.now() + input.waitMs
    const signal = call.signal()
    try {
      for (let now = ctx; ; ) {
        const inbox = await read({ ...call, ctx: now })
        // After the read, so that no message is returned after the credential has ended.
        now = await call.recheck()
        const left = until - performance.now()
        if (inbox.messages.length > 0 || left <= 0) return inbox
        const outcome = await waiter.changed(Math.min(left, CHECK_MS), signal)
        if (outcome === 'over') return inbox
      }
    } finally {
      waiter.close()
    }
  }
