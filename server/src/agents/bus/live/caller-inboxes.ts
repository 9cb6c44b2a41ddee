import { requireAccess } from '../../../ground/kernel/access.ts'
import type { Caller, Context } from '../../../ground/kernel/context.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { actingAgent } from '../acting-agent.ts'
import type { AgentRow } from '../dependencies.ts'
import type { Watch } from './watch.ts'

const ACCESS = { role: 'viewer', scope: 'bus' } as const

interface Listener {
  signal: AbortSignal
  updated: () => void
  refused: () => void
}

/**
 * The inboxes that one caller may receive. `recheck` reads the credential again and throws a
 * Problem if it has ended.
 */
export const callerInboxes =
  (watch: Watch, failed: (error: unknown) => void) => (ctx: Context, recheck: () => Promise<Caller>) => {
    /** The agent of this name that the caller may act as; null if there is none. */
    const ownAgent = async (caller: Caller, name: string): Promise<AgentRow | null> => {
      try {
        requireAccess(caller, ACCESS)
        const agent = await actingAgent({ ...ctx, caller, actingAs: name })
        return agent.status === 'archived' ? null : agent
      } catch (error) {
        if (error instanceof Problem) return null
        throw error
      }
    }
    return {
      async noteCall(): Promise<void> {
        if (!ctx.caller.scopes.has(ACCESS.scope)) return
        await actingAgent(ctx).catch((error: unknown) => {
          // A call that needs no agent may come from none, or not say from which.
          if (!(error instanceof Problem)) throw error
        })
      },
      async list(): Promise<string[]> {
        const rows = await ctx.store.lookup
          .selectFrom('agent')
          .select('name')
          .where('organization_id', '=', ctx.caller.organizationId)
          .where('credential', '=', ctx.caller.credential)
          .where('status', '!=', 'archived')
          .orderBy('id')
          .limit(MOST_LISTED)
          .execute()
        return rows.map(({ name }) => name)
      },
      async watch(name: string, { signal, updated, refused }: Listener): Promise<boolean> {
        const agent = await ownAgent(ctx.caller, name)
        if (!agent) return false
        let { endsAt } = ctx.caller
        const check = async () => {
          const caller = await recheck().catch((error: unknown) => {
            if (error instanceof Problem) return null
            throw error
          })
          endsAt = caller?.endsAt ?? null
          const now = caller && (await ownAgent(caller, name))
          if (now?.id === agent.id) return true
          refused()
          return false
        }
        let seen = agent.sequence
        const changed = (sequence: number | null) => {
          // A poll finds the same number again.
          if (sequence === seen) return
          const before = seen
          const isNew = sequence !== null
          if (isNew) seen = sequence
          check()
            .then((isAllowed) => isAllowed && isNew && !signal.aborted && updated())
            .catch((error: unknown) => {
              // The next poll tries again.
              if (seen === sequence) seen = before
              failed(error)
            })
        }
        const unwatch = watch.on(agent.public_id, changed, () => endsAt)
        watch.look(agent.public_id)
        // A stream loses a revoked credential within a minute, even without messages.
        const checking = setInterval(() => void check().catch(failed), CHECK_MS)
        checking.unref()
        const end = () => {
          clearInterval(checking)
          unwatch()
        }
        if (signal.aborted) end()
        else signal.addEventListener('abort', end, { once: true })
        return true
      },
    }
  }

const CHECK_MS = 60_000
const MOST_LISTED = 200
