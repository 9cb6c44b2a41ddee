import { hash } from 'node:crypto'
import type { AttemptDetail, Failure } from '@svc/protocol'
import { type Db, type Dialect, insertColumns, isOneOf } from '../store/portable.ts'
import { fingerprint } from './fingerprint.ts'

/** Ids of texts that are stored once in a project, made where they are new. */
export async function interned(
  db: Db,
  dialect: Dialect,
  table: 'file' | 'leg',
  column: 'path' | 'name',
  projectId: number,
  texts: string[],
): Promise<Map<string, number>> {
  const wanted = [...new Set(texts)].sort()
  const ids = new Map<string, number>()
  const resolve = async () => {
    const rows = await db
      .selectFrom(table as 'file')
      .select(['id', `${column as 'path'} as text`])
      .where('project_id', '=', projectId)
      .where(isOneOf(dialect, column, wanted))
      .execute()
    for (const row of rows) ids.set(row.text, row.id)
  }
  await resolve()
  const fresh = wanted.filter((text) => !ids.has(text))
  if (fresh.length === 0) return ids
  const columns = { project_id: fresh.map(() => projectId), [column]: fresh }
  await insertColumns(db, dialect, table, columns, 'on conflict do nothing')
  await resolve()
  return ids
}

/** Reasons of one segment, gathered first and stored in one go. */
/** How exactly it is kept when a reason was last met: most uploads then write nothing for it. */
const SEEN_EVERY_MS = 86_400_000

export class Reasons {
  readonly #rows = new Map<
    string,
    { kind: 'error' | 'skip'; fingerprint: string; message: string; detail: string }
  >()
  readonly #ids = new Map<string, number>()

  /** Takes an error in; gives the token that `id` turns into its row's id. */
  error(failure: Failure): string {
    const detail = JSON.stringify(failure)
    const token = hash('sha256', `error\0${detail}`).slice(0, 32)
    if (!this.#rows.has(token))
      this.#rows.set(token, {
        kind: 'error',
        fingerprint: fingerprint(failure),
        message: failure.message,
        detail,
      })
    return token
  }

  skip(skip: NonNullable<AttemptDetail['skip']>): string {
    const detail = JSON.stringify(skip)
    const token = hash('sha256', `skip\0${detail}`).slice(0, 32)
    this.#rows.set(token, { kind: 'skip', fingerprint: '', message: skip.reason ?? '', detail })
    return token
  }

  /** Those that were not met for a day are noted as met now: retention forgets what nobody meets. */
  async store(db: Db, dialect: Dialect, projectId: number, now: number): Promise<void> {
    const hashes = [...this.#rows.keys()].sort()
    if (hashes.length === 0) return
    const resolve = async () => {
      const rows = await db
        .selectFrom('reason')
        .select(['id', 'hash', 'seen_at'])
        .where('project_id', '=', projectId)
        .where(isOneOf(dialect, 'hash', hashes))
        .execute()
      for (const row of rows) this.#ids.set(row.hash, row.id)
      return rows.filter((row) => row.seen_at === null || row.seen_at < now - SEEN_EVERY_MS)
    }
    const unseen = await resolve()
    // One that is gone by now is inserted again.
    for (const row of unseen) this.#ids.delete(row.hash)
    const met = await touch(db, dialect, unseen, now)
    for (const row of met) this.#ids.set(row.hash, row.id)
    const fresh = hashes.filter((token) => !this.#ids.has(token))
    if (fresh.length === 0) return
    const rows = fresh.map(
      (token) =>
        this.#rows.get(token) as { kind: string; fingerprint: string; message: string; detail: string },
    )
    await insertColumns(
      db,
      dialect,
      'reason',
      {
        project_id: fresh.map(() => projectId),
        hash: fresh,
        kind: rows.map((row) => row.kind),
        fingerprint: rows.map((row) => row.fingerprint),
        message: rows.map((row) => row.message),
        detail: rows.map((row) => row.detail),
        seen_at: now,
      },
      'on conflict do nothing',
    )
    await resolve()
  }

  id(token: string): number {
    const id = this.#ids.get(token)
    if (id === undefined) throw new Error('A reason was asked for before it was stored')
    return id
  }
}

async function touch(db: Db, dialect: Dialect, rows: { id: number }[], now: number) {
  if (rows.length === 0) return []
  return db
    .updateTable('reason')
    .set({ seen_at: now })
    .where(
      isOneOf(
        dialect,
        'id',
        rows.map((row) => row.id),
      ),
    )
    .returning(['id', 'hash'])
    .execute()
}
