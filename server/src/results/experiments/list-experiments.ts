import type { experimentOperations } from '@svc/schema'
import { sql } from 'kysely'
import { cursorAfter } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import { findExecution } from '../executions/find.ts'
import { countTrials } from './count-trials.ts'
import { trialsIn } from './stored-trial.ts'

/** The experiments of an execution, page by page. */
export const listExperiments: Handlers<typeof experimentOperations>['listExperiments'] = async ({
  ctx,
  input,
}) => {
  const execution = await findExecution(ctx, input.id)
  const [after = 0] = input.cursor ? ctx.cursors.decode(input.cursor, ['number']) : []
  const rows = await ctx.store.read
    .selectFrom('experiment')
    .innerJoin('test', 'test.id', 'experiment.test_id')
    .innerJoin('file', 'file.id', 'test.file_id')
    .innerJoin('leg', 'leg.id', 'experiment.leg_id')
    .selectAll('experiment')
    .select(['test.key', 'test.titles', 'test.variant', 'test.occurrence', 'file.path', 'leg.name as leg'])
    .where('experiment.execution_id', '=', execution.id)
    .where(sql<boolean>`experiment.id > ${after}`)
    .orderBy('experiment.id')
    .limit(input.limit + 1)
    .execute()
  return {
    items: rows.slice(0, input.limit).map((row) => {
      const trials = trialsIn(row.trials)
      return {
        id: row.public_id,
        purpose: row.purpose,
        test: {
          testId: row.key,
          file: row.path,
          titles: JSON.parse(row.titles),
          variant: row.variant,
          occurrence: row.occurrence,
          leg: row.leg,
        },
        alike: row.alike,
        head: {
          commit: row.head_sha,
          dirty: row.head_dirty === 1,
          command: row.head_command,
          ...countTrials(trials, 'head'),
        },
        base:
          row.base_sha === null
            ? null
            : {
                commit: row.base_sha,
                branch: row.base_branch,
                isOlder: row.base_is_older === 1,
                command: row.base_command ?? '',
                ...countTrials(trials, 'base'),
              },
        machine: row.machine,
        sentBy: row.sent_by,
        startedAt: iso(row.started_at),
        after: JSON.parse(row.files_before),
        trials: trials.map(
          ({ reason = null, message = null, fingerprint = null, order = null, ...trial }) => ({
            ...trial,
            reason,
            message,
            fingerprint,
            order,
          }),
        ),
      }
    }),
    nextCursor: cursorAfter(ctx, rows, input.limit),
  }
}
