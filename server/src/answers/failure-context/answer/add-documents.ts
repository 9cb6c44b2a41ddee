import type { FailureWords } from '../../../agents/knowledge/failure-words.ts'
import type { StaleFix } from '../../../agents/knowledge/stale-documents.ts'
import type { Context } from '../../../ground/kernel/context.ts'
import { firstLine } from '../../../ground/kernel/first-line.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
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
  await Promise.all(without.map((cluster) => addFound(ctx, cluster, search)))
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

const STATES = ['verified', 'waiting', 'refuted'] as const
const MOST_FIXES = 500

/** Adds the fix of each failure that somebody has verified, or waits for, so that nobody fixes it again. */
export async function addFixes({ store }: Pick<Context, 'store'>, { clusters }: Draft): Promise<void> {
  for (const [projectId, own] of Map.groupBy(clusters, (cluster) => cluster.projectId)) {
    const fixes = await store.read
      .selectFrom('fix_verification')
      .select(['fingerprint', 'commit_sha', 'state', 'clean', 'needed', 'refuted_by'])
      .where('project_id', '=', projectId)
      .where(
        isOneOf(store.dialect, 'fingerprint', [...new Set(own.flatMap(({ fingerprints }) => fingerprints))]),
      )
      .orderBy('id', 'desc')
      .limit(MOST_FIXES)
      .execute()
    if (fixes.length === 0) continue
    // The newest of the best state.
    fixes.sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
    const commits = [...new Set(fixes.map(({ commit_sha }) => commit_sha))]
    const [branches, contains] = await Promise.all([
      readBranches(store, projectId, commits),
      readContainsFix(store, projectId, {
        executions: [...new Set(own.map(({ execution }) => execution))],
        fixes: commits,
      }),
    ])
    for (const cluster of own) {
      const fix = fixes.find(({ fingerprint }) => cluster.fingerprints.includes(fingerprint))
      if (!fix) continue
      const { commit_sha: commit, state, clean, needed, refuted_by: cameBackIn } = fix
      cluster.fix = {
        ...{ commit, branch: branches.get(commit) ?? null, state },
        ...{ cleanRuns: clean, neededRuns: needed, cameBackIn },
        containsFix: contains(cluster.execution, commit),
      } satisfies ClusterDraft['fix']
    }
  }
}

/** The branch of the newest execution of each of these commits. */
async function readBranches({ read, dialect }: Context['store'], projectId: number, commits: string[]) {
  const rows = await read
    .selectFrom('execution')
    .select(['tested_sha', 'head_sha', 'branch'])
    .where('project_id', '=', projectId)
    .where('branch', 'is not', null)
    .where((eb) => eb.or([isOneOf(dialect, 'tested_sha', commits), isOneOf(dialect, 'head_sha', commits)]))
    .orderBy('id', 'desc')
    .limit(MOST_FIXES)
    .execute()
  const branches = new Map<string, string>()
  for (const { tested_sha, head_sha, branch } of rows.toReversed())
    for (const sha of [tested_sha, head_sha]) if (sha !== null && branch !== null) branches.set(sha, branch)
  return branches
}
