import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { TestApp } from './make-app.ts'

/** Postgres: resolves when so many transactions wait for another. */
export async function untilWaiting({ store }: TestApp, count = 1): Promise<void> {
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  while (!isOver) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store.read)
    if (Number(rows[0]?.n) >= count) return
  }
}
