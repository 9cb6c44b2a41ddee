import { errorLine, LIMITS } from '@svc/protocol'
import type { experimentOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { ownTurn } from '../../ground/kernel/own-turn.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { type Db, forUpdate, isOneOf } from '../../ground/store/portable.ts'
import { describeActor } from '../../people/identity/audit.ts'
import { findExecution } from '../../results/executions/find.ts'
import type { StoredTrial } from '../../results/experiments/stored-trial.ts'
import { testKey } from '../../results/test-identity/test-key.ts'
import { fingerprint } from '../ingest/fingerprint.ts'
import { AHEAD_MS } from '../ingest/start-time.ts'

type Send = Handlers<typeof experimentOperations>['sendExperiments']
type Experiment = z.output<typeof experimentOperations.sendExperiments.input>['experiments'][number]

/** Of a reason, and of the first line of an error. */
const KEPT_CHARACTERS = 300

/** Of an execution, in UTF-8: every comparison reads its trials. */
const MOST_BYTES = 1024 * 1024

/** Stores experiments of an execution; those that it has already stay as they are. */
export const sendExperiments: Send = async ({ ctx, input }) => {
  const execution = await findExecution(ctx, input.execution)
  const rows = await toRows(input.experiments, ctx.clock() + AHEAD_MS)
  return ctx.store.write(async (db, changes) => {
    changes.onlyOf(execution.project_id)
    // Deleted meanwhile, its row belongs to no project that the caller sees.
    const locked = await db
      .selectFrom('execution')
      .select('project_id')
      .where('id', '=', execution.id)
      .$call(forUpdate(ctx.store.dialect))
      .executeTakeFirst()
    if (locked?.project_id !== execution.project_id) throw notFound('execution')
    const known = await knownIds(db, execution.id)
    const fresh = rows.filter(({ values }) => !known.has(values.public_id))
    const first = [...new Map(fresh.map((row) => [row.values.public_id, row])).values()]
    if (first.length === 0) return { stored: 0, known: rows.length }
    if (known.size + first.length > LIMITS.experiments)
      throw new Problem(
        'CONFLICT',
        `An execution has at most ${LIMITS.experiments} experiments, and this one has ${known.size}. Run the tests again for further ones.`,
      )
    const bytes = first.reduce((total, { values }) => total + bytesOf(values), 0)
    if ((await knownBytes(db, execution.id)) + bytes > MOST_BYTES)
      throw new Problem(
        'CONFLICT',
        'An execution has at most 1 MiB of experiments, and these are more. Send fewer trials, or shorter errors and commands, or run the tests again.',
      )
    const place = await findPlaces(ctx, db, execution.project_id, first)
    const { actor_name } = await describeActor(db, ctx.caller)
    await db
      .insertInto('experiment')
      .values(
        first.map((row) => ({
          ...row.values,
          ...place(row),
          execution_id: execution.id,
          sent_by: actor_name,
        })),
      )
      .execute()
    // What is said of the execution may change, as if CI had added a fact.
    await db
      .updateTable('execution')
      .set({ facts: sql<number>`facts + 1` })
      .where('id', '=', execution.id)
      .execute()
    return { stored: first.length, known: rows.length - first.length }
  })
}

async function knownIds(db: Db, executionId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('experiment')
    .select('public_id')
    .where('execution_id', '=', executionId)
    .execute()
  return new Set(rows.map((row) => row.public_id))
}

async function knownBytes(db: Db, executionId: number): Promise<number> {
  const found = await db
    .selectFrom('experiment')
    .select(
      sql<
        number | string | null
      >`sum(octet_length(trials) + octet_length(files_before) + octet_length(head_command) + coalesce(octet_length(base_command), 0))`.as(
        'bytes',
      ),
    )
    .where('execution_id', '=', executionId)
    .executeTakeFirst()
  return Number(found?.bytes ?? 0)
}

const bytesOf = ({ trials, files_before, head_command, base_command }: Row['values']): number =>
  Buffer.byteLength(trials) +
  Buffer.byteLength(files_before) +
  Buffer.byteLength(head_command) +
  Buffer.byteLength(base_command ?? '')

/** No machine that runs tests has an older clock. */
const EARLIEST = Date.UTC(2000, 0)

interface Row {
  at: number
  key: string
  leg: string
  values: ReturnType<typeof valuesOf>
}

/** In a turn of the event loop each: the errors of 50 experiments take some 70 ms to normalize. */
export async function toRows(experiments: Experiment[], latest: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const [at, experiment] of experiments.entries()) {
    await ownTurn()
    rows.push(toRow(experiment, at, latest))
  }
  return rows
}

function toRow(experiment: Experiment, at: number, latest: number): Row {
  const { head, base, trials, test, startedAt } = experiment
  const started = Date.parse(startedAt)
  if (started < EARLIEST || started > latest)
    throw new Problem(
      'INVALID_REQUEST',
      `experiments[${at}].startedAt must be after 1999, and at most a day after the server's clock.`,
    )
  if (base === null && trials.some(({ side }) => side === 'base'))
    throw new Problem(
      'INVALID_REQUEST',
      `experiments[${at}] has trials of the base, so base must say which commit they ran.`,
    )
  if (base?.commit === head.commit && !head.dirty)
    throw new Problem(
      'INVALID_REQUEST',
      `experiments[${at}] has one commit as head and as base; a base must be other code.`,
    )
  return { at, key: testKey(test), leg: test.leg, values: valuesOf(experiment) }
}

const valuesOf = ({ id, purpose, alike, head, base, machine, startedAt, after, trials }: Experiment) => ({
  public_id: id,
  purpose,
  alike,
  head_sha: head.commit,
  head_dirty: head.dirty ? 1 : 0,
  head_command: head.command,
  base_sha: base?.commit ?? null,
  base_branch: base?.branch ?? null,
  base_is_older: base === null ? null : base.isOlder ? 1 : 0,
  base_command: base?.command ?? null,
  machine,
  started_at: Date.parse(startedAt),
  trials: JSON.stringify(trials.map(toStored)),
  files_before: JSON.stringify(after),
})

const toStored = ({
  side,
  result,
  durationMs,
  reason,
  error,
  order,
}: Experiment['trials'][number]): StoredTrial => ({
  side,
  result,
  durationMs,
  ...(order !== undefined && { order }),
  ...(reason !== undefined && { reason: reason.slice(0, KEPT_CHARACTERS).toWellFormed() }),
  ...(error && {
    message: errorLine(error.message).slice(0, KEPT_CHARACTERS).toWellFormed(),
    fingerprint: fingerprintOf(error),
  }),
})

/** The folder of a trial's tree, which differs between the head and the base. */
const TREE = /(?<=[\\/])svc-(?:here|base)-\w{6}[\\/](?:tree[\\/])?/g

type TrialError = NonNullable<Experiment['trials'][number]['error']>

const fingerprintOf = ({ name, message, stack, location, cause }: TrialError): string =>
  fingerprint({
    message,
    ...(name !== undefined && { name }),
    ...(stack !== undefined && { stack: stack.replaceAll(TREE, '') }),
    ...(location && { location }),
    ...(cause && {
      cause: { message: cause.message, ...(cause.name !== undefined && { name: cause.name }) },
    }),
  })

/** The tests and legs of rows. Refuses those that the project does not have. */
async function findPlaces({ store }: Context, db: Db, projectId: number, rows: Row[]) {
  const tests = await db
    .selectFrom('test')
    .select(['id', 'key'])
    .where('project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'key', [...new Set(rows.map(({ key }) => key))]))
    .execute()
  const legs = await db
    .selectFrom('leg')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'name', [...new Set(rows.map(({ leg }) => leg))]))
    .execute()
  const [testIds, legIds] = [
    new Map(tests.map(({ key, id }) => [key, id])),
    new Map(legs.map(({ name, id }) => [name, id])),
  ]
  return ({ at, key, leg }: Row) => {
    const [test_id, leg_id] = [testIds.get(key), legIds.get(leg)]
    if (test_id === undefined)
      throw new Problem(
        'INVALID_REQUEST',
        `experiments[${at}].test is no test of this project. Send the results of its execution first.`,
      )
    if (leg_id === undefined)
      throw new Problem('INVALID_REQUEST', `experiments[${at}].test.leg is no leg of this project.`)
    return { test_id, leg_id }
  }
}
