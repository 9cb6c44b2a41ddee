import { WHOLE_SHA } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Store } from '../../ground/store/open.ts'

/**
 * The full id of a commit that is given by its first digits, in lower case. Only runs of the project say which commit
 * it is, without those of forks, whose ids anybody may choose. Throws INVALID_REQUEST if none or several begin so.
 */
export async function wholeSha({ read }: Store, projectId: number, given: string): Promise<string> {
  if (WHOLE_SHA.test(given)) return given
  const tested = (column: 'tested_sha' | 'head_sha') =>
    read
      .selectFrom('execution')
      .select(`${column} as sha`)
      .distinct()
      .where('project_id', '=', projectId)
      .where('trust', '<>', 'fork')
      .where(column, '>=', given)
      // Above every hex digit.
      .where(column, '<', `${given}g`)
      .limit(2)
  const rows = [...(await tested('tested_sha').execute()), ...(await tested('head_sha').execute())]
  const [only, second] = [...new Set(rows.map(({ sha }) => sha))]
  if (only && !second) return only
  throw new Problem(
    'INVALID_REQUEST',
    `commit must be the full id: ${second ? 'several commits with runs begin' : 'no commit with a run begins'} with ${given}. git rev-parse ${given} prints it.`,
  )
}
