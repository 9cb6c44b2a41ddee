import { notFound } from '../kernel/problem.ts'
import { type Db, type Dialect, forUpdate } from '../store/portable.ts'
import type { AgentRow } from './parts.ts'

/** The agent as it is now, locked until the transaction ends. Throws NOT_FOUND if it was deleted meanwhile. */
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
