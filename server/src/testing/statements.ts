import type { CompiledQuery, KyselyPlugin, QueryId, RootOperationNode } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { makeCursors } from '../kernel/cursor.ts'
import type { TestApp } from './make-app.ts'

/** Every statement that this work reads with on one handle, as an admin of the first organization. */
export async function statementsOf(
  { store, clock }: TestApp,
  work: (ctx: Context) => Promise<unknown>,
  handle: 'read' | 'lookup' = 'read',
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
    apiKeyId: null,
    personId: null,
    credential: 'test',
    role: 'admin',
    scopes: new Set(),
  }
  await work({
    store: { ...store, [handle]: store[handle].withPlugin(listening) },
    clock,
    caller,
    cursors: makeCursors('a key', 1, ''),
    baseUrl: '',
  })
  return sent.map(({ node, queryId }) => store.read.getExecutor().compileQuery(node, queryId))
}
