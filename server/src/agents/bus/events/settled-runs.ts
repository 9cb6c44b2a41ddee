import type { Event } from '../../../ground/kernel/consumer.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'

/** An execution that may be evidence about a commit. */
export interface SettledRun {
  id: number
  public_id: string
  project_id: number
  suite: string
  state: string
  branch: string | null
  tested_sha: string | null
  head_sha: string | null
  started_at: number
}

/** A project's executions that ran exactly the code of a commit and were not uploaded by a fork. */
export const provingRuns = ({ read }: Pick<Store, 'read'>) =>
  read
    .selectFrom('execution')
    .select([
      'execution.id',
      'execution.public_id',
      'execution.project_id',
      'execution.suite',
      'execution.state',
    ])
    .select(['execution.branch', 'execution.tested_sha', 'execution.head_sha', 'execution.started_at'])
    .where('execution.trust', '<>', 'fork')
    .where('execution.dirty', '=', 0)
    .where('execution.results_removed_at', 'is', null)
    .where('execution.state', '<>', 'running')

/** The settled executions of these events, by the event's id. */
export async function readSettledRuns(store: Store, events: Event[]): Promise<Map<number, SettledRun>> {
  const ids = [...new Set(events.map(({ payload }) => String(payload.executionId)))]
  if (ids.length === 0) return new Map()
  const rows = await provingRuns(store)
    .where(isOneOf(store.dialect, 'execution.public_id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.public_id, row]))
  return new Map(
    events.flatMap((event): [number, SettledRun][] => {
      const run = byId.get(String(event.payload.executionId))
      return run ? [[event.id, run]] : []
    }),
  )
}

/** Its commits: the one that was checked out, and the head of its branch. */
export const commitsOf = ({ tested_sha, head_sha }: Pick<SettledRun, 'tested_sha' | 'head_sha'>): string[] =>
  [...new Set([tested_sha, head_sha])].filter((sha) => sha !== null)
