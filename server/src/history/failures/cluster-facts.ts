import type { failureOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import { isOneOf, rowsOf } from '../../ground/store/portable.ts'
import { withClass } from '../../results/results/error-text.ts'
import { readStored } from '../../results/results/stored-reason.ts'
import { readTestNames } from '../tests/test-names.ts'
import { readErrorFiles } from './error-files.ts'
import { readCulprits } from './stored-culprit.ts'

export type Cluster = z.input<typeof failureOperations.getFailure.output>
type Seen = Cluster['firstSeen']

const MOST_SAMPLES = 5
const MOST_BRANCHES = 20
const MOST_OWNERS = 10
const MOST_OWNED_FILES = 100

/** The facts of a cluster within a query, not yet with names. */
export interface Gathered {
  /** The only execution that the query is about. */
  execution?: string
  fingerprint: string
  message: string
  failed: number
  flaky: number
  errors: number
  testIds: ReadonlySet<number>
  legIds: ReadonlySet<number>
  executions: number
  /** In the order of the answer. */
  branches: ReadonlySet<string>
  commits: ReadonlySet<string>
  /** Oldest first. */
  days: Cluster['days']
  firstSeen: Seen
  lastSeen: Seen
}

/** Clusters of an answer, with names for their members. */
export async function describeClusters(
  ctx: Context,
  project: { id: number; slug: string },
  clusters: Gathered[],
  ownersOf: (file: string) => string[],
): Promise<Omit<Cluster, 'occurrences' | 'nextCursor'>[]> {
  const { store } = ctx
  const [fileOf, nameSamples, legs, errorFilesOf, errorOf, culprits] = await Promise.all([
    readFiles(
      store,
      clusters.flatMap(({ testIds }) => [...testIds]),
    ),
    readSamples(
      store,
      clusters.map(({ testIds }) => testIds),
    ),
    readLegs(
      store,
      clusters.flatMap(({ legIds }) => [...legIds]),
    ),
    readErrorFiles(store, clusters),
    readErrors(
      store,
      project.id,
      clusters.map(({ fingerprint }) => fingerprint),
    ),
    readCulprits(
      ctx,
      project.id,
      clusters.map(({ fingerprint }) => fingerprint),
    ),
  ])
  const culpritOf = (fingerprint: string) => {
    const culprit = culprits.get(fingerprint)
    return culprit && { culprit }
  }
  const filesOf = ({ testIds }: Gathered) => new Set([...testIds].flatMap((id) => fileOf.get(id) ?? []))
  const owners = await readOwners(
    store,
    clusters.map((cluster) => [...filesOf(cluster)].slice(0, MOST_OWNED_FILES)),
    ownersOf,
  )
  return clusters.map(({ execution, testIds, legIds, branches, commits, ...rest }, index) => ({
    ...rest,
    message: withClass(rest.message, errorOf(rest.fingerprint)),
    project: project.slug,
    tests: testIds.size,
    files: filesOf(clusters[index] as Gathered).size,
    errorFiles: errorFilesOf(clusters[index] as Gathered),
    owners: owners[index] ?? [],
    legs: legs(legIds),
    sample: nameSamples(testIds),
    branches: [...branches].slice(0, MOST_BRANCHES),
    branchCount: branches.size,
    commitCount: commits.size,
    ...culpritOf(rest.fingerprint),
  }))
}

type Store = Context['store']

async function readFiles({ read, dialect }: Store, testIds: number[]): Promise<Map<number, number>> {
  if (testIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('test')
    .select(['id', 'file_id'])
    .where(isOneOf(dialect, 'id', [...new Set(testIds)]))
    .execute()
  return new Map(rows.map((row) => [row.id, row.file_id]))
}

/** The owners of each of these sets of files, the owner of most files first. */
async function readOwners(
  { read, dialect }: Store,
  sets: number[][],
  ownersOf: (file: string) => string[],
): Promise<string[][]> {
  const ids = [...new Set(sets.flat())]
  if (ids.length === 0) return sets.map(() => [])
  const rows = await read
    .selectFrom('file')
    .select(['id', 'path'])
    .where(isOneOf(dialect, 'id', ids))
    .execute()
  const owned = new Map(rows.map((row) => [row.id, ownersOf(row.path)]))
  return sets.map((files) => {
    const counts = new Map<string, number>()
    for (const owner of files.flatMap((file) => owned.get(file) ?? []))
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    return sorted.slice(0, MOST_OWNERS).map(([owner]) => owner)
  })
}

/** The error of one reason for each of these fingerprints; a fingerprint may have thousands of reasons. */
export async function readErrors({ read, dialect }: Store, projectId: number, fingerprints: string[]) {
  const { rows } = await sql<{ fingerprint: string; message: string; detail: string }>`
    select reason.fingerprint, reason.message, reason.detail
    from ${rowsOf(dialect, fingerprints)} join reason on reason.id = (
      select id from reason where project_id = ${projectId} and fingerprint = value and kind = 'error' limit 1)`.execute(
    read,
  )
  const errors = new Map(
    rows.map(({ fingerprint, ...row }) => [fingerprint, readStored({ ...row, kind: 'error' })]),
  )
  return (fingerprint: string) => errors.get(fingerprint) ?? null
}

/** Names the first few of each of these sets of tests. */
export async function readSamples(store: Store, sets: ReadonlySet<number>[]) {
  const sampleOf = (testIds: ReadonlySet<number>) => [...testIds].sort((a, b) => a - b).slice(0, MOST_SAMPLES)
  const names = await readTestNames(store, sets.flatMap(sampleOf))
  return (testIds: ReadonlySet<number>) => sampleOf(testIds).flatMap((id) => names.get(id) ?? [])
}

/** Names these legs. */
export async function readLegs({ read, dialect }: Store, legIds: number[]) {
  const ids = [...new Set(legIds)]
  const rows =
    ids.length === 0
      ? []
      : await read
          .selectFrom('leg')
          .select(['id', 'name'])
          .where(isOneOf(dialect, 'id', ids))
          .execute()
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return (some: Iterable<number>) => [...some].flatMap((id) => names.get(id) ?? []).sort()
}

/** An execution in which a failure occurred. */
export const seenIn = (
  run: { public_id: string; started_at: number; branch: string | null; sha: string | null },
  baseUrl: string,
): Seen => ({
  at: iso(run.started_at),
  execution: { id: run.public_id, url: `${baseUrl}/executions/${run.public_id}` },
  branch: run.branch,
  commit: run.sha,
})
