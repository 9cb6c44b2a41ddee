import type { testOperations } from '@svc/schema'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { iso } from '../kernel/time.ts'
import { visibleProject } from '../projects/visible-projects.ts'
import { identitiesOf } from '../test-identity/former-names.ts'
import { findTests } from './find-tests.ts'
import { readKnownTests } from './known-tests.ts'

export const listTests: Handlers<typeof testOperations>['listTests'] = async ({ ctx, input }) => {
  const { store } = ctx
  const { q, monitor, limit, cursor } = input
  const project = await visibleProject(ctx, input.project)
  const before = cursor ? ctx.cursors.decode(cursor, ['number'])[0] : null
  const { ids, next } = await findTests(store, { projectId: project.id, q, monitor, before, limit })
  const tests = await readKnownTests(store, await identitiesOf(store, project.id, ids))
  return {
    items: ids.flatMap((id) => {
      const test = tests.get(id)
      if (!test) return []
      return {
        ...test.name,
        project: project.slug,
        firstSeenAt: iso(test.firstSeenAt),
        formerNames: test.formerNames,
        monitor: test.monitor.state,
      }
    }),
    nextCursor: next === null ? null : ctx.cursors.encode([next]),
  }
}
