import type { comparisonOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { readOwnSlug } from '../../results/executions/own-slug.ts'
import { ownersOf } from '../../results/owners/owners-of.ts'
import { compareByIds } from '../comparison/compare.ts'
import { pageGroups } from '../comparison/page-groups.ts'
import { conclusionOf, plainHeadline } from './headline.ts'
import { outlineOf } from './outline.ts'

/** A page of a comparison, with the answer that the pull request's comment gives in its first line. */
export const compareExecutions: Handlers<typeof comparisonOperations>['compareExecutions'] = async ({
  ctx,
  input,
}) => {
  const [organization, { head, compared }] = await Promise.all([readOwnSlug(ctx), compareByIds(ctx, input)])
  return {
    organization,
    ...pageGroups(ctx, compared, input, await ownersOf(ctx.store, head.codeowners_id)),
    sections: outlineOf(compared).map(({ topic, failures }) => ({ topic, total: failures.length })),
    conclusion: conclusionOf(compared),
    headline: plainHeadline(compared),
  }
}
