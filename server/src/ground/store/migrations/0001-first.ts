import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Dialect } from '../portable.ts'
import { shortMerges } from '../portable-search.ts'
import type { Tables } from '../tables.ts'
import { busTables } from './0001-first/bus.ts'
import { historyTables } from './0001-first/history.ts'
import { knowledgeTables } from './0001-first/knowledge.ts'
import { peopleTables } from './0001-first/people.ts'
import { resultsTables } from './0001-first/results.ts'
import { upkeepTables } from './0001-first/upkeep.ts'

/** All tables of version 1.0, after those that they refer to, and the secrets of a database. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const tables = [peopleTables, resultsTables, historyTables, upkeepTables, knowledgeTables, busTables]
  for (const statement of [...tables.flatMap((of) => of(dialect)), ...shortMerges(dialect)])
    await statement.execute(db)
  const secrets = (['cursors', 'webhooks', 'bus'] as const).map((name) => ({
    name,
    value: randomBytes(32).toString('hex'),
  }))
  await db.insertInto('secret').values(secrets).execute()
}
