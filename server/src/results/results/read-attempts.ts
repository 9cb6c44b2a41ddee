import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { ATTEMPT, VERDICT } from '../../ground/store/tables.ts'
import { readBlocks } from './archive/read-blocks.ts'
import { readFingerprints } from './rows/fingerprints.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/** An attempt that was not cut off. */
interface FinishedAttempt {
  test_id: number
  leg_id: number
  shard_index: number | null
  shard_total: number | null
  status: number
  part: number
  run_attempt: number
  /** When its part started. */
  started_at: number
}

/** The result of a test that a re-run of its part superseded. */
export interface Superseded {
  test_id: number
  leg_id: number
  part: number
  run_attempt: number
  /** Negative. */
  verdict: number
  /** Of its error; null if it has none. */
  fingerprint: string | null
  /** When its part started. */
  started_at: number
}

export interface Attempts {
  attempts: FinishedAttempt[]
  superseded: Superseded[]
}

/** The attempts that these tests needed in an execution: within a run, and before a part was re-run. */
export const readAttempts = (store: Store, executionId: number, testIds: number[]): Promise<Attempts> =>
  readUnmoved(store, [executionId], (archived) =>
    archived.has(executionId)
      ? readArchived(store, executionId, testIds)
      : readLive(store, executionId, testIds),
  )

async function readLive(store: Store, executionId: number, testIds: number[]): Promise<Attempts> {
  const [attempts, superseded] = await Promise.all([
    store.read
      .selectFrom('attempt')
      .innerJoin('part', (join) =>
        join
          .onRef('part.execution_id', '=', 'attempt.execution_id')
          .onRef('part.number', '=', 'attempt.part'),
      )
      .select(['attempt.test_id', 'attempt.part', 'attempt.status'])
      .select(['part.leg_id', 'part.run_attempt', 'part.shard_index', 'part.shard_total', 'part.started_at'])
      .where('attempt.execution_id', '=', executionId)
      .where(isOneOf(store.dialect, 'attempt.test_id', testIds))
      .where('attempt.status', 'in', FINISHED)
      .execute(),
    store.read
      .selectFrom('result')
      .innerJoin('part', (join) =>
        join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
      )
      .leftJoin('reason', (join) =>
        join.onRef('reason.id', '=', 'result.reason_id').on('reason.kind', '=', 'error'),
      )
      .select(['result.test_id', 'result.part', 'result.verdict'])
      .select(['part.leg_id', 'part.run_attempt', 'reason.fingerprint', 'part.started_at'])
      .where('result.execution_id', '=', executionId)
      .where(isOneOf(store.dialect, 'result.test_id', testIds))
      .where('result.verdict', 'in', SUPERSEDED)
      .execute(),
  ])
  return { attempts, superseded }
}

async function readArchived(store: Store, executionId: number, testIds: number[]): Promise<Attempts> {
  const parts = await store.read
    .selectFrom('part')
    .select(['number', 'leg_id', 'run_attempt', 'shard_index', 'shard_total', 'started_at'])
    .where('execution_id', '=', executionId)
    .execute()
  const partOf = new Map(parts.map((part) => [part.number, part]))
  const testSet = new Set(testIds)
  const attempts: FinishedAttempt[] = []
  const before: (Omit<Superseded, 'fingerprint'> & { reason_id: number | null })[] = []
  for await (const block of readBlocks(store.read, executionId, testSet)) {
    for (const { test_id, part, status } of block.attempts) {
      const of = partOf.get(part)
      if (of && testSet.has(test_id) && FINISHED.includes(status))
        attempts.push({ ...of, test_id, part, status })
    }
    for (const { test_id, part, verdict, reason_id } of block.results) {
      const of = partOf.get(part)
      if (of && testSet.has(test_id) && SUPERSEDED.includes(verdict))
        before.push({ ...of, test_id, part, verdict, reason_id })
    }
  }
  const fingerprints = await readFingerprints(
    store,
    before.flatMap((row) => row.reason_id ?? []),
  )
  const superseded = before.map(({ reason_id, ...row }) => ({
    ...row,
    fingerprint: fingerprints.get(reason_id ?? 0) ?? null,
  }))
  return { attempts, superseded }
}

const FINISHED: number[] = [ATTEMPT.passed, ATTEMPT.failed, ATTEMPT.timedOut]
const SUPERSEDED: number[] = [-VERDICT.passed, -VERDICT.flaky, -VERDICT.failed]
