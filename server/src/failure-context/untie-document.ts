import type { failureContextOperations } from '@svc/schema'
import type { Handlers } from '../kernel/handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { visibleProject } from '../projects/visible-projects.ts'
import { findDocument } from './ties/find-document.ts'

type Untie = Handlers<typeof failureContextOperations>['untieDocument']

/** Removes a tie. Throws NOT_FOUND if the two are not tied. */
export const untieDocument: Untie = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.project)
  const document = await findDocument(ctx, project, input.document)
  const { numDeletedRows } = await ctx.store.write((db) =>
    db
      .deleteFrom('document_failure')
      .where('document_id', '=', document.id)
      .where('fingerprint', '=', input.fingerprint)
      .executeTakeFirstOrThrow(),
  )
  if (numDeletedRows === 0n)
    throw new Problem('NOT_FOUND', 'This document is not tied to this failure. List the ties of the failure.')
  return { untied: true }
}
