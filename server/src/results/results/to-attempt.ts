import type { Attachment, Attempt, AttemptDetail, AttemptStatus, Failure } from '@svc/protocol'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { ATTEMPT, type AttemptRow, type ResultRow, VERDICT } from '../../ground/store/tables.ts'
import type { PartInfo } from '../executions/read-parts.ts'
import type { PlacedAttachment } from './attachments.ts'
import { readStored } from './stored-reason.ts'

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
