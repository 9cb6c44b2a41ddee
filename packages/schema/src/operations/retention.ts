import { z } from 'zod'
import { operations } from '../operation.ts'

const MOST_DAYS = 36_500

const Kept = z.number().nullable()
const Days = z.object({
  archiveAfterDays: Kept.describe(
    'Results become compressed columns, which are read and answered as before. Null: never.',
  ),
  passingDetailDays: Kept.describe(
    'Results and attempts of executions in which nothing failed or flaked; then only their counts stay. Null: for ever.',
  ),
  failingDetailDays: Kept.describe('Results and attempts of all other executions. Null: for ever.'),
  passingArtifactDays: Kept.describe(
    'Artifacts of executions in which nothing failed or flaked. Null: for ever.',
  ),
  failingArtifactDays: Kept.describe('Artifacts of all other executions. Null: for ever.'),
  executionDays: Kept.describe(
    'Executions as a whole. The counts of their days, the tests and their names stay. Null: for ever.',
  ),
  auditDays: Kept.describe('Rows of the audit trail. Null: for ever.'),
})

const TAKES = `takes a whole number of days from 1 to ${MOST_DAYS}, "forever", or "default"`
const Wanted = z
  .union([z.int(TAKES).min(1, TAKES).max(MOST_DAYS, TAKES), z.enum(['forever', 'default'], TAKES)], TAKES)
  .optional()

const Retention = z.object({
  effective: Days.describe('What holds, in days from when an execution settled.'),
  defaults: Days.describe('What the server keeps where the organization has set nothing.'),
})

export const retentionOperations = operations({
  getRetention: {
    summary: 'For how long this organization keeps what.',
    method: 'GET',
    path: '/api/retention',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({}),
    output: Retention,
  },
  setRetention: {
    summary:
      'Sets for how long this organization keeps what; what is not named stays as it is. What is too old by then goes within the hour and cannot be brought back but from a backup.',
    method: 'POST',
    path: '/api/retention',
    role: 'admin',
    scope: 'admin',
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
