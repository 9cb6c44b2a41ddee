import type { renameOperations } from '@svc/schema'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Caller, Context } from '../../ground/kernel/context.ts'
import { newId } from '../../ground/kernel/id.ts'
import { isBehind } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'
import { describeActor, recordAudit } from '../../people/identity/audit.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { findTogether, type TestPair } from '../../results/results/find-together.ts'
import { identitiesOf, MOST_NAMES, newestNamesOf } from '../../results/test-identity/former-names.ts'
import { takeBackMonitors } from '../monitors/carried-monitors.ts'

type Rename = z.input<typeof renameOperations.undoRename.output>

type RenameRow = Selectable<Tables['rename']> & { slug: string } & Record<
    `${'old' | 'young'}_${'key' | 'titles' | 'variant' | 'path'}`,
    string
  > &
  Record<`${'old' | 'young'}_occurrence`, number>

type Confirm = Handlers<typeof renameOperations>['confirmRenames']

export const confirmRenames: Confirm = async ({ ctx, input }) => {
  const { id: projectId } = await visibleProject(ctx, input.project)
  const names = input.renames ?? [{ from: input.from as string, to: input.to as string }]
  const pairs = await findTests(ctx, projectId, names)
  const together = await ranTogether(ctx.store, projectId, pairs)
  if (together)
    throw new Problem(
      'CONFLICT',
      `${inWords(together.pair)}: both ran in execution ${together.executionId}, so they are two tests.`,
    )
  const ids = await ctx.store.write(async (db) => {
    await lockProject(db, ctx.store.dialect, projectId)
    const done: number[] = []
    for (const pair of pairs) done.push(await confirm(ctx, db, projectId, pair))
    return done
  })
  const rows = await renameRows(ctx.store.read, ctx.caller)
    .where(isOneOf(ctx.store.dialect, 'rename.id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toRename(row)]))
  return { renames: ids.flatMap((id) => byId.get(id) ?? []) }
}

/** Confirms a rename and returns its id; a confirmed one stays unchanged. */
async function confirm(ctx: Context, db: Db, projectId: number, pair: RenamePair): Promise<number> {
  const { from, to } = pair
  const others = await db
    .selectFrom('rename')
    .select(['id', 'from_test_id', 'to_test_id'])
    .where('undone_at', 'is', null)
    .where((eb) => eb.or([eb('from_test_id', '=', from.id), eb('to_test_id', '=', to.id)]))
    .execute()
  const same = others.find((other) => other.from_test_id === from.id && other.to_test_id === to.id)
  if (same) return same.id
  if (others.some((other) => other.from_test_id === from.id))
    throw refused(pair, 'the first has another name already. Undo that rename first.')
  if (others.length > 0)
    throw refused(pair, 'the second is already the new name of another test. Undo that rename first.')
  const store = { dialect: ctx.store.dialect, read: db }
  const newest = (await newestNamesOf(store, projectId, [to.id])).get(to.id) ?? to.id
  if (newest === from.id) throw refused(pair, 'the second is an earlier name of the first.')
  const names = await identitiesOf(store, projectId, [from.id, newest])
  if ([...names.values()].flat().length > MOST_NAMES)
    throw refused(pair, `a test can have ${MOST_NAMES} names at most. Undo a rename of it first.`)
  const now = ctx.clock()
  const { actor_name } = await describeActor(db, ctx.caller)
  const publicId = newId(now)
  const { id } = await db
    .insertInto('rename')
    .values({
      public_id: publicId,
      project_id: projectId,
      from_test_id: from.id,
      to_test_id: to.id,
      confirmed_by: actor_name,
      confirmed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(db, ctx.caller, now, {
    action: 'rename.confirmed',
    target: { kind: 'rename', id: publicId, name: to.name },
    detail: { from: from.key, to: to.key },
  })
  return id
}

const refused = (pair: RenamePair, why: string) => new Problem('CONFLICT', `${inWords(pair)}: ${why}`)

const inWords = ({ from, to }: RenamePair) => `"${short(from.name)}" to "${short(to.name)}"`

const short = (name: string) => (name.length > 100 ? `${name.slice(0, 99)}…` : name)

async function findTests(
  { store }: Context,
  projectId: number,
  pairs: { from: string; to: string }[],
): Promise<RenamePair[]> {
  const rows = await store.read
    .selectFrom('test')
    .select(['id', 'key', 'titles', 'first_seen_at'])
    .where('project_id', '=', projectId)
    .where(
      isOneOf(
        store.dialect,
        'key',
        pairs.flatMap(({ from, to }) => [from, to]),
      ),
    )
    .execute()
  const known = new Map(
    rows.map(({ id, key, titles, first_seen_at }): [string, KnownTest] => [
      key,
      { id, key, name: (JSON.parse(titles) as string[]).join(' › '), firstSeenAt: first_seen_at },
    ]),
  )
  return pairs.map(({ from, to }) => {
    const [old, young] = [known.get(from), known.get(to)]
    if (!old || !young) throw new Problem('NOT_FOUND', `There is no test ${old ? to : from} in this project.`)
    if (old.id === young.id)
      throw new Problem(
        'INVALID_REQUEST',
        'to must be another test than from: a test cannot be renamed to itself.',
      )
    return { from: old, to: young }
  })
}

/**
 * The number of executions since both tests are known that are read, newest first: two tests that
 * exist side by side meet at once.
 */
const MOST_EXECUTIONS = 10_000

interface KnownTest {
  id: number
  key: string
  name: string
  firstSeenAt: number
}

interface RenamePair {
  from: KnownTest
  to: KnownTest
}

/** The first of these pairs whose two tests have results in one execution, and that execution. */
async function ranTogether(
  store: Store,
  projectId: number,
  pairs: RenamePair[],
): Promise<{ pair: RenamePair; executionId: string } | null> {
  const since = Math.min(...pairs.map(({ from, to }) => Math.max(from.firstSeenAt, to.firstSeenAt)))
  const executions = await store.read
    .selectFrom('execution')
    .select(['id', 'public_id'])
    .where('project_id', '=', projectId)
    // A fork that runs both says nothing about this repository's tests.
    .where('trust', '<>', 'fork')
    // Only executions after the first occurrence of both tests can contain both.
    .where('last_seen_at', '>=', since)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_EXECUTIONS)
    .execute()
  const together = await findTogether(
    store,
    executions.map(({ id }) => id),
    pairs.map(({ from, to }): TestPair => [from.id, to.id]),
  )
  if (!together) return null
  const execution = executions.find(({ id }) => id === together.executionId)
  return { pair: pairs[together.pair] as RenamePair, executionId: execution?.public_id ?? '' }
}

export const undoRename: Handlers<typeof renameOperations>['undoRename'] = ({ ctx, input }) =>
  ctx.store.write(async (db) => {
    const row = await renameRows(db, ctx.caller)
      .where('rename.public_id', '=', input.id.toLowerCase())
      .executeTakeFirst()
    if (!row) throw notFound('rename')
    if (row.undone_at !== null) return toRename(row)
    const now = ctx.clock()
    const { actor_name } = await describeActor(db, ctx.caller)
    const undone = { undone_at: now, undone_by: actor_name }
    await db.updateTable('rename').set(undone).where('id', '=', row.id).execute()
    const rename = toRename({ ...row, ...undone })
    const store = { dialect: ctx.store.dialect, read: db }
    const { project_id, to_test_id } = row
    const newest = (await newestNamesOf(store, project_id, [to_test_id])).get(to_test_id) ?? to_test_id
    const names = (await identitiesOf(store, project_id, [newest])).get(newest) ?? [newest]
    // Since then, the monitors judged the two together.
    await takeBackMonitors(db, ctx.store.dialect, names, row.confirmed_at)
    await recordAudit(db, ctx.caller, now, {
      action: 'rename.undone',
      target: { kind: 'rename', id: rename.id, name: rename.to.titles.join(' › ') },
    })
    return rename
  })

export const listRenames: Handlers<typeof renameOperations>['listRenames'] = async ({ ctx, input }) => {
  let query = renameRows(ctx.store.read, ctx.caller)
  const { project, test, state, limit } = input
  if (project) query = query.where('rename.project_id', '=', (await visibleProject(ctx, project)).id)
  if (test) query = query.where((eb) => eb.or([eb('old.key', '=', test), eb('young.key', '=', test)]))
  if (state !== 'all') query = query.where('undone_at', state === 'undone' ? 'is not' : 'is', null)
  if (input.cursor) query = query.where(isBehind(ctx, ['rename.confirmed_at', 'rename.id'], input.cursor))
  const rows = await query
    .orderBy('rename.confirmed_at', 'desc')
    .orderBy('rename.id', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows[limit - 1]
  return {
    items: rows.slice(0, limit).map(toRename),
    nextCursor: last && rows.length > limit ? ctx.cursors.encode([last.confirmed_at, last.id]) : null,
  }
}

/** Renames that the caller may see, with the names of their tests. */
const renameRows = (db: Db, { organizationId, projectId }: Caller) =>
  db
    .selectFrom('rename')
    .innerJoin('project', 'project.id', 'rename.project_id')
    .innerJoin('test as old', 'old.id', 'rename.from_test_id')
    .innerJoin('file as old_file', 'old_file.id', 'old.file_id')
    .innerJoin('test as young', 'young.id', 'rename.to_test_id')
    .innerJoin('file as young_file', 'young_file.id', 'young.file_id')
    .selectAll('rename')
    .select('project.slug')
    .select(['old.key as old_key', 'old.titles as old_titles', 'old.variant as old_variant'])
    .select(['old.occurrence as old_occurrence', 'old_file.path as old_path'])
    .select(['young.key as young_key', 'young.titles as young_titles', 'young.variant as young_variant'])
    .select(['young.occurrence as young_occurrence', 'young_file.path as young_path'])
    .where('project.organization_id', '=', organizationId)
    .$if(projectId !== null, (query) => query.where('project.id', '=', projectId as number))

const toRename = (row: RenameRow): Rename => ({
  id: row.public_id,
  project: row.slug,
  from: renamedTestOf(row, 'old'),
  to: renamedTestOf(row, 'young'),
  confirmedBy: row.confirmed_by,
  confirmedAt: iso(row.confirmed_at),
  undoneBy: row.undone_by,
  undoneAt: row.undone_at === null ? null : iso(row.undone_at),
})

const renamedTestOf = (row: RenameRow, which: 'old' | 'young'): Rename['from'] => ({
  testId: row[`${which}_key`],
  file: row[`${which}_path`],
  titles: JSON.parse(row[`${which}_titles`]) as string[],
  variant: row[`${which}_variant`],
  occurrence: row[`${which}_occurrence`],
})
