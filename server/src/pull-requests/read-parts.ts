import type { CiRun, Trust } from '@svc/protocol'
import type { ExecutionRow } from '../executions/execution-row.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { jobUrlOf } from './links.ts'

/** What the comment shows of the parts of an execution. */
export interface Parts {
  /** The parts whose paths are relative to the repository. */
  ofRepository: ReadonlySet<number>
  /** The page of each part's CI job. */
  jobUrls: ReadonlyMap<number, string>
  /** The page of the CI job if all parts ran in one; null otherwise. */
  onlyJobUrl: string | null
  hasSeveralJobs: boolean
}

/** An execution with more parts than this has several jobs. */
const MOST_PARTS = 200

/** Reads these parts of an execution, and whether all its parts ran in one CI job. */
export async function readParts(store: Store, head: ExecutionRow, numbers: number[]): Promise<Parts> {
  const more = [...new Set(numbers)].filter((number) => number > MOST_PARTS)
  const rows = await store.read
    .selectFrom('part')
    .select(['number', 'job', 'package', 'config', 'leg_id', 'shard_index', 'run_attempt', 'facts'])
    .where('execution_id', '=', head.id)
    .where((is) =>
      is.or([
        is('number', '<=', MOST_PARTS),
        ...(more.length > 0 ? [isOneOf(store.dialect, 'number', more)] : []),
      ]),
    )
    .orderBy('run_attempt')
    .orderBy('number')
    .execute()
  const ofRepository = new Set<number>()
  const jobUrls = new Map<number, string>()
  const newest = new Map<string, string | null>()
  for (const { number, facts, job, package: folder, config, leg_id, shard_index } of rows) {
    const { root, ...rest } = JSON.parse(facts) as { root?: string; ci?: CiRun; trust?: Trust }
    const jobUrl = head.trust === 'fork' ? null : jobUrlOf(rest)
    if (root === 'git') ofRepository.add(number)
    if (jobUrl !== null) jobUrls.set(number, jobUrl)
    // A re-run of a job replaces its part.
    newest.set(JSON.stringify([job, folder, config, leg_id, shard_index]), jobUrl)
  }
  const [jobUrl = null, ...others] = new Set(newest.values())
  const isOne = others.length === 0 && head.parts <= MOST_PARTS
  return {
    ofRepository,
    jobUrls,
    onlyJobUrl: isOne ? jobUrl : null,
    hasSeveralJobs: jobUrls.size > 0 && !isOne,
  }
}
