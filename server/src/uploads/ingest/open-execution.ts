import { type CiRun, LIMITS, type Open } from '@svc/protocol'
import { sql } from 'kysely'
import { newId } from '../../ground/kernel/id.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import { projectHasCi } from '../../results/executions/has-ci.ts'
import { type LockedExecution, lockExecution } from '../../results/executions/lock.ts'
import { branchOfFork, mergeParentOf, requireSameSource } from './fork-source.ts'
import { runAttemptOf } from './run-attempt-of.ts'

/**
 * The number of executions of one build that count as one write: the packages of a monorepo,
 * reported by one job.
 */
export const MOST_OF_BUILD = 50
/** How long after the first one further executions of a build belong to the same upload. */
export const OF_BUILD_MS = 3_600_000

/** The sender, and whether it may start something that counts as a write. */
export interface Starter {
  organizationId: number
  apiKeyId: number | null
  mayStart: boolean
}

/**
 * Finds the execution of a part by (project, suite, build), or starts it. The row is locked.
 * `started` says whether that counts as a write.
 */
export async function openExecution(
  db: Db,
  dialect: Dialect,
  projectId: number,
  open: Open,
  startedAt: number,
  now: number,
  starter: Starter,
): Promise<{ execution: LockedExecution; started: boolean }> {
  const find = () =>
    db
      .selectFrom('execution')
      .select('id')
      .where('project_id', '=', projectId)
      .where('suite', '=', open.suite)
      .where('build', '=', open.build)
      .executeTakeFirst()
  let row = await find()
  let started = false
  if (row === undefined) {
    const begun = await countOfBuild(db, open.build, starter, now)
    started = begun === 0 || begun >= MOST_OF_BUILD
    if (started && !starter.mayStart)
      throw new Problem(
        'RATE_LIMITED',
        'This API key has reached its rate limit for uploads. Wait for the time in Retry-After. Parts that join a running execution, and further executions of one build, do not count.',
      )
    if (open.trust === 'ci') await forgetLocalRuns(db, dialect, projectId)
    await begin(db, projectId, open, startedAt, now)
    row = await find()
  }
  if (!row) throw new Error('An execution that was just written is not there')
  const execution = await lockExecution(db, dialect, row.id)
  requireSameSource(execution, open)
  return { execution, started }
}

/** The number of executions of this build that this key started within the hour, in any project. */
async function countOfBuild(
  db: Db,
  build: string,
  { organizationId, apiKeyId }: Starter,
  now: number,
): Promise<number> {
  if (apiKeyId === null) return 0
  const rows = await db
    .selectFrom('execution')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .innerJoin('part', (join) =>
      join.onRef('part.execution_id', '=', 'execution.id').on('part.number', '=', 1),
    )
    .select('execution.id')
    .where('project.organization_id', '=', organizationId)
    .where('execution.build', '=', build)
    .where('execution.started_at', '>', now - OF_BUILD_MS)
    .where('part.api_key_id', '=', apiKeyId)
    .limit(MOST_OF_BUILD)
    .execute()
  return rows.length
}

/** The job is a property of the part, not of the execution. */
const withoutJob = ({ jobUrl: _, ...ci }: CiRun): CiRun => ci

async function begin(db: Db, projectId: number, open: Open, startedAt: number, now: number): Promise<void> {
  const { code } = open
  const isFork = open.trust === 'fork'
  await db
    .insertInto('execution')
    .values({
      public_id: newId(now),
      project_id: projectId,
      suite: open.suite,
      build: open.build,
      framework: open.runner.name,
      state: 'running',
      revision: 1,
      trust: open.trust,
      solitary: open.solitary ? 1 : 0,
      branch: (isFork ? branchOfFork(code) : code.branch) ?? null,
      base_branch: code.baseBranch ?? null,
      pull_request: code.pullRequest ?? null,
      repository: code.repository ?? null,
      tested_sha: code.testedSha ?? null,
      head_sha: code.headSha ?? code.testedSha ?? null,
      base_sha: code.baseSha ?? (isFork ? mergeParentOf(code) : null),
      merge_base_sha: code.mergeBaseSha ?? null,
      tree: code.tree ?? null,
      dirty: code.dirty ? 1 : 0,
      message: code.message ?? null,
      author: code.author ?? null,
      machine: open.machine || null,
      ci: open.ci ? JSON.stringify(withoutJob(open.ci)) : null,
      tags: JSON.stringify(open.tags ?? []),
      started_at: startedAt,
      last_seen_at: now,
      parts: 0,
      passed: 0,
      failed: 0,
      flaky: 0,
      skipped: 0,
      errors: 0,
      duration_us: 0,
      warnings: '[]',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface PartRow {
  number: number
  leg_id: number
  run_attempt: number
  attempt: number
  tree: string | null
  accepted: number
  state: 'open' | 'ended' | 'lost'
  started_at: number
  package: string
  config: string
  shard_index: number | null
  shard_total: number | null
}

/** The fields that decide whether two parts are shards of one suite. */
export const shardColumns = ['package', 'config', 'shard_index', 'shard_total'] as const

export const partColumns = [
  'number',
  'leg_id',
  'run_attempt',
  'attempt',
  'tree',
  'accepted',
  'state',
  'started_at',
  ...shardColumns,
] as const

/** The part of a journal, or null for a new journal. */
export async function findPart(
  db: Db,
  organizationId: number,
  journal: string,
): Promise<{ execution_id: number; number: number; project_id: number } | undefined> {
  return db
    .selectFrom('part')
    .innerJoin('execution', 'execution.id', 'part.execution_id')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select(['part.execution_id', 'part.number', 'execution.project_id'])
    .where('part.journal', '=', journal)
    .where('project.organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Adds the part to its execution, which is running again. */
export async function addPart(
  db: Db,
  execution: LockedExecution,
  open: Open,
  legId: number,
  times: { startedAt: number; now: number; clockSkewMs: number },
  apiKeyId: number | null,
): Promise<PartRow> {
  const { last, otherLegs } = await db
    .selectFrom('part')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .select(sql<number>`count(distinct case when leg_id <> ${legId} then leg_id end)`.as('otherLegs'))
    .where('execution_id', '=', execution.id)
    .executeTakeFirstOrThrow()
  if (Number(last) >= LIMITS.parts) throw tooMany(LIMITS.parts, 'parts')
  if (Number(otherLegs) >= LIMITS.legs) throw tooMany(LIMITS.legs, 'legs')
  const { part, code, client, environment, root, runner } = open
  const row: PartRow = {
    number: Number(last) + 1,
    leg_id: legId,
    run_attempt: await runAttemptOf(db, execution.id, open),
    attempt: open.attempt ?? 1,
    tree: sameCode(code),
    accepted: 0,
    state: 'open',
    started_at: times.startedAt,
    package: part.package,
    config: part.config,
    shard_index: part.shard?.index ?? null,
    shard_total: part.shard?.total ?? null,
  }
  await db
    .insertInto('part')
    .values({
      ...row,
      execution_id: execution.id,
      journal: open.journal,
      job: part.job,
      api_key_id: apiKeyId,
      runner: runner.name,
      facts: JSON.stringify({ runner, client, environment, root, ci: open.ci, trust: open.trust }),
      last_seen_at: times.now,
      clock_skew_ms: times.clockSkewMs,
      truncated: 0,
      redacted: 0,
      unfinished: 0,
    })
    .execute()
  await weaken(db, execution, open)
  return row
}

/** Every read of an execution reads its parts, and comparisons work leg by leg. */
const tooMany = (most: number, what: 'parts' | 'legs') =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `An execution holds at most ${most} ${what}. Split it into suites (SVC_SUITE), or send another build (SVC_BUILD).`,
  )

/** An execution is only as trustworthy as its least trustworthy part, and dirty if any part is. */
async function weaken(db: Db, execution: LockedExecution, open: Open): Promise<void> {
  const order = ['ci', 'local', 'fork'] as const
  const trust = order[Math.max(order.indexOf(execution.trust), order.indexOf(open.trust))] ?? 'local'
  const dirty = execution.dirty === 1 || open.code.dirty ? 1 : 0
  if (trust === execution.trust && dirty === execution.dirty) return
  await db.updateTable('execution').set({ trust, dirty }).where('id', '=', execution.id).execute()
  execution.trust = trust
  execution.dirty = dirty
}

/**
 * Text that is equal for equal code: the tree, or the tested commit if no tree is known; null if neither is known or
 * files were changed.
 */
function sameCode({ dirty, tree, testedSha }: Open['code']): string | null {
  if (dirty) return null
  return tree ?? (testedSha === undefined ? null : `commit ${testedSha}`)
}

/** Removes a project's local runs from history: with the first CI run, they no longer replace CI runs. */
async function forgetLocalRuns(db: Db, dialect: Dialect, projectId: number): Promise<void> {
  if (await projectHasCi(db, projectId)) return
  await lockProject(db, dialect, projectId)
  // Those that settle or are withdrawn in steps may have failures without runs.
  const counted = await db
    .selectFrom('execution')
    .select('id')
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('counted', '=', 1), eb('settling', '<>', 0)]))
    .execute()
  const executions = isOneOf(
    dialect,
    'execution_id',
    counted.map(({ id }) => id),
  )
  for (const table of ['bad_run', 'duration_page'] as const)
    await db.deleteFrom(table).where(executions).execute()
  await db
    .updateTable('execution')
    .set({ counted: 0 })
    .where('project_id', '=', projectId)
    .where('counted', '=', 1)
    .execute()
  for (const table of ['leg_run', 'test_day', 'test_monitor'] as const)
    await db.deleteFrom(table).where('project_id', '=', projectId).execute()
}
