import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { compare, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failedTwice, passed, settled } from '../../testing/upload.ts'
import { compareExecutions } from '../pull-requests/compare-executions.ts'

const TESTS = 20_000
const CHANGED = 200

onEachDatabase('comparison of 20,000 with 20,000 tests', (makeApp) => {
  test('reads by its keys only', async () => {
    const app = await makeApp()
    const results = (changed: number) =>
      Array.from({ length: TESTS }, (_, i) => {
        const file = `${i % 200}.test.ts`
        return i < changed ? failedTwice(`test ${i}`, { file }) : passed(`test ${i}`, { file })
      })
    for (let i = 0; i < 6; i++) await settled(app, { results: results(0) })
    const head = await settled(app, {
      code: { branch: 'topic', baseBranch: 'main' },
      results: results(CHANGED),
    })
    if (app.store.dialect === 'postgres') await app.store.write((db) => sql`analyze`.execute(db))
    const compared = await compare(app, head)
    expect(grouped(compared).regressions).toHaveLength(CHANGED)
    expect(compared.regressions[0]?.verdict).toMatchObject({ kind: 'mine', history: { runs: 6 } })

    const statements = await statementsOf(app, (ctx) =>
      compareExecutions({ ctx, input: { base: 'auto', head, limit: 200 } }),
    )
    expect(statements.length).toBeGreaterThan(10)
    for (const statement of statements) {
      const plan = await planOf(app, statement)
      expect(plan, `${statement.sql}\n${plan}`).not.toMatch(SCANS_RESULTS)
    }
  })
})

/** A hot table read from end to end. SQLite: `SCAN result`; Postgres: `Seq Scan on result r`. */
const SCANS_RESULTS = /(?:SCAN|Seq Scan on) (?:result|attempt|r|h|b|test)\b(?! VIRTUAL)/

async function planOf({ store }: TestApp, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const explain = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await store.read.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(
    CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
  )
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
}
