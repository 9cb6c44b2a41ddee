import type { failureOperations, Page } from '@svc/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Dialect, isOneOf, nameInJson, rowsOf } from '../../ground/store/portable.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { findExecution } from '../../results/executions/find.ts'
import { ownersOf } from '../../results/owners/owners-of.ts'
import { readFailedOrFlaky } from '../../results/results/read-failed-or-flaky.ts'
import { refuseRemoved } from '../../results/results/removed-results.ts'
import { type Cluster, describeClusters, type Gathered, seenIn } from './cluster-facts.ts'
import { daysOf, readSeen } from './cluster-runs.ts'
import { type Failing, readFailing } from './read-failing.ts'

type Query = z.output<typeof failureOperations.listFailures.input> & { execution: string }

/**
 * The failures of one execution by cluster, the largest first; their counts add up to those of the
 * execution.
 */
export async function failuresOfExecution(ctx: Context, query: Query) {
  const execution = await findExecution(ctx, query.execution)
  refuseRemoved(execution, 'execution', 'to list')
  const after = query.cursor === undefined ? null : ctx.cursors.decode(query.cursor, ['number', 'string'])
  const { store } = ctx
  const bad = await readFailedOrFlaky(store, execution.id)
  const all = [...(await readFailing(store.read, store.dialect, execution.id, bad))]
  const isFound = query.q === undefined ? () => true : await finder(store, execution.project_id, all, query.q)
  const places = all
    .filter(isFound)
    .map(([fingerprint, failing]) => ({ fingerprint, failing, size: sizeOf(failing) }))
    .filter(({ fingerprint, size }) => after === null || isAfter(after, size, fingerprint))
    .sort((a, b) => b.size - a.size || (a.fingerprint < b.fingerprint ? -1 : 1))
  const page = places.slice(0, query.limit)
  const last = page.at(-1)
  const owners = await ownersOf(store, execution.codeowners_id)
  return {
    items: await describeClusters(
      ctx,
      { id: execution.project_id, slug: execution.slug },
      await withSeen(ctx, execution, page),
      owners,
    ),
    nextCursor:
      last && places.length > page.length ? ctx.cursors.encode([last.size, last.fingerprint]) : null,
  } satisfies Page<Omit<Cluster, 'occurrences' | 'nextCursor'>>
}

/** Whether an error contains a text in its message, or in its class before the message. */
async function finder(store: Store, projectId: number, all: [string, Failing][], text: string) {
  const classes = await readClasses(
    store,
    projectId,
    all.map(([fingerprint]) => fingerprint),
  )
  const wanted = text.toLowerCase()
  return ([fingerprint, { message }]: [string, Failing]): boolean => {
    const own = classes.get(fingerprint)
    const shown = own === undefined ? message : `${own}: ${message}`
    return shown.toLowerCase().includes(wanted)
  }
}

const sizeOf = ({ failed, flaky, errors }: Failing) => failed + flaky + errors

const isAfter = ([size, fingerprint]: [number, string], ownSize: number, own: string) =>
  ownSize < size || (ownSize === size && own > fingerprint)

async function withSeen(
  ctx: Context,
  execution: ExecutionRow,
  page: { fingerprint: string; failing: Failing }[],
): Promise<Gathered[]> {
  const { store } = ctx
  const fingerprints = page.map(({ fingerprint }) => fingerprint)
  const rows =
    page.length === 0
      ? []
      : await store.read
          .selectFrom('failure_cluster')
          .select(['id', 'fingerprint'])
          .where('project_id', '=', execution.project_id)
          .where(isOneOf(store.dialect, 'fingerprint', fingerprints))
          .execute()
  const idOf = new Map(rows.map((row) => [row.fingerprint, row.id]))
  const seen = rows.length === 0 ? new Map() : await readSeen(ctx, [...idOf.values()])
  const sha = execution.head_sha ?? execution.tested_sha
  // A running execution and a fork's belong to no cluster of the project, but their own list still
  // shows them.
  const own = seenIn({ ...execution, sha }, ctx.baseUrl)
  return page.map(({ fingerprint, failing }) => {
    const { firstSeen = own, lastSeen = own } = seen.get(idOf.get(fingerprint) ?? 0) ?? {}
    return {
      ...failing,
      execution: execution.public_id,
      fingerprint,
      executions: 1,
      branches: new Set(execution.branch === null ? [] : [execution.branch]),
      commits: new Set(sha === null ? [] : [sha]),
      days: daysOf([{ ...failing, started_at: execution.started_at }]),
      firstSeen: firstSeen.at <= own.at ? firstSeen : own,
      lastSeen: lastSeen.at >= own.at ? lastSeen : own,
    }
  })
}

/**
 * The class that `withClass` shows before the errors of a fingerprint, which includes the class;
 * null if it shows none.
 */
export const classOf = (dialect: Dialect, projectId: number, fingerprint: string) =>
  sql<string | null>`(select class from (
      select ${nameInJson(dialect, 'reason.detail')} as class from reason
      where project_id = ${projectId} and reason.fingerprint = ${sql.ref(fingerprint)} and kind = 'error' limit 1
    ) as named where class <> 'Error' and (class not like '%AssertionError' or class like '%.%'))`

/** The class of each error by its fingerprint; errors without a class are absent. */
async function readClasses(
  { read, dialect }: Pick<Store, 'read' | 'dialect'>,
  projectId: number,
  fingerprints: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ value: string; class: string | null }>`
    select value, ${classOf(dialect, projectId, 'value')} as class from ${rowsOf(dialect, fingerprints)}`.execute(
    read,
  )
  return new Map(rows.flatMap(({ value, class: own }) => (own === null ? [] : [[value, own]])))
}
