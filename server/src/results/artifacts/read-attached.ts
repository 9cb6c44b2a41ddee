import type { Attachment, AttemptDetail } from '@svc/protocol'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { JournalPart } from './find-part.ts'

/** An attempt with attachments. */
export interface Attached {
  testId: number
  /** The attempt of the test within its part, from 0. */
  attempt: number
  attachments: Attachment[]
}

/** The attachments of attempts, by their entry; omits attempts without any. */
export async function readAttached(
  store: Store,
  part: JournalPart,
  entries: number[],
): Promise<Map<number, Attached>> {
  const rows = await store.read
    .selectFrom('attempt')
    .select(['test_id', 'entry', 'detail'])
    .select(({ selectFrom, fn }) =>
      selectFrom('attempt as earlier')
        .select(fn.countAll<number>().as('count'))
        .whereRef('earlier.execution_id', '=', 'attempt.execution_id')
        .whereRef('earlier.test_id', '=', 'attempt.test_id')
        .whereRef('earlier.part', '=', 'attempt.part')
        .whereRef('earlier.entry', '<', 'attempt.entry')
        .as('attempt'),
    )
    .where('execution_id', '=', part.executionId)
    .where('part', '=', part.number)
    .where(isOneOf(store.dialect, 'entry', [...new Set(entries)]))
    .execute()
  const attached = new Map<number, Attached>()
  for (const row of rows) {
    const { attachments = [] }: AttemptDetail = row.detail ? JSON.parse(row.detail) : {}
    if (attachments.length > 0)
      attached.set(row.entry, { testId: row.test_id, attempt: row.attempt ?? 0, attachments })
  }
  return attached
}
