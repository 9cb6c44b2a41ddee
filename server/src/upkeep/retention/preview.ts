import type { Store } from '../../ground/store/open.ts'
import {
  baseBranches,
  type Class,
  type DueQuery,
  dueToArchive,
  dueToDelete,
  dueToRemoveArtifacts,
  dueToRemoveResults,
} from './due-executions.ts'
import { type RetentionDays, readRetention } from './periods.ts'

/** What the next run of retention would do for one organization; deleted executions are in no other count. */
export interface Preview {
  organization: string
  deleted: Amount
  resultsRemoved: Amount
  artifactsReleased: Amount
  archived: Amount
}

interface Amount {
  executions: number
  results: number
}

const ALL = 1_000_000_000
const NOTHING: Amount = { executions: 0, results: 0 }

/** Reads what is due, without a change. */
export async function previewRetention(
  store: Store,
  defaults: RetentionDays,
  now: number,
): Promise<Preview[]> {
  const organizations = await store.read
    .selectFrom('organization')
    .select(['id', 'slug'])
    .where('deleted_at', 'is', null)
    .orderBy('slug')
    .execute()
  const previews: Preview[] = []
  for (const { id, slug } of organizations) {
    const days = await readRetention(store.read, id, defaults)
    const projects = await store.read
      .selectFrom('project')
      .select('id')
      .where('organization_id', '=', id)
      .execute()
    const preview: Preview = {
      organization: slug,
      deleted: NOTHING,
      resultsRemoved: NOTHING,
      artifactsReleased: NOTHING,
      archived: NOTHING,
    }
    for (const project of projects) await addProject(store, preview, project.id, days, now)
    previews.push(preview)
  }
  return previews
}

async function addProject(
  store: Store,
  preview: Preview,
  projectId: number,
  days: RetentionDays,
  now: number,
) {
  const bases = await baseBranches(store, projectId, now)
  const ask = (kept: number): DueQuery => ({ projectId, days: kept, now, limit: ALL })
  const counted = new Set<number>()
  /** In the order of retention: a deleted execution is neither stripped nor archived. */
  const add = async (
    what: keyof Omit<Preview, 'organization'>,
    kept: number | null,
    find: (query: DueQuery) => { execute(): Promise<{ id: number; results: number }[]> },
    isLast: boolean,
  ) => {
    if (kept === null) return
    const due = (await find(ask(kept)).execute()).filter((row) => !counted.has(row.id))
    const { executions, results } = preview[what]
    preview[what] = {
      executions: executions + due.length,
      results: due.reduce((sum, row) => sum + row.results, results),
    }
    if (isLast) for (const { id } of due) counted.add(id)
  }
  const artifactDays: Record<Class, number | null> = {
    passing: days.passingArtifactDays,
    failing: days.failingArtifactDays,
  }
  const detailDays: Record<Class, number | null> = {
    passing: days.passingDetailDays,
    failing: days.failingDetailDays,
  }
  await add('deleted', days.executionDays, (query) => dueToDelete(store, query, bases), true)
  for (const kind of ['passing', 'failing'] as const) {
    await add(
      'artifactsReleased',
      artifactDays[kind],
      (query) => dueToRemoveArtifacts(store, query, kind),
      false,
    )
    await add(
      'resultsRemoved',
      detailDays[kind],
      (query) => dueToRemoveResults(store, query, bases, kind),
      true,
    )
  }
  await add('archived', days.archiveAfterDays, (query) => dueToArchive(store, query, bases), true)
}
