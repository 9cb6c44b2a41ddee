import type { failureContextOperations } from '@svc/schema'
import type { z } from 'zod'
import type { FailureWords } from '../../agents/knowledge/failure-words.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { firstLine } from '../../ground/kernel/first-line.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { ownTurn } from '../../ground/kernel/own-turn.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { findTest } from '../../history/tests/find-test.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import type { SearchDocuments } from './answer/add-documents.ts'
import { readTies } from './ties/read-ties.ts'
import { requireFailure } from './ties/require-failure.ts'

const MESSAGE_LENGTH = 300

interface Asked {
  project: { id: number; slug: string }
  fingerprint: string
  test: string
}

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

const MOST_RELATED = 2

/** The documents that explain a failure. Throws NOT_FOUND for one that is not tied, and that the project never had. */
export const listFailureDocuments =
  (search: SearchDocuments): Handlers<typeof failureContextOperations>['listFailureDocuments'] =>
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

/** The words of a failure and of one of its tests, with which documents are searched; throws NOT_FOUND for an unknown test. */
async function wordsOfFailure(ctx: Context, { project, fingerprint, test }: Asked): Promise<FailureWords> {
  const [cluster, found] = await Promise.all([
    ctx.store.lookup
      .selectFrom('failure_cluster')
      .select('message')
      .where('project_id', '=', project.id)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst(),
    findTest(ctx, test.toLowerCase(), project.slug),
  ])
  const { titles, file } = found.test.name
  const message = firstLine(cluster?.message ?? '').slice(0, MESSAGE_LENGTH)
  return { messages: [message], titles, function: '', files: [file] }
}

/** One unknown test takes nothing from the others of a list. */
function nullIfUnknown(error: unknown): null {
  if (error instanceof Problem && error.code === 'NOT_FOUND') return null
  throw error
}

async function searchFor(ctx: Context, search: SearchDocuments, asked: Asked): Promise<Found[]> {
  const failure = await wordsOfFailure(ctx, asked).catch(nullIfUnknown)
  if (!failure) return []
  const [best] = await search(ctx, { project: asked.project.slug, failure, limit: 1 })
  if (!best) return []
  const { excerpt: _, stale: __, sharedWords: ___, ...document } = best
  return [{ fingerprint: asked.fingerprint, document, source: 'search' }]
}
