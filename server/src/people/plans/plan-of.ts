import type { Context } from '../../ground/kernel/context.ts'
import type { Plan } from '../../ground/kernel/mcp-plan-limits.ts'
import { prepared } from '../../ground/store/prepared.ts'

/** The plan of the caller's organization. It is read each time, so that a change takes effect at once. */
export async function planOf({ store, caller }: Pick<Context, 'store' | 'caller'>): Promise<Plan> {
  const [row] = await planById(store.lookup, caller.organizationId)
  return row?.plan ?? 'free'
}

const planById = prepared((db, id: number) =>
  db.selectFrom('organization').select('plan').where('id', '=', id),
)
