import type { failureContextOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { ownTurn } from '../../ground/kernel/own-turn.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import type { SearchDocuments } from './answer/add-documents.ts'
import { readTies } from './ties/read-ties.ts'
import { wordsOfFailure } from './words-of-failure.ts'

type Find = Handlers<typeof failureContextOperations>['findFailureDocuments']
type Found = z.input<(typeof failureContextOperations)['findFailureDocuments']['output']>['failures'][number]

/** The document of each failure of a list: the newest valid one that is tied, else the best that the search finds. */
export const findFailureDocuments =
  (search: SearchDocuments): Find =>
  async ({ ctx, input: { fingerprints, project: named, tests = [] } }) => {
    const project = await visibleProject(ctx, named)
    const ties = await readTies(ctx, project.id, fingerprints)
    const valid = ties.filter(({ isStale }) => !isStale)
    const failures: Found[] = []
    for (const [at, fingerprint] of fingerprints.entries()) {
      const tied = valid.find((tie) => tie.fingerprint === fingerprint)
      const test = tests[at]
      if (tied) {
        const { visibility: _, ...document } = tied.document
        failures.push({ fingerprint, document, source: 'tie' })
      } else if (test) {
        // A search takes some milliseconds, and a list may need twenty.
        await ownTurn()
        failures.push(...(await searchFor(ctx, search, { project, fingerprint, test })))
      }
    }
    return { failures }
  }

async function searchFor(
  ctx: Context,
  search: SearchDocuments,
  asked: Parameters<typeof wordsOfFailure>[1],
): Promise<Found[]> {
  const failure = await wordsOfFailure(ctx, asked)
  const [best] = await search(ctx, { project: asked.project.slug, failure, limit: 1 })
  if (!best) return []
  const { excerpt: _, stale: __, sharedWords: ___, ...document } = best
  return [{ fingerprint: asked.fingerprint, document, source: 'search' }]
}
