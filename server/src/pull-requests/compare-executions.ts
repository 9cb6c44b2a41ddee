import type { comparisonOperations } from '@svc/schema'
import { compareByIds } from '../comparison/compare.ts'
import { pageGroups } from '../comparison/page-groups.ts'
import { readOwnSlug } from '../executions/own-slug.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { ownersOf } from '../owners/owners-of.ts'
import { conclusionOf, plainHeadline } from './headline.ts'

/** A page of a comparison, with the answer that the pull request's comment gives in its first line. */
export const compareExecutions: Handlers<typeof comparisonOperations>['compareExecutions'] = async ({
  ctx,
  input,
}) => {
  const [organization, { head, compared }] = await Promise.all([readOwnSlug(ctx), compareByIds(ctx, input)])
  return {
    organization,
    ...pageGroups(ctx, compared, input, await ownersOf(ctx.store, head.codeowners_id)),
    conclusion: conclusionOf(compared),
    headline: plainHeadline(compared),
  }
}
