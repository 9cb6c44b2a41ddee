import type { FailureWords } from '../../../agents/knowledge/failure-words.ts'
import type { StaleFix } from '../../../agents/knowledge/stale-documents.ts'
import type { Context } from '../../../ground/kernel/context.ts'
import { firstLine } from '../../../ground/kernel/first-line.ts'
import { ownTurn } from '../../../ground/kernel/own-turn.ts'
import type { ClusterDraft, Document, Draft } from '../clusters/draft.ts'
import { readTies } from '../ties/read-ties.ts'
import { readContainsFix } from './contains-fix.ts'

/** A document that may be about a failure. */
type FoundDocument = Pick<Document, 'id' | 'path' | 'title' | 'revision' | 'sharedWords'> & {
  excerpt: string
  stale: StaleFix | null
}

/** Searches the documents that a project's members may read. */
export type SearchDocuments = (
  ctx: Context,
  asked: { project: string; failure: FailureWords; limit: number },
) => Promise<FoundDocument[]>

const MOST_FOUND = 2
const MOST_CAUSES = 3
const MESSAGE_LENGTH = 300

/** Adds the documents that explain failures: the tied ones, else those that may be about one of the first `most`. */
export async function addDocuments(
  ctx: Context,
  { clusters }: Draft,
  search: SearchDocuments,
  most: number,
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
            sharedWords: [],
          })
  }
  const without = detailed.slice(0, most).filter(({ detail }) => detail?.documents.length === 0)
  // One after the other: a search takes several connections, and others need some, too.
  for (const cluster of without) {
    await ownTurn()
    await addFound(ctx, cluster, search)
  }
}

async function addFound(ctx: Context, cluster: ClusterDraft, search: SearchDocuments): Promise<void> {
  const failure = failureWords(cluster)
  const found = await search(ctx, { project: cluster.project, failure, limit: MOST_FOUND })
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

function failureWords({ message, detail, sample, file }: ClusterDraft): FailureWords {
  const { name, cause, errors = [] } = detail?.failure ?? {}
  const causes = [...(cause ? [cause] : []), ...errors].slice(0, MOST_CAUSES)
  const frame = detail?.frames[0]
  return {
    messages: [
      [name ?? '', firstLine(message)],
      ...causes.map((one) => [one.name ?? '', firstLine(one.message)]),
    ].map((texts) => texts.join(' ').slice(0, MESSAGE_LENGTH)),
    titles: sample[0]?.titles ?? [],
    function: frame?.name ?? '',
    files: [...new Set([frame?.file, sample[0]?.file ?? file])].filter((one) => one != null),
  }
}
