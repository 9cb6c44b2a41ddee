import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import { knownAnswerAbout, newestOfEach } from './list-pull-requests.ts'
import { totalHeadline } from './total-headline.ts'

/** The comparisons that one call makes; later calls find them made and make the next ones. */
const MOST_COMPARISONS = 10

/** The red pull requests of a project. */
export interface RedPulls {
  /** Those whose change broke a test, the most recently run first. */
  red: { number: number; repository: string | null; headline: string | null; lastRunAt: string }[]
  /** Red ones that no comparison has judged yet. */
  unjudged: number
}

/** The pull requests that ran since `from` and are red by their own fault, by project. */
export async function readRedPulls(
  ctx: Context,
  projectIds: number[],
  from: number,
): Promise<Map<number, RedPulls>> {
  const rows = await newestOfEach(ctx, projectIds, from)
  const pulls = Map.groupBy(rows, (row) => `${row.project_id} ${row.pull_request} ${row.repository}`)
  const found = new Map<number, RedPulls>()
  const budget = { left: MOST_COMPARISONS }
  for (const own of pulls.values()) {
    const [newest] = own
    const failed = own.filter((row) => row.state === 'failed')
    if (newest === undefined || failed.length === 0) continue
    const of = found.get(newest.project_id) ?? { red: [], unjudged: 0 }
    found.set(newest.project_id, of)
    const answers = []
    for (const row of failed) answers.push(await knownAnswerAbout(ctx, row, budget))
    const { headline, conclusion } = totalHeadline(answers.map((answer) => answer ?? null))
    if (conclusion === 'mine')
      of.red.push({
        number: newest.pull_request as number,
        repository: newest.repository,
        headline,
        lastRunAt: iso(newest.started_at),
      })
    else if (answers.includes(undefined)) of.unjudged++
  }
  return found
}
