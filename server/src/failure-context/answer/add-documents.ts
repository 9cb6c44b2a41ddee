import type { Context } from '../../kernel/context.ts'
import { firstLine } from '../../kernel/first-line.ts'
import type { StaleFix } from '../../knowledge/stale-documents.ts'
import { isUnexplained } from '../clusters/cluster-failures.ts'
import type { ClusterDraft, Document, Draft } from '../clusters/draft.ts'
import { readTies } from '../ties/read-ties.ts'
import { readContainsFix } from './contains-fix.ts'

/** A document that matches the words of an error. */
type FoundDocument = Pick<Document, 'id' | 'path' | 'title' | 'revision'> & {
  excerpt: string
  stale: StaleFix | null
}

/** Searches the documents that a project's members may read. */
export type SearchDocuments = (
  ctx: Context,
  asked: { project: string; words: string; limit: number },
) => Promise<FoundDocument[]>

/**
 * The number of clusters without a tied document whose words are searched: about as many as the
 * default budget shows in full.
 */
const MOST_SEARCHED = 5
const MOST_FOUND = 2
const WORDS_LENGTH = 300

/** Adds the documents that explain failures: the tied ones, else those that match the words of the error. */
export async function addDocuments(
  ctx: Context,
  { clusters }: Draft,
  search: SearchDocuments,
): Promise<void> {
  if (!ctx.caller.scopes.has('knowledge')) return
  const detailed = clusters.filter(({ detail }) => detail !== null)
  for (const [projectId, own] of Map.groupBy(detailed, (cluster) => cluster.projectId)) {
    const ties = await readTies(
      ctx,
      projectId,
      own.flatMap(({ fingerprints }) => fingerprints),
    )
    const containsFix = await readContainsFix(ctx.store, projectId, {
      executions: [...new Set(own.map(({ execution }) => execution))],
      fixes: [...new Set(ties.flatMap(({ commit }) => commit ?? []))],
    })
    for (const { detail, execution, fingerprints } of own)
      for (const tie of ties)
        if (
          fingerprints.includes(tie.fingerprint) &&
          !detail?.documents.some(({ id }) => id === tie.document.id)
        )
          detail?.documents.push({
            ...tie.document,
            source: 'tie',
            cause: tie.cause,
            fix: tie.fix,
            commit: tie.commit,
            containsFix: containsFix(execution, tie.commit),
            isStale: tie.isStale,
            because: tie.because,
            excerpt: null,
          })
  }
  const without = detailed.filter(
    ({ detail, topic }) => isUnexplained(topic) && detail?.documents.length === 0,
  )
  await Promise.all(without.slice(0, MOST_SEARCHED).map((cluster) => addFound(ctx, cluster, search)))
}

async function addFound(ctx: Context, cluster: ClusterDraft, search: SearchDocuments): Promise<void> {
  const found = await search(ctx, { project: cluster.project, words: wordsOf(cluster), limit: MOST_FOUND })
  for (const { stale, ...document } of found)
    cluster.detail?.documents.push({
      ...document,
      source: 'search',
      cause: null,
      fix: null,
      commit: null,
      containsFix: null,
      isStale: stale !== null,
      because: stale?.because ?? null,
    })
}

/** The first line of the error without values, and the place where it was thrown. */
function wordsOf({ message, detail, sample }: ClusterDraft): string {
  const frame = detail?.frames[0]
  const titles = sample[0]?.titles ?? []
  return (
    [firstLine(message), frame?.name ?? '', frame?.file.split('/').at(-1) ?? '', ...titles]
      .join(' ')
      // Removes characters with a special meaning in searches.
      .replace(/[^\p{L}\p{N}_.\s]/gu, ' ')
      .slice(0, WORDS_LENGTH)
  )
}
