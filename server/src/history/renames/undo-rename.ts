import type { renameOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { describeActor, recordAudit } from '../../people/identity/audit.ts'
import { identitiesOf, newestNamesOf } from '../../results/test-identity/former-names.ts'
import { takeBackMonitors } from '../monitors/carried-monitors.ts'
import { renameRows, toRename } from './read-renames.ts'

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
