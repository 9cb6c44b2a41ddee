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
