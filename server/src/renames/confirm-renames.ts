import type { renameOperations } from '@svc/schema'
import { describeActor, recordAudit } from '../identity/audit.ts'
import type { Context } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { lockProject } from '../projects/find-or-make.ts'
import { visibleProject } from '../projects/visible-projects.ts'
import { type Db, isOneOf } from '../store/portable.ts'
import { newestNamesOf } from '../test-identity/former-names.ts'
import { type KnownTest, type RenamePair, ranTogether } from './ran-together.ts'
import { renameRows, toRename } from './read-renames.ts'

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
  const newest = await newestNamesOf({ dialect: ctx.store.dialect, read: db }, projectId, [to.id])
  if (newest.get(to.id) === from.id) throw refused(pair, 'the second is an earlier name of the first.')
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
