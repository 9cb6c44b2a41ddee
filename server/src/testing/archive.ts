import { encodeBlock } from '../results/results/archive/block.ts'
import { readBlock } from '../results/results/archive/read-blocks.ts'
import { packNext } from '../results/results/archive-results.ts'
import { deleteLeftovers } from '../upkeep/retention/leftovers.ts'
import type { TestApp } from './make-app.ts'

/** Archives an execution by its public id, at any age, completely. */
export async function archive({ store, clock }: Pick<TestApp, 'store' | 'clock'>, id: string): Promise<void> {
  const execution = await store.lookup
    .selectFrom('execution')
    .select(['id', 'revision'])
    .where('public_id', '=', id)
    .executeTakeFirstOrThrow()
  while ((await packNext(store, execution, clock())) === 'packed');
  while (await deleteLeftovers(store, 1_000));
}

/** The same for a small one, with a block for each of its tests, so that it comes back in many steps. */
export async function archiveByTest(app: Pick<TestApp, 'store' | 'clock'>, id: string): Promise<void> {
  await archive(app, id)
  await app.store.write(async (db) => {
    const { execution_id } = await db
      .selectFrom('archive')
      .innerJoin('execution', 'execution.id', 'archive.execution_id')
      .select('execution_id')
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow()
    const block = await readBlock(db, execution_id, 0)
    await db.deleteFrom('archive').where('execution_id', '=', execution_id).execute()
    const tests = Map.groupBy(block?.results ?? [], (row) => row.test_id)
    for (const [number, [test_id, results]] of [...tests].entries()) {
      const attempts = block?.attempts.filter((row) => row.test_id === test_id) ?? []
      const own = { execution_id, number, first_test_id: test_id, last_test_id: test_id }
      const data = await encodeBlock({ results, attempts })
      await db
        .insertInto('archive')
        .values({ ...own, results: results.length, data })
        .execute()
    }
  })
}
