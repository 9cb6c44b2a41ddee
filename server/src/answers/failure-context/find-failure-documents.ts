import type { failureContextOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import type { SearchDocuments } from './answer/add-documents.ts'
import { readTies } from './ties/read-ties.ts'
import { wordsOfFailure } from './words-of-failure.ts'

type Find = Handlers<typeof failureContextOperations>['findFailureDocuments']

/** Each takes a search of its own. */
const MOST_SEARCHED = 3

/** The document of each failure of a list: the newest valid one that is tied, else the best that the search finds. */
export const findFailureDocuments =
  (search: SearchDocuments): Find =>
  async ({ ctx, input: { fingerprints, project: named, tests = [] } }) => {
    const project = await visibleProject(ctx, named)
    const ties = await readTies(ctx, project.id, fingerprints)
    const valid = ties.filter(({ isStale }) => !isStale)
    const found = await Promise.all(
      fingerprints.map(async (fingerprint, at) => {
        const tied = valid.find((tie) => tie.fingerprint === fingerprint)
        if (tied) {
          const { visibility: _, ...document } = tied.document
          return [{ fingerprint, document, source: 'tie' as const }]
        }
        const test = tests[at]
        if (!test || at >= MOST_SEARCHED) return []
        const failure = await wordsOfFailure(ctx, { project, fingerprint, test })
        const [best] = await search(ctx, { project: project.slug, failure, limit: 1 })
        if (!best) return []
        const { excerpt: _, stale: __, sharedWords: ___, ...document } = best
        return [{ fingerprint, document, source: 'search' as const }]
      }),
    )
    return { failures: found.flat() }
  }
