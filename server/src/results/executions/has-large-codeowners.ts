import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { isOneOf } from '../../ground/store/portable.ts'

/** A file of some 2,000 lines. Above it, to read it and to compare paths with its patterns takes tens of milliseconds. */
const LARGE_BYTES = 100_000

/** True if one of these executions, by their public ids, has a CODEOWNERS file that is dear to compare with. */
export async function hasLargeCodeowners({ store }: Pick<Context, 'store'>, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const large = await store.read
    .selectFrom('execution')
    .innerJoin('codeowners', 'codeowners.id', 'execution.codeowners_id')
    .select('codeowners.id')
    .where(
      isOneOf(
        store.dialect,
        'execution.public_id',
        ids.map((id) => id.toLowerCase()),
      ),
    )
    .where(sql<boolean>`octet_length(codeowners.content) > ${LARGE_BYTES}`)
    .limit(1)
    .executeTakeFirst()
  return large !== undefined
}
