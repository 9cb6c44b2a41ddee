import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { KeptAnswers } from '../kernel/kept-answers.ts'
import { NOT_IN_ANSWERS } from './count-changes.ts'
import type { Store } from './open.ts'
import { prepared } from './prepared.ts'
import { watchReads } from './uncounted-reads.ts'

const readTasks = prepared((db, id: number) => db.selectFrom('task').select('id').where('id', '=', id))

const READS: Record<string, (store: Store) => Promise<unknown>> = {
  'a query': ({ read }) => read.selectFrom('task').select('id').execute(),
  'a look-up': ({ lookup }) => lookup.selectFrom('task').select('id').execute(),
  'a prepared look-up': ({ lookup }) => readTasks(lookup, 1),
  'a prepared query': ({ read }) => readTasks(read, 1),
  'a join': ({ read }) =>
    read.selectFrom('project as p').innerJoin('task as t', 't.project_id', 'p.id').select('t.id').execute(),
  'a condition': ({ read }) =>
    read
      .selectFrom('project')
      .select('id')
      .where('id', 'in', (eb) => eb.selectFrom('task').select('task.project_id'))
      .execute(),
  'two tables': ({ read }) => read.selectFrom(['project', 'task']).select('task.id').execute(),
  'its own text': ({ read }) => sql`select task.id from project, task`.execute(read),
}

onBothDatabases('an answer that reads a table whose changes do not count', (makeApp) => {
  test.each(Object.keys(READS))('with %s is not kept', async (way) => {
    const { store } = await makeApp()
    const kept = new KeptAnswers<unknown>({ sizeOf: () => 1 })
    const answers = async (read: (store: Store) => Promise<unknown>, checked: string[] = []) => {
      let made = 0
      const asked = { organizationId: 1, version: '1', question: `${read} ${checked}`, now: 0, checked }
      const make = async () => {
        made += 1
        return await read(store)
      }
      for (let i = 0; i < 3; i++) await kept.answer(asked, make)
      return made
    }
    const read = READS[way] as (store: Store) => Promise<unknown>
    expect(await answers(read)).toBe(3)
    expect(await answers(read, ['task'])).toBe(1)
    expect(await answers(({ read: db }) => db.selectFrom('project').select('id').execute())).toBe(1)
  })

  test('is noted by every answer that is made of it, and by no other', async () => {
    const { store } = await makeApp()
    const noted: string[] = []
    const note = (name: string) => (table: string) => void noted.push(`${name} ${table}`)
    const read = () => store.read.selectFrom('bus_lease').select('id').execute()
    await watchReads(note('outer'), () => watchReads(note('inner'), read))
    await watchReads(note('other'), async () => undefined)
    await read()
    expect(noted).toEqual(['inner bus_lease', 'outer bus_lease'])
  })

  test('is found for every such table', async () => {
    const { store } = await makeApp()
    for (const table of NOT_IN_ANSWERS.filter((name) => name !== 'change_count' && name !== 'test_block')) {
      const noted = new Set<string>()
      await watchReads(
        (name) => noted.add(name),
        () => store.read.selectFrom(table).selectAll().limit(1).execute(),
      )
      expect([...noted]).toEqual([table])
    }
  })
})
