import type { Attachment, Attempt, AttemptDetail, AttemptStatus, Failure } from '@svc/protocol'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { ATTEMPT, type AttemptRow, type ResultRow, VERDICT } from '../../ground/store/tables.ts'
import type { PartInfo } from '../executions/read-parts.ts'
import { readBlocks } from './archive/read-blocks.ts'
import type { PlacedAttachment } from './attachments.ts'
import { readFingerprints } from './rows/fingerprints.ts'
import { readUnmoved } from './rows/read-unmoved.ts'
import { readStored } from './stored-reason.ts'

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

const ATTEMPT_OF = Object.fromEntries(Object.entries(ATTEMPT).map(([name, n]) => [n, name])) as Record<
  number,
  AttemptStatus
>

export type DetailedAttempt = Omit<Attempt, 'startedAt' | 'attachments'> & {
  startedAt: string
  runAttempt: number
  attachments?: PlacedAttachment[]
}

type Reasons = Map<number, unknown>

/** The errors and skips of these rows, by id. */
export async function readReasons(store: Store, rows: ResultRow[], attempts: AttemptRow[]): Promise<Reasons> {
  const ids = new Set<number>()
  for (const { reason_id } of rows) if (reason_id !== null) ids.add(reason_id)
  for (const { reasons } of attempts)
    if (reasons) for (const id of JSON.parse(reasons) as number[]) ids.add(id)
  if (ids.size === 0) return new Map()
  const reasonRows = await store.read
    .selectFrom('reason')
    .select(['id', 'kind', 'message', 'detail'])
    .where(isOneOf(store.dialect, 'id', [...ids]))
    .execute()
  return new Map(reasonRows.map((row) => [row.id, readStored(row)]))
}

/** One attempt as the API returns it. */
export function toAttempt(row: AttemptRow, parts: Map<number, PartInfo>, reasons: Reasons): DetailedAttempt {
  const part = parts.get(row.part)
  const details = (row.reasons ? (JSON.parse(row.reasons) as number[]) : []).map((id) => reasons.get(id))
  const status = ATTEMPT_OF[row.status] as AttemptStatus
  const { attachments, ...detail }: AttemptDetail = row.detail ? JSON.parse(row.detail) : {}
  return {
    status,
    startedAt: iso((part?.startedAt ?? 0) + row.start_ms),
    durationMs: row.duration_us / 1000,
    runAttempt: part?.runAttempt ?? 1,
    ...(row.repeat > 0 ? { repeat: row.repeat } : {}),
    ...explained(status, details),
    ...detail,
    ...(attachments ? { attachments: attachments.map((one, number) => placed(one, row, number)) } : {}),
  }
}

const placed = (attachment: Attachment, { part, entry }: AttemptRow, number: number): PlacedAttachment => ({
  ...attachment,
  place: { part, entry, number },
})

/** The single attempt of a result whose own row describes it completely. */
export function plainAttempt(
  row: ResultRow,
  parts: Map<number, PartInfo>,
  reasons: Reasons,
): DetailedAttempt {
  const part = parts.get(row.part)
  const status = Math.abs(row.verdict) === VERDICT.skipped ? 'skipped' : 'passed'
  return {
    status,
    startedAt: iso((part?.startedAt ?? 0) + row.start_ms),
    durationMs: row.duration_us / 1000,
    runAttempt: part?.runAttempt ?? 1,
    ...(row.reason_id !== null && status === 'skipped'
      ? explained(status, [reasons.get(row.reason_id)])
      : {}),
  }
}

function explained(status: AttemptStatus, details: unknown[]): Pick<AttemptDetail, 'errors' | 'skip'> {
  if (details.length === 0) return {}
  const isSkip = (one: unknown) => typeof one === 'object' && one !== null && 'kind' in one
  if (status === 'skipped' || status === 'interrupted') {
    const skip = details.find(isSkip)
    if (skip) return { skip: skip as NonNullable<AttemptDetail['skip']> }
  }
  return { errors: details as Failure[] }
}
