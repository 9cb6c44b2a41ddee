import type { CiRun, Open } from '@svc/protocol'
import type { Db } from '../../ground/store/portable.ts'

/**
 * CI systems that number jobs and not their attempts. A job that is run again has its old name, which no other job of
 * the build has, and a higher number at the end of its address.
 */
const NUMBERED_JOBS = new Set(['GitLab CI', 'CircleCI'])

/**
 * The run attempt of a part. A retried job of a CI system that names no attempt comes after the jobs with its name and
 * a lower number that have reported.
 */
export async function runAttemptOf(db: Db, executionId: number, open: Open): Promise<number> {
  const own = jobNumberOf(open.ci)
  if (own === null) return open.runAttempt
  const parts = await db
    .selectFrom('part')
    .select(['facts', 'run_attempt'])
    .where('execution_id', '=', executionId)
    .where('job', '=', open.part.job)
    .execute()
  const attempts = new Map(
    parts.flatMap(({ facts, run_attempt }) => {
      const number = jobNumberOf((JSON.parse(facts) as { ci?: CiRun }).ci)
      return number === null ? [] : [[number, run_attempt] as const]
    }),
  )
  const earlier = [...attempts].flatMap(([number, attempt]) => (number < own ? [attempt] : []))
  return attempts.get(own) ?? Math.max(open.runAttempt, ...earlier.map((attempt) => attempt + 1))
}

function jobNumberOf(ci: CiRun | undefined): number | null {
  if (!ci?.provider || !NUMBERED_JOBS.has(ci.provider)) return null
  const number = /\/(\d{1,15})\/?$/.exec(ci.jobUrl ?? '')?.[1]
  return number === undefined ? null : Number(number)
}
