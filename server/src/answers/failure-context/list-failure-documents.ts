import type { failureContextOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import type { SearchDocuments } from './answer/add-documents.ts'
import { readTies } from './ties/read-ties.ts'
import { requireFailure } from './ties/require-failure.ts'
import { wordsOfFailure } from './words-of-failure.ts'

type List = Handlers<typeof failureContextOperations>['listFailureDocuments']

const MOST_RELATED = 2

/** The documents that explain a failure. Throws NOT_FOUND for one that is not tied, and that the project never had. */
export const listFailureDocuments =
  (search: SearchDocuments): List =>
  async ({ ctx, input: { fingerprint, project: named, test } }) => {
    const project = await visibleProject(ctx, named)
    const documents = await readTies(ctx, project.id, [fingerprint])
    if (documents.length === 0) await requireFailure(ctx, project.id, fingerprint)
    if (test === undefined || documents.some(({ isStale }) => !isStale)) return { documents, related: [] }
    const failure = await wordsOfFailure(ctx, { project, fingerprint, test })
    const found = await search(ctx, { project: project.slug, failure, limit: MOST_RELATED })
    return {
      documents,
      related: found.map(({ excerpt: _, stale: __, ...document }) => document),
    }
  }
