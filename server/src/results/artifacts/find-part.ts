import type { Context } from '../../ground/kernel/context.ts'
import { notFound } from '../../ground/kernel/problem.ts'

/** The part of a journal, if the caller may upload to it. */
export interface JournalPart {
  executionId: number
  projectId: number
  number: number
}

/** The part of a journal. Throws NOT_FOUND if it was never sent, or is not the caller's. */
export async function findPart(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  journal: string,
): Promise<JournalPart> {
  const row = await store.read
    .selectFrom('part')
    .innerJoin('execution', 'execution.id', 'part.execution_id')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select(['part.execution_id', 'part.number', 'execution.project_id'])
    .where('part.journal', '=', journal.toLowerCase())
    .where('project.organization_id', '=', caller.organizationId)
    .$if(caller.projectId !== null, (query) => query.where('project.id', '=', caller.projectId as number))
    // A journal that was sent again with other settings belongs to another execution as well.
    .orderBy('part.execution_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('journal')
  return { executionId: row.execution_id, projectId: row.project_id, number: row.number }
}
