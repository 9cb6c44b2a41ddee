import type { ciOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Store } from '../../ground/store/open.ts'

export type ChangedFile = NonNullable<z.output<typeof ciOperations.addFacts.input>['changedFiles']>[number]

export interface ChangedFiles {
  files: ChangedFile[]
  /** The number of changed files that are not in the list. */
  more: number
}

/** The files that the code of an execution changed; null if CI did not report any. */
export async function readChangedFiles({ read }: Store, executionId: number): Promise<ChangedFiles | null> {
  const row = await read
    .selectFrom('execution_change')
    .select(['files', 'more'])
    .where('execution_id', '=', executionId)
    .executeTakeFirst()
  return row ? { files: JSON.parse(row.files), more: row.more } : null
}
