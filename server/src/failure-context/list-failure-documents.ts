import type { failureContextOperations } from '@svc/schema'
import type { Handlers } from '../kernel/handlers.ts'
import { visibleProject } from '../projects/visible-projects.ts'
import { readTies } from './ties/read-ties.ts'
import { requireFailure } from './ties/require-failure.ts'

type List = Handlers<typeof failureContextOperations>['listFailureDocuments']

/** The documents that explain a failure. Throws NOT_FOUND for one that is not tied, and that the project never had. */
export const listFailureDocuments: List = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.project)
  const documents = await readTies(ctx, project.id, [input.fingerprint])
  if (documents.length === 0) await requireFailure(ctx, project.id, input.fingerprint)
  return { documents }
}
