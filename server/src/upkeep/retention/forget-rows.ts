import { sql } from 'kysely'
import { idTime } from '../../ground/kernel/id.ts'
import { DAY_MS } from '../../ground/kernel/time.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { Paced } from './pace.ts'

/** `reason.seen_at` is up to a day late; the second day covers clock differences and concurrent uploads. */
const SEEN_SLACK_MS = 2 * DAY_MS

/** Errors of an execution that is being deleted refer to their reasons until its rows are gone. */
const isUnused = (id: string) =>
  sql<boolean>`not exists (select 1 from part_error where part_error.reason_id = ${sql.ref(id)})`

/** Deletes an organization's audit rows of more than this many days ago. */
export async function forgetAudit(
  { store, rows }: Paced,
  organizationId: number,
  days: number,
  now: number,
): Promise<void> {
  const old = () =>
    store.read
      .selectFrom('audit')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('at', '<', now - days * DAY_MS)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  while (await old()) {
    const limit = rows()
    await store.write((db) =>
      db
        .deleteFrom('audit')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('audit as oldest')
            .select('oldest.id')
            .where('oldest.organization_id', '=', organizationId)
            .where('oldest.at', '<', now - days * DAY_MS)
            .orderBy('oldest.id')
            .limit(limit),
        )
        .execute(),
    )
  }
}

/**
 * Deletes a project's unreferenced errors and reasons for skips: those that last occurred before the start of
 * the oldest remaining execution. Every execution that refers to one existed at its last occurrence.
 */
export async function forgetReasons({ store, rows }: Paced, projectId: number, now: number): Promise<void> {
  const oldest = await store.read
    .selectFrom('execution')
    .select('public_id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const before = Math.min(now, oldest ? idTime(oldest.public_id) : now) - SEEN_SLACK_MS
  const unseen = () =>
    store.read
      .selectFrom('reason')
      .select('id')
      .where('project_id', '=', projectId)
      .where('seen_at', '<', before)
      .where(isUnused('reason.id'))
      .limit(1)
      .executeTakeFirst()
  while (await unseen()) {
    const limit = rows()
    await store.write((db) =>
      db
        .deleteFrom('reason')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('reason as oldest')
            .select('oldest.id')
            .where('oldest.project_id', '=', projectId)
            .where('oldest.seen_at', '<', before)
            .where(isUnused('oldest.id'))
            .limit(limit),
        )
        .execute(),
    )
  }
}

/**
 * Deletes the CODEOWNERS of a project without an execution. There are few, and queries need only the latest.
 */
export async function forgetCodeowners({ store, rows }: Paced, projectId: number): Promise<void> {
  const unused = await store.read
    .selectFrom('codeowners')
    .select('id')
    .where('project_id', '=', projectId)
    .where(isNobodys)
    .limit(rows())
    .execute()
  if (unused.length === 0) return
  const ids = unused.map((row) => row.id)
  // A concurrent upload may refer to one by now.
  await store.write((db) =>
    db
      .deleteFrom('codeowners')
      .where(isOneOf(store.dialect, 'id', ids))
      .where(isNobodys)
      .execute(),
  )
}

const isNobodys = sql<boolean>`not exists (select 1 from execution where execution.codeowners_id = codeowners.id)`
