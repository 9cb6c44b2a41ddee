import {
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  sql,
  TableNode,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import { type Dialect, writerSlot } from './portable.ts'
import type { Tables } from './tables.ts'

/** The id that counts changes for all projects. */
export const ANY_PROJECT = 0

/**
 * Tables that no kept answer reads, except blocks of tests, which change no answer. Tests prove it:
 * they remove these tables and make every answer.
 */
export const NOT_IN_ANSWERS: readonly (keyof Tables & string)[] = [
  'active_project',
  'agent',
  'agent_key',
  'agent_project',
  'api_key',
  'audit',
  'brake',
  'bus_lease',
  'bus_message',
  'bus_subscription',
  'change_count',
  'device',
  'lease',
  'outbox',
  'package_archive',
  'password_link',
  'refused_upload',
  'replica',
  'search_count',
  'session',
  'session_token',
  'task',
  'task_change',
  'test_block',
  'webhook_delivery',
]

/** Lets a transaction describe its own changes. */
export interface Changes {
  /**
   * Declares that all changes of the transaction concern these projects; without this call they may
   * concern any.
   */
  onlyOf(projectId: number): void
}

/** Runs `work`, and counts its changes at the end of the same transaction, if it made any. */
export async function countingChanges<T>(
  db: Transaction<Tables>,
  dialect: Dialect,
  work: (db: Transaction<Tables>, changes: Changes) => Promise<T>,
): Promise<T> {
  const watch = new ChangeWatch()
  const projects = new Set<number>()
  const output = await work(db.withPlugin(watch), { onlyOf: (projectId) => void projects.add(projectId) })
  if (watch.hasChanged)
    // In one order, so that two transactions cannot wait for each other.
    for (const projectId of projects.size === 0 ? [ANY_PROJECT] : [...projects].sort((a, b) => a - b))
      await db
        .insertInto('change_count')
        .values({ project_id: projectId, slot: writerSlot(dialect), changes: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'slot'])
            .doUpdateSet({ changes: sql<number>`change_count.changes + 1` }),
        )
        .execute()
  return output
}

/** Detects statements that changed rows of answers; a statement that it cannot parse counts as one. */
class ChangeWatch implements KyselyPlugin {
  hasChanged = false
  readonly #harmless = new WeakSet<QueryId>()

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    if (!mayChangeAnswers(node)) this.#harmless.add(queryId)
    return node
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (!this.#harmless.has(queryId) && hasRows(result)) this.hasChanged = true
    return result
  }
}

/** A database returns the number of rows, or the rows. */
const hasRows = ({ numAffectedRows, rows }: QueryResult<UnknownRow>) =>
  numAffectedRows === undefined ? rows.length > 0 : numAffectedRows > 0n

function mayChangeAnswers(node: PluginTransformQueryArgs['node']): boolean {
  switch (node.kind) {
    case 'SelectQueryNode':
      return node.with !== undefined
    case 'InsertQueryNode':
      return node.with !== undefined || isInAnswers(node.into)
    case 'UpdateQueryNode':
      return node.with !== undefined || isInAnswers(node.table)
    case 'DeleteQueryNode':
      return node.with !== undefined || isInAnswers(node.from.froms[0])
    case 'RawNode':
      return !/^\s*(?:select|pragma)\b/i.test(node.sqlFragments[0] ?? '')
    default:
      return true
  }
}

const isInAnswers = (node: OperationNode | undefined): boolean =>
  !node || !TableNode.is(node) || !(NOT_IN_ANSWERS as readonly string[]).includes(node.table.identifier.name)
