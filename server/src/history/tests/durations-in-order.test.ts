import type { testOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestAnswer, TestApp } from '../../testing/make-app.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

type Listed = z.output<(typeof testOperations)['listTests']['output']>['items'][number]

const TESTS = 600

/** Titles by duration, read in pages of an odd size. */
async function titles(app: TestApp, order: 'asc' | 'desc', more = ''): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, page }: TestAnswer<Listed[]> = await app.get(
      `/api/tests?project=shop&sort=duration&order=${order}&limit=97${more}${cursor && `&cursor=${cursor}`}`,
    )
    found.push(...data.map((one) => one.titles.join(' > ')))
    cursor = page?.nextCursor ?? null
  }
  return found
}

const stored = ({ store }: TestApp) =>
  store.read
    .selectFrom('duration_page')
    .innerJoin('execution', 'execution.id', 'execution_id')
    .select(({ fn }) => ['public_id', fn.countAll().as('pages')])
    .groupBy('public_id')
    .orderBy('public_id')
    .execute()
    .then((rows) => rows.map((row) => [row.public_id, Number(row.pages)]))

/** Many equal durations, and each test has a duration of its own. */
const durationOf = (i: number, ties: number) => 1 + ((i * 7) % ties)

onBothDatabases('tests by their durations, from stored pages', (makeApp) => {
  test('the order is that of the newest run of each suite, whatever the ties, in both directions', async () => {
    const app = await makeApp()
    const runOf = (ties: number, count: number) =>
      Array.from({ length: count }, (_, i) => passed(`t${i}`, { durationMs: durationOf(i, ties) }))
    const start = app.clock()
    const at = (ms: number) => ({ startedAt: start + ms })
    await settled(app, { results: runOf(3, TESTS), ...at(0) })
    const unit = await settled(app, { results: [...runOf(50, TESTS), failed('f')], ...at(1_000) })
    // The other suite has some of these tests, and was longer or shorter.
    const e2e = await settled(app, { suite: 'e2e', results: runOf(300, 300), ...at(2_000) })
    // A run that arrives late is not the newest, and one of a pull request has no order.
    await settled(app, { results: runOf(9, TESTS), ...at(500) })
    await settled(app, { code: { branch: 'topic' }, results: runOf(9, TESTS), ...at(3_000) })
    expect(await stored(app)).toEqual(
      [
        [unit, 3],
        [e2e, 2],
      ].toSorted(),
    )

    const took = (i: number) => Math.max(durationOf(i, 50), i < 300 ? durationOf(i, 300) : 0)
    for (const order of ['desc', 'asc'] as const) {
      const found = await titles(app, order)
      expect(found.at(-1)).toBe('f')
      const numbers = found.slice(0, -1).map((title) => Number(title.slice(1)))
      expect(new Set(numbers).size).toBe(TESTS)
      const durations = numbers.map(took)
      expect(durations).toEqual(durations.toSorted((a, b) => (order === 'asc' ? a - b : b - a)))
      expect((await titles(app, order, '&q=t59')).toSorted()).toEqual(
        found.filter((title) => title.includes('t59')).toSorted(),
      )
    }
  })

  test('a page reads none of the results of other tests, and runs without pages still have an order', async () => {
    const app = await makeApp()
    const results = Array.from({ length: TESTS }, (_, i) => passed(`t${i}`, { durationMs: TESTS - i }))
    await settled(app, { results, startedAt: app.clock() })
    const first = () => app.get<Listed[]>('/api/tests?project=shop&sort=duration&limit=50')
    const wanted = results.slice(0, 50).map(({ titles: [title] }) => [title])
    const namesOf = async () => (await first()).data.map((one) => one.titles)
    expect(await namesOf()).toEqual(wanted)
    const slowest = results.slice(0, 256).map(({ titles: [title] }) => title)
    // Longer than all, if they were read.
    await app.store.write((db) =>
      db
        .updateTable('result')
        .set({ duration_us: 9_000_000 })
        .where('test_id', 'not in', (eb) =>
          eb
            .selectFrom('test')
            .select('id')
            .where(
              'titles',
              'in',
              slowest.map((title) => JSON.stringify([title])),
            ),
        )
        .execute(),
    )
    expect(await namesOf()).toEqual(wanted)
    await app.store.write((db) => db.deleteFrom('duration_page').execute())
    expect((await namesOf())[0]).not.toEqual(wanted[0])
  })
})
