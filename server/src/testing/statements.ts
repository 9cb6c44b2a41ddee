import type { CompiledQuery, KyselyPlugin, QueryId, RootOperationNode } from 'kysely'
import type { Context } from '../ground/kernel/context.ts'
import { makeCursors } from '../ground/kernel/cursor.ts'
import { isStandIn } from '../ground/store/prepared.ts'
import type { TestApp } from './make-app.ts'

/**
 * Every statement that this work reads with, on all handles or on one, as an admin of the first organization. One that
 * is built once has its stand-ins for values as 1.
 */
export async function statementsOf(
  { store, clock }: TestApp,
  work: (ctx: Context) => Promise<unknown>,
  ...handles: ('read' | 'lookup')[]
): Promise<CompiledQuery[]> {
  const sent: { node: RootOperationNode; queryId: QueryId }[] = []
  const listening: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      sent.push({ node, queryId })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const caller: Context['caller'] = {
    organizationId: 1,
    projectId: null,
    endsAt: null,
    apiKeyId: null,
    personId: null,
    credential: 'test',
    role: 'admin',
    scopes: new Set(),
  }
  const listened = handles.length === 0 ? (['read', 'lookup'] as const) : handles
  await work({
    store: {
      ...store,
      ...Object.fromEntries(listened.map((handle) => [handle, store[handle].withPlugin(listening)])),
    },
    clock,
    caller,
    cursors: makeCursors('a key', 1, ''),
    baseUrl: '',
    times: { settleAfterMs: 60_000, incompleteAfterMs: 900_000 },
  })
  return sent.map(({ node, queryId }) => {
    const query = store.read.getExecutor().compileQuery(node, queryId)
    return { ...query, parameters: query.parameters.map((value) => (isStandIn(value) ? 1 : value)) }
  })
}
