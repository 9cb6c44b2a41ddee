import type { refusedUploadOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Caller } from '../../ground/kernel/context.ts'
import { isBehind } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import type { Problem } from '../../ground/kernel/problem.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { describeActor } from '../../people/identity/audit.ts'
import { makeBackgroundWrites } from '../../people/identity/background-writes.ts'
import { requireWholeOrganization } from '../../people/identity/whole-organization.ts'

/** The number of kinds that an organization keeps. */
const KEPT = 100
const LONGEST_MESSAGE = 500
/**
 * How long a repeated mistake of a client is not written again, so that it does not keep the
 * database busy; milliseconds.
 */
const EVERY_MS = 10_000
/** Outages and internal errors concern the operator and are in the log. */
const OF_CLIENTS = new Set<string>([
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
])

/** Records refused uploads of known credentials, in the background. */
export interface RefusedUploads {
  note(caller: Caller, door: string, problem: Problem): void
  /** Resolves after the pending writes. */
  idle(): Promise<void>
}

export function makeRefusedUploads(store: Store, clock: Clock): RefusedUploads {
  const background = makeBackgroundWrites(store)
  return {
    note(caller, door, { code, message }) {
      if (!OF_CLIENTS.has(code)) return
      const now = clock()
      const words = cut(message)
      // One write per credential and route in this time, regardless of the messages.
      background.atMostEvery(EVERY_MS, `${caller.credential} ${door}`, null, now, (db) =>
        keep(db, caller, now, { door, code, message: words }),
      )
    },
    idle: background.idle,
  }
}

async function keep(
  db: Db,
  caller: Caller,
  now: number,
  refusal: { door: string; code: string; message: string },
): Promise<void> {
  const { actor_name: credential } = await describeActor(db, caller)
  const { organizationId } = caller
  await db
    .insertInto('refused_upload')
    .values({
      organization_id: organizationId,
      ...refusal,
      credential,
      count: 1,
      first_at: now,
      last_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'door', 'code', 'credential', 'message'])
        .doUpdateSet({ count: sql<number>`refused_upload.count + 1`, last_at: now }),
    )
    .execute()
  const surplus = db
    .selectFrom('refused_upload')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(KEPT)
    .offset(KEPT)
  await db.deleteFrom('refused_upload').where('id', 'in', surplus).execute()
}

const cut = (message: string): string =>
  message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE - 1).toWellFormed()}…` : message

/** The organization's refused uploads, the latest first. */
export const listRefusedUploads: Handlers<typeof refusedUploadOperations>['listRefusedUploads'] = async ({
  ctx,
  input,
}) => {
  requireWholeOrganization(ctx.caller)
  let query = ctx.store.read
    .selectFrom('refused_upload')
    .selectAll()
    .where('organization_id', '=', ctx.caller.organizationId)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
  if (input.cursor !== undefined) query = query.where(isBehind(ctx, ['last_at', 'id'], input.cursor))
  const rows = await query.execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({
      id: row.id,
      door: row.door,
      code: row.code as Problem['code'],
      message: row.message,
      credential: row.credential,
      count: row.count,
      firstAt: iso(row.first_at),
      lastAt: iso(row.last_at),
    })),
    nextCursor: rows.length > page.length && last ? ctx.cursors.encode([last.last_at, last.id]) : null,
  }
}
