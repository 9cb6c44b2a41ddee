import { z } from 'zod'
import { administers, operations } from '../operation.ts'

const MOST_DAYS = 36_500

const Kept = z.number().nullable()
const Days = z
  .object({
    archiveAfterDays: Kept.describe(
      'When results are compressed into columns; responses stay the same. Null: never.',
    ),
    passingDetailDays: Kept.describe(
      'Results and attempts of executions without a failed or flaky test; afterwards only their counts remain. Null: forever.',
    ),
    failingDetailDays: Kept.describe('Results and attempts of all other executions. Null: forever.'),
    passingArtifactDays: Kept.describe(
      'Artifacts of executions without a failed or flaky test. Null: forever.',
    ),
    failingArtifactDays: Kept.describe('Artifacts of all other executions. Null: forever.'),
    executionDays: Kept.describe(
      'Whole executions. Their counts per day, the tests and their names remain. Null: forever.',
    ),
    auditDays: Kept.describe('Rows of the audit trail. Null: forever.'),
  })
  .meta({ id: 'RetentionDays' })

const TAKES = `must be a whole number of days from 1 to ${MOST_DAYS}, "forever", or "default"`
const Wanted = z
  .union([z.int(TAKES).min(1, TAKES).max(MOST_DAYS, TAKES), z.enum(['forever', 'default'], TAKES)], TAKES)
  .optional()

const Retention = z.object({
  effective: Days.describe('The settings in effect, in days after an execution has settled.'),
  defaults: Days.describe(
    'The server’s defaults, which apply to settings that the organization has not set.',
  ),
})

export const retentionOperations = operations({
  getRetention: {
    summary: "Returns the organization's retention settings.",
    method: 'GET',
    path: '/api/retention',
    ...administers,
    input: z.strictObject({}),
    output: Retention,
  },
  setRetention: {
    summary:
      "Changes the organization's retention settings; absent settings stay unchanged. The server deletes data that is now too old within the hour. Only a backup can restore it.",
    method: 'POST',
    path: '/api/retention',
    ...administers,
    input: z.strictObject({
      archiveAfterDays: Wanted,
      passingDetailDays: Wanted,
      failingDetailDays: Wanted,
      passingArtifactDays: Wanted,
      failingArtifactDays: Wanted,
      executionDays: Wanted,
      auditDays: Wanted,
    }),
    output: Retention,
  },
})
