import { hash } from 'node:crypto'
import { type AttemptDetail, type Failure, LIMITS } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../ground/store/portable.ts'
import { storeFailure } from '../../results/results/stored-reason.ts'
import { Fingerprints } from './fingerprint.ts'

/** The precision of a reason's last occurrence, coarse so that most uploads write nothing. */
const SEEN_EVERY_MS = 86_400_000

/** The number of rows per write: the text of each exists in memory twice meanwhile. */
const WRITTEN_AT_ONCE = 1_000

/** Distinct errors of one body; each takes some 50 µs. */
const MOST_DIFFERENT = LIMITS.bodyEntries

type Row =
  | { kind: 'error'; fingerprint: string; detail: Failure }
  | { kind: 'skip'; fingerprint: ''; detail: NonNullable<AttemptDetail['skip']> }

/**
 * Why attempts of one body failed or were skipped, without duplicates: collected during the read, stored in
 * one write.
 */
export class Reasons {
  readonly #rows = new Map<string, Row>()
  readonly #ids = new Map<string, number>()
  readonly #fingerprints = new Fingerprints()
  #errors = 0

  /**
   * Adds an error and returns the token that `id` turns into its row's id. Throws PAYLOAD_TOO_LARGE beyond
   * the limit of a body.
   */
  error(failure: Failure): string {
    if (++this.#errors > LIMITS.bodyErrors) throw tooManyErrors(LIMITS.bodyErrors)
    const detail = JSON.stringify(failure)
    const token = hash('sha256', `error\0${detail}`).slice(0, 32)
    if (this.#rows.has(token)) return token
    const row = {
      kind: 'error',
      fingerprint: this.#fingerprints.of(failure),
      detail: failure,
    } as const
    if (this.#rows.set(token, row).size > MOST_DIFFERENT) throw tooManyErrors(MOST_DIFFERENT, 'different ')
    return token
  }

  skip(skip: NonNullable<AttemptDetail['skip']>): string {
    const detail = JSON.stringify(skip)
    const token = hash('sha256', `skip\0${detail}`).slice(0, 32)
    const row = { kind: 'skip', fingerprint: '', detail: skip } as const
    if (this.#rows.set(token, row).size > MOST_DIFFERENT) throw tooManyErrors(MOST_DIFFERENT, 'different ')
    return token
  }

  /**
   * Stores the requested reasons. Refreshes reasons that have not occurred for a day: retention deletes
   * reasons without occurrences.
   */
  async store(
    db: Db,
    dialect: Dialect,
    projectId: number,
    now: number,
    tokens: ReadonlySet<string>,
  ): Promise<void> {
    const hashes = [...tokens].sort()
    if (hashes.length === 0) return
    const resolve = async (wanted: string[]) => {
      const rows = await db
        .selectFrom('reason')
        .select(['id', 'hash', 'seen_at'])
        .where('project_id', '=', projectId)
        .where(isOneOf(dialect, 'hash', wanted))
        .execute()
      for (const row of rows) this.#ids.set(row.hash, row.id)
      return rows.filter((row) => row.seen_at < now - SEEN_EVERY_MS)
    }
    const unseen = await resolve(hashes)
    // If a row is gone by now, it is inserted again.
    for (const row of unseen) this.#ids.delete(row.hash)
    const met = await touch(db, dialect, unseen, now)
    for (const row of met) this.#ids.set(row.hash, row.id)
    const fresh = hashes.filter((token) => !this.#ids.has(token))
    if (fresh.length === 0) return
    const missing: string[] = []
    for (let index = 0; index < fresh.length; index += WRITTEN_AT_ONCE)
      missing.push(
        ...(await this.#write(db, dialect, projectId, now, fresh.slice(index, index + WRITTEN_AT_ONCE))),
      )
    // Another server has written them meanwhile.
    if (missing.length > 0) await resolve(missing)
  }

  /** Returns the existing ones. */
  async #write(db: Db, dialect: Dialect, projectId: number, now: number, tokens: string[]) {
    const rows = tokens.map((token) => this.#rows.get(token) as Row)
    const stored = rows.map(columnsOf)
    const made = await insertColumns(
      db,
      dialect,
      'reason',
      {
        project_id: projectId,
        hash: tokens,
        kind: rows.map((row) => row.kind),
        fingerprint: rows.map((row) => row.fingerprint),
        message: stored.map(({ message }) => message),
        detail: stored.map(({ detail }) => detail),
        seen_at: now,
      },
      'on conflict do nothing returning id, hash',
    )
    for (const { id, hash } of made as { id: number; hash: string }[]) this.#ids.set(hash, id)
    return tokens.filter((token) => !this.#ids.has(token))
  }

  id(token: string): number {
    const id = this.#ids.get(token)
    if (id === undefined) throw new Error('A reason was asked for before it was stored')
    return id
  }
}

const columnsOf = (row: Row) =>
  row.kind === 'error'
    ? storeFailure(row.detail)
    : { message: row.detail.reason ?? '', detail: JSON.stringify(row.detail) }

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

const tooManyErrors = (most: number, which = '') =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `The body: expected at most ${most} ${which}errors and reasons. Send fewer results at a time.`,
  )
