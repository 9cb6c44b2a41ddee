import type { messageOperations } from '@svc/schema'
import type { SelectQueryBuilder } from 'kysely'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import type { BusParts } from '../dependencies.ts'
import { findAgent } from '../find-agent.ts'
import { checkMessages } from './check-messages.ts'
import { describeMessages } from './describe.ts'
import { readTexts, SIZED } from './read-texts.ts'
import { hasStatus } from './status-now.ts'

type Query = SelectQueryBuilder<Tables, 'bus_message', { id: number; characters: number }>

/**
 * The mail of all agents, newest first. Each message is verified before it is shown, as for its
 * recipient.
 */
export const listOrganizationMessages =
  (bus: BusParts): Handlers<typeof messageOperations>['listOrganizationMessages'] =>
  async ({ ctx, input }) => {
    const { thread, status, limit, cursor } = input
    const agent = input.agent === undefined ? null : await findAgent(ctx, input.agent)
    const page = (query: Query): Query => {
      let filtering = query.where('organization_id', '=', ctx.caller.organizationId)
      if (thread !== undefined) filtering = filtering.where('thread', '=', thread.toLowerCase())
      if (status !== undefined) filtering = filtering.where(hasStatus(status, ctx.clock()))
      if (cursor !== undefined)
        filtering = filtering.where('id', '<', ctx.cursors.decode(cursor, ['number'])[0])
      return filtering.orderBy('id', 'desc').limit(limit + 1)
    }
    const messages = ctx.store.read.selectFrom('bus_message').select(SIZED)
    // Sent and received messages each have an index; a condition on both would read all of the organization's.
    const found =
      agent === null
        ? await page(messages).execute()
        : (
            await Promise.all([
              page(messages.where('to_agent_id', '=', agent.id)).execute(),
              page(
                messages.where('from_agent_id', '=', agent.id).where('to_agent_id', '!=', agent.id),
              ).execute(),
            ])
          )
            .flat()
            .sort((a, b) => b.id - a.id)
    const rows = await readTexts(ctx.store.read, ctx.store.dialect, found.slice(0, limit))
    const last = rows.at(-1)
    return {
      items: await describeMessages(bus, await checkMessages(bus, rows, ctx.clock())),
      nextCursor: found.length > rows.length && last ? ctx.cursors.encode([last.id]) : null,
    }
  }
