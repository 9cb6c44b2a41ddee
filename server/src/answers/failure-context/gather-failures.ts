import type { VerdictKind } from '@svc/protocol'
import { burnedLine } from '../../ground/kernel/burned-line.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { nearMatches } from '../../ground/kernel/near-matches.ts'
import { mostSimilar } from '../../ground/kernel/similarity.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { readTestNames } from '../../history/tests/test-names.ts'
import { readChangedFiles } from '../../results/executions/changed-files.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { findExecution } from '../../results/executions/find.ts'
import { readParts } from '../../results/executions/read-parts.ts'
import { readFailedOrFlaky } from '../../results/results/read-failed-or-flaky.ts'
import { testRef } from '../../results/results/test-ref.ts'
import { nameFirst } from '../../uploads/settlement/name-first.ts'
import { chooseBase } from '../comparison/choose-base.ts'
import { compare } from '../comparison/compare.ts'
import { type Compared, firstLineOf } from '../pull-requests/outline.ts'
import { changeOf } from './clusters/changes-near.ts'
import {
  byUrgency,
  type ClusterFailure,
  clusterFailures,
  type FailureCluster,
} from './clusters/cluster-failures.ts'
import { readCommitRange } from './clusters/commit-range.ts'
import type { ClusterDraft, Draft, HeadDraft, Totals } from './clusters/draft.ts'
import { clusterNameOf, isNamed } from './clusters/is-named.ts'
import { judgedOf } from './clusters/judged-of.ts'
import { readDetails } from './clusters/read-details.ts'

/** What to gather, as plain data, because a thread may do it. */
export interface ToGather {
  /** Public ids of executions. */
  executions: string[]
  /** Restricts the answer to clusters with such a test, by its id or by a part of its file or name. */
  test?: string | undefined
  fingerprint?: string | undefined
  /** The last cluster of the page before, and its rank. */
  after?: { execution: string; fingerprint: string; rank: number } | undefined
}

/** Clusters of a page that have details, and that are named. */
const MOST_DETAILED = 50
const MOST_LISTED = 100
const MOST_NEAR = 5
const MOST_SAMPLE = 5
const MOST_WORDINGS = 3
const MOST_CHANGED = 10
const MESSAGE_LENGTH = 2_000

interface Gathered {
  row: ExecutionRow
  base: ExecutionRow | null
  compared: Compared | null
  flaky: ClusterFailure[]
  head: HeadDraft
}

type Placed = FailureCluster & { of: Gathered }

/** The failures of some executions by cluster, the most urgent first, the first of them in full. */
export async function gatherFailures({ ctx, input }: { ctx: Context; input: ToGather }): Promise<Draft> {
  const gathered = await Promise.all(input.executions.map((id) => gather(ctx, id)))
  const all: Placed[] = gathered
    .flatMap((of) =>
      of.compared === null ? [] : clusterFailures(of.compared, of.flaky).map((own) => ({ ...own, of })),
    )
    .sort(byUrgency)
  const ranked = all.map((cluster, at) => ({ cluster, rank: at + 1 }))
  const wanted = ranked.filter(({ cluster }) => isWanted(cluster, input))
  const from = placeAfter(wanted, input.after)
  const page = wanted.slice(from, from + MOST_LISTED)
  const drafts = page.map(({ cluster, rank }) => draftOf(cluster, rank))
  const detailed = drafts.slice(0, MOST_DETAILED)
  for (const of of gathered) {
    const own = page.flatMap(({ cluster }, at) => {
      const draft = detailed[at]
      return draft && cluster.of === of ? [{ draft, first: cluster.failures[0] as ClusterFailure }] : []
    })
    if (own.length > 0) await readDetails(ctx, of.row, own)
  }
  return {
    heads: gathered.map(({ head }) => head),
    newest: null,
    others: [],
    totals: totalsOf(all),
    clusters: drafts,
    more: wanted.length - from - page.length,
    near: wanted.length === 0 ? nearOf(all, input) : [],
  }
}

async function gather(ctx: Context, id: string): Promise<Gathered> {
  const row = await findExecution(ctx, id)
  if (row.results_removed_at !== null) {
    const removedAt = iso(row.results_removed_at)
    const because = 'retention removed the results of this execution'
    return {
      row,
      base: null,
      compared: null,
      flaky: [],
      head: headOf(row, { removedAt, baseBecause: because }),
    }
  }
  const choice = await chooseBase(ctx, row)
  const [compared, flaky, commits, changes] = await Promise.all([
    compare(ctx, row, choice, { timings: false }),
    readFlaky(ctx.store, row),
    readCommitRange(ctx.store, row, choice.base),
    readChangedFiles(ctx.store, row.id),
  ])
  const { base } = choice
  const [burned] = compared.flakyInBurnIn
  const files = [...(changes?.files ?? [])].sort((a, b) => Number(isTest(a.path)) - Number(isTest(b.path)))
  const head = headOf(row, {
    massFailure: compared.massFailure,
    burned: burned ? burnedLine(burned, compared.flakyInBurnIn.length - 1) : null,
    provisional: compared.provisional,
    waitingFor: nameFirst(compared.waitingFor),
    base: base && {
      id: base.public_id,
      trust: base.trust,
      dirty: base.dirty === 1,
      branch: base.branch,
      commit: base.tested_sha ?? base.head_sha,
    },
    baseBecause: compared.baseChoice.because,
    commits,
    changedFiles: changes && changes.files.length + changes.more,
    changed: files.slice(0, MOST_CHANGED).map((file) => changeOf(file, 'in-its-folder')),
  })
  return { row, base, compared, flaky, head }
}

const isTest = (path: string) => /[._-](?:test|spec)\b|(?:^|\/)(?:tests?|__tests__|e2e)\//i.test(path)

function headOf(row: ExecutionRow, more: Partial<HeadDraft>): HeadDraft {
  const { passed, failed, flaky, skipped, errors } = row
  return {
    id: row.public_id,
    projectId: row.project_id,
    project: row.slug,
    suite: row.suite,
    state: row.state,
    trust: row.trust,
    dirty: row.dirty === 1,
    branch: row.branch,
    pullRequest: row.pull_request,
    commit: row.head_sha ?? row.tested_sha,
    newerCommit: null,
    counts: { passed, failed, flaky, skipped, errors },
    massFailure: null,
    burned: null,
    provisional: false,
    waitingFor: [],
    base: null,
    baseBecause: '',
    commits: [],
    changedFiles: null,
    changed: [],
    removedAt: null,
    ...more,
  }
}

function isWanted({ failures, stopped, fingerprints }: Placed, { test, fingerprint }: ToGather): boolean {
  if (fingerprint !== undefined && !fingerprints.includes(fingerprint)) return false
  if (test === undefined) return true
  return [...failures, ...stopped.map((own) => ({ test: own, file: own.file }))].some((one) =>
    isNamed(test, one.test, one.file),
  )
}

/** The names most similar to the test, or the fingerprints similar to the one that was given. */
function nearOf(all: Placed[], { test, fingerprint }: ToGather): string[] {
  if (test === undefined)
    return nearMatches(fingerprint ?? '', [...new Set(all.flatMap((one) => one.fingerprints))], (one) => [
      one,
    ])
  const names = [
    ...new Set(
      all.flatMap(({ failures }) => failures.map((failing) => clusterNameOf(failing.test, failing.file))),
    ),
  ]
  const best = new Set(mostSimilar(test, names, (name) => name, MOST_NEAR))
  // In the order of the clusters: ordering by similarity would distinguish a foreign id from an
  // absent one.
  return names.filter((name) => best.has(name))
}

/**
 * While a run continues, clusters appear and disappear, so the page begins after the last one that
 * was shown.
 */
function placeAfter(wanted: { cluster: Placed; rank: number }[], after: ToGather['after']): number {
  if (after === undefined) return 0
  const found = wanted.findIndex(
    ({ cluster }) => cluster.fingerprint === after.fingerprint && cluster.of.head.id === after.execution,
  )
  return found >= 0 ? found + 1 : wanted.filter(({ rank }) => rank <= after.rank).length
}

function draftOf({ of, ...cluster }: Placed, rank: number): ClusterDraft {
  const { failures } = cluster
  const first = failures[0] as ClusterFailure
  const lines = failures.map(firstLineOf)
  return {
    rank,
    execution: of.head.id,
    project: of.head.project,
    projectId: of.row.project_id,
    suite: of.head.suite,
    fingerprint: cluster.fingerprint,
    fingerprints: cluster.fingerprints,
    topic: cluster.topic,
    verdict: verdictOf(cluster),
    verdicts: cluster.verdicts,
    judged: judgedOf(cluster),
    tests: cluster.tests,
    flaky: cluster.flaky,
    errors: cluster.errors,
    files: cluster.files,
    stopped: cluster.stopped.length,
    legs: [...new Set(failures.flatMap(({ test }) => test?.leg ?? []))],
    sample: sampleOf(cluster),
    file: first.file,
    message: first.message.slice(0, MESSAGE_LENGTH).toWellFormed(),
    wordings: [...new Set(lines)].filter((line) => line !== lines[0]).slice(0, MOST_WORDINGS),
    detail: null,
  }
}

/** Null if nothing was judged: without a base, or if the tests passed in the end. */
function verdictOf({ topic }: FailureCluster): VerdictKind | null {
  if (topic === 'no-base' || topic === 'flaky') return null
  return topic === 'differently' ? 'unknown' : topic
}

/** Prefers different tests to further legs of one test. */
function sampleOf({ failures, stopped }: FailureCluster): ClusterDraft['sample'] {
  const failed = failures.flatMap(({ test }) => test ?? [])
  const some = failed.length > 0 ? failed : stopped
  const tests = new Map(some.toReversed().map((test) => [test.testId, test]))
  return [...tests.values()].toReversed().slice(0, MOST_SAMPLE).map(testRef)
}

function totalsOf(all: Placed[]): Totals {
  const verdicts: Totals['verdicts'] = {}
  for (const cluster of all) {
    const kind = verdictOf(cluster)
    if (kind !== null) verdicts[kind] = (verdicts[kind] ?? 0) + 1
  }
  const sum = (of: (cluster: Placed) => number) => all.reduce((total, cluster) => total + of(cluster), 0)
  return {
    clusters: all.length,
    tests: sum(({ tests }) => tests),
    flaky: sum(({ flaky }) => flaky),
    errors: sum(({ errors }) => errors),
    stopped: sum(({ stopped }) => stopped.length),
    verdicts,
  }
}

/** The tests of an execution that failed and then passed, each with the error of its last failed attempt. */
async function readFlaky(store: Store, row: ExecutionRow): Promise<ClusterFailure[]> {
  if (row.flaky === 0) return []
  const bad = await readFailedOrFlaky(store, row.id)
  const flaky = bad.filter(({ verdict }) => verdict === VERDICT.flaky)
  const [names, { infos }, errors] = await Promise.all([
    readTestNames(
      store,
      flaky.map(({ test_id }) => test_id),
    ),
    readParts(store, row.id),
    readErrors(
      store,
      flaky.flatMap(({ reason_id }) => reason_id ?? []),
    ),
  ])
  return flaky
    .sort((a, b) => a.test_id - b.test_id || a.part - b.part)
    .flatMap(({ test_id, part, reason_id }): ClusterFailure[] => {
      const name = names.get(test_id)
      if (!name) return []
      const { message = '', fingerprint = '' } = errors.get(reason_id ?? 0) ?? {}
      const test = { ...name, leg: infos.get(part)?.leg ?? '' }
      const unjudged = { verdict: null, notCompared: null }
      return [{ kind: 'flaky', test, file: name.file, message, fingerprint, ...unjudged }]
    })
}

async function readErrors({ read, dialect }: Store, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await read
    .selectFrom('reason')
    .select(['id', 'message', 'fingerprint'])
    .where(isOneOf(dialect, 'id', [...new Set(ids)]))
    // The reason of a flaky result may be the reason for a skip.
    .where('kind', '=', 'error')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
