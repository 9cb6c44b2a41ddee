import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { mostPerWrite } from '../../testing/rows-per-write.ts'
import { settled } from '../../testing/upload.ts'
import { pruneSearchCounts } from '../plans/prune-search-counts.ts'
import { pruneActiveProjects } from './prune-active-projects.ts'

/** Keys of workflows, which end after an hour. */
const KEYS = 2_300

onEachDatabase('what is remembered about keys that have ended', (make) => {
  test('goes in several transactions', async () => {
    const app = await make()
    await settled(app, {})
    const { id: project_id } = await app.store.read
      .selectFrom('project')
      .select('id')
      .executeTakeFirstOrThrow()
    const credentials = Array.from({ length: KEYS }, (_, i) => `key:${1_000 + i}`)
    const common = { organization_id: 1 }
    await app.store.write(async (db) => {
      for (let at = 0; at < KEYS; at += 100) {
        const some = credentials.slice(at, at + 100)
        await db
          .insertInto('active_project')
          .values(some.map((credential) => ({ ...common, credential, project_id, switched_at: 0 })))
          .execute()
        await db
          .insertInto('search_count')
          .values(some.map((credential) => ({ ...common, credential, day: 1, count: 1 })))
          .execute()
      }
    })
    for (const [table, prune] of [
      ['active_project', pruneActiveProjects],
      ['search_count', pruneSearchCounts],
    ] as const) {
      const all = async () => (await app.store.read.selectFrom(table).select('credential').execute()).length
      const before = await all()
      const most = await mostPerWrite(app, all, () => prune(app.store, async () => app.clock()))
      expect([table, before - (await all()), most]).toEqual([table, KEYS, 1_000])
    }
  })
})
