import { notFound } from '../../ground/kernel/problem.ts'
import { type Db, type Dialect, forUpdate, isOneOf } from '../../ground/store/portable.ts'
import type { AgentRow } from './dependencies.ts'

/**
 * Locks the agent until the transaction ends and returns its current row. Throws NOT_FOUND if it
 * was deleted meanwhile.
 */
export async function holdAgent(db: Db, dialect: Dialect, id: number): Promise<AgentRow> {
  const agent = await db
    .selectFrom('agent')
    .selectAll()
    .where('id', '=', id)
    .$call(forUpdate(dialect))
    .executeTakeFirst()
  if (!agent) throw notFound('agent')
  return agent
}

/**
 * Locks agents until the transaction ends, in the order of their numbers. Every transaction locks all agents that it
 * changes first, and their messages and deliveries after them: two transactions would otherwise wait for each other. An
 * agent that was deleted is left out.
 */
export async function holdAgents(db: Db, dialect: Dialect, ids: Iterable<number>): Promise<void> {
  const distinct = [...new Set(ids)]
  // SQLite has one writer.
  if (dialect === 'sqlite' || distinct.length === 0) return
  await db
    .selectFrom('agent')
    .select('id')
    .where(isOneOf(dialect, 'id', distinct))
    .orderBy('id')
    .$call(forUpdate(dialect))
    .execute()
}
