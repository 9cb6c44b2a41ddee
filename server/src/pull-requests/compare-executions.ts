import type { insightOperations } from '@svc/schema'
import { compareByIds } from '../comparison/compare.ts'
import { pageGroups } from '../comparison/page-groups.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { ownersOf } from '../owners/owners-of.ts'
import { conclusionOf, plainHeadline } from './headline.ts'

/** A page of a comparison, with the answer that the pull request's comment gives in its first line. */
export const compareExecutions: Handlers<typeof insightOperations>['compareExecutions'] = async ({
  ctx,
  input,
}) => {
  const { head, compared } = await compareByIds(ctx, input)
  return {
    ...pageGroups(ctx, compared, input, await ownersOf(ctx.store, head.codeowners_id)),
    conclusion: conclusionOf(compared),
    headline: plainHeadline(compared),
  }
}
