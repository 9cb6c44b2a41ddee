import type { Context } from '../../ground/kernel/context.ts'
import { testPages } from '../../history/tests/test-page.ts'
import type { Pair } from './changes/read-changes.ts'
import { describeVerdict, type Verdict } from './describe-verdict.ts'
import type { FailuresToJudge } from './evidence/failures.ts'
import { openSources } from './evidence/sources.ts'
import { judge } from './verdict/verdict.ts'

/** A verdict on the cause of each of the failures, from as much evidence as its rules ask for. */
export async function judgeFailures(ctx: Context, input: FailuresToJudge): Promise<(pair: Pair) => Verdict> {
  const { store, clock, baseUrl } = ctx
  const { head, failures, tests } = input
  const until = Math.max(head.started_at, head.ended_at ?? clock()) + 1
  const [pageOf, judged] = await Promise.all([
    testPages(ctx, head.slug),
    judge(failures, openSources(store, input, until)),
  ])
  const verdicts = new Map(
    judged.map(({ pair, draft, suspect }) => {
      const historyUrl = pageOf(tests.get(pair.testId)?.testId ?? '')
      return [pair, describeVerdict(draft, suspect, { baseUrl, historyUrl })] as const
    }),
  )
  return (pair) => verdicts.get(pair) as Verdict
}
