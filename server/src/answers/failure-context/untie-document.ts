import type { failureContextOperations } from '@svc/schema'
import { requireOwnProject } from '../../agents/knowledge/write-document.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { findTiedDocument } from './ties/find-document.ts'
import { requireFailure } from './ties/require-failure.ts'

type Untie = Handlers<typeof failureContextOperations>['untieDocument']

/** Removes a tie, if the two are tied. */
export const untieDocument: Untie = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.project)
  const document = await findTiedDocument(ctx, project, input.document)
  requireOwnProject(ctx, document.project_id)
  const { numDeletedRows } = await ctx.store.write((db) =>
    db
      .deleteFrom('document_failure')
      .where('document_id', '=', document.id)
      .where('fingerprint', '=', input.fingerprint)
      .executeTakeFirstOrThrow(),
  )
  if (numDeletedRows === 0n) await requireFailure(ctx, project.id, input.fingerprint)
  return { untied: numDeletedRows > 0n }
}
