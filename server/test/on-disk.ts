import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** What the files of a server that is not running hold. */
export interface OnDisk {
  integrity: string
  /** Entries stored, by journal. */
  accepted: Map<string, number>
  /** Executions whose counts differ from their rows in `result` and `part_error`. */
  miscounted: number
}

/** Looks at a copy, so that it is the server that has to recover, not this. */
export function readDisk(folder: string): OnDisk {
  const copy = mkdtempSync(join(tmpdir(), 'svc-copy-'))
  for (const name of ['svc.sqlite', 'svc.sqlite-wal'])
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
  const database = new Database(join(copy, 'svc.sqlite'))
  try {
    const parts = database.prepare('select journal, accepted from part').all() as Part[]
    return {
      integrity: String(database.pragma('integrity_check', { simple: true })),
      accepted: new Map(parts.map((part) => [part.journal, part.accepted])),
      miscounted: (database.prepare(MISCOUNTED).get() as { count: number }).count,
    }
  } finally {
    database.close()
    rmSync(copy, { recursive: true })
  }
}

interface Part {
  journal: string
  accepted: number
}

const MISCOUNTED = `
  with counted as (
    select execution_id,
      sum(verdict = 1) as passed, sum(verdict = 2) as failed, sum(verdict = 3) as flaky,
      sum(verdict = 4) as skipped, sum(iif(verdict > 0, duration_us, 0)) as duration_us
    from result group by execution_id)
  select count(*) as count from execution e left join counted c on c.execution_id = e.id
  where e.passed <> coalesce(c.passed, 0) or e.failed <> coalesce(c.failed, 0)
    or e.flaky <> coalesce(c.flaky, 0) or e.skipped <> coalesce(c.skipped, 0)
    or e.duration_us <> coalesce(c.duration_us, 0)
    or e.parts <> (select count(*) from part p where p.execution_id = e.id)
    or e.errors <> (
      select count(*) from part_error x join part p on p.execution_id = x.execution_id and p.number = x.part
      where x.execution_id = e.id and not exists (
        select 1 from part again
        where again.execution_id = p.execution_id and again.run_attempt > p.run_attempt
          and again.job = p.job and again.package = p.package and again.config = p.config
          and again.leg_id = p.leg_id and again.shard_index is p.shard_index
          and again.shard_total is p.shard_total))`
