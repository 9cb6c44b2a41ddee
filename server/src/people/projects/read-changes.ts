import type { Context } from '../../ground/kernel/context.ts'
import { ANY_PROJECT } from '../../ground/store/count-changes.ts'

/** The number of changes of each project that the caller may see, by slug; it grows with every change of an answer. */
export async function readChanges({ store, caller }: Context): Promise<Map<string, number>> {
  const counts = store.read
    .selectFrom('change_count')
    .select(['project_id', (eb) => eb.fn.sum<number>('changes').as('changes')])
    .groupBy('project_id')
  const [any, rows] = await Promise.all([
    counts.where('project_id', '=', ANY_PROJECT).executeTakeFirst(),
    store.read
      .selectFrom('project')
      .leftJoin('change_count', 'change_count.project_id', 'project.id')
      .select(['project.slug', (eb) => eb.fn.sum<number | null>('change_count.changes').as('changes')])
      .where('project.organization_id', '=', caller.organizationId)
      .$if(caller.projectId !== null, (own) => own.where('project.id', '=', caller.projectId as number))
      .groupBy('project.slug')
      .execute(),
  ])
  const ofAny = Number(any?.changes ?? 0)
  return new Map(rows.map(({ slug, changes }) => [slug, ofAny + Number(changes ?? 0)]))
}
