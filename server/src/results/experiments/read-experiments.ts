import type { Selectable } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import type { Tables } from '../../ground/store/tables.ts'
import { type StoredTrial, trialsIn } from './stored-trial.ts'

/** An experiment with its trials. */
export type ExperimentRow = Omit<Selectable<Tables['experiment']>, 'trials' | 'files_before'> & {
  trials: StoredTrial[]
  /** Files that ran before that of the test in each trial. */
  after: string[]
}

/** The experiments of an execution, in the order in which they ran; at most 1 MiB. */
export async function readExperiments(store: Store, executionId: number): Promise<ExperimentRow[]> {
  const rows = await store.read
    .selectFrom('experiment')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(({ files_before, ...row }) => ({
    ...row,
    trials: trialsIn(row.trials),
    after: JSON.parse(files_before),
  }))
}
