import type { failureContextOperations } from '@svc/schema'
import type { Handlers } from '../kernel/handlers.ts'
import { visibleProject } from '../projects/visible-projects.ts'
import { readTies } from './ties/read-ties.ts'

type List = Handlers<typeof failureContextOperations>['listFailureDocuments']

/** The documents that explain a failure; empty for a failure that the project has never had. */
export const listFailureDocuments: List = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.project)
  return { documents: await readTies(ctx, project.id, [input.fingerprint]) }
}
