import type { VisitorContext } from '../kernel/context.ts'
import type { Store } from '../store/open.ts'
import type { Db } from '../store/portable.ts'
import { hashKey } from './api-key.ts'
import { makeDeviceToken } from './secret-token.ts'

/** A device is known so long after somebody last signed in from it. */
const KNOWN_MS = 180 * 86_400_000
const MOST_DEVICES = 50
/** What a program sends that has no token of a device and wants one. */
const WANTED = 'new'

/** A device that a person has signed in from. */
export interface Device {
  id: number
  token: string
  endsAt: number
}

/** What is told of devices with a request. */
export type DeviceAsked = Pick<VisitorContext, 'tokens'>

/** The person's own device that a request comes from; null where it brings none, or another person's. */
export async function findDevice(
  { lookup }: Store,
  personId: number | undefined,
  token: string | undefined,
  now: number,
): Promise<number | null> {
  if (token === undefined || personId === undefined) return null
  const row = await lookup
    .selectFrom('device')
    .select('id')
    .where('hash', '=', hashKey(token))
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The token that a request brings: of its body, else of the browser's cookie. */
export const deviceToken = ({ tokens }: DeviceAsked, given: string | undefined): string | undefined =>
  given === WANTED ? undefined : (given ?? tokens.device)

/**
 * Remembers the device of a person who has just shown the password; null where a program asks for none. A known one
 * keeps its token: an answer that is lost on its way must not make it unknown.
 */
export async function rememberDevice(
  db: Db,
  { tokens }: DeviceAsked,
  personId: number,
  asked: { device?: string | undefined; cookie?: boolean },
  now: number,
): Promise<Device | null> {
  if (!tokens.isCookie(asked.cookie === true) && asked.device === undefined) return null
  const endsAt = now + KNOWN_MS
  const given = deviceToken({ tokens }, asked.device)
  if (given !== undefined) {
    const known = await db
      .updateTable('device')
      .set({ last_used_at: now, expires_at: endsAt })
      .where('hash', '=', hashKey(given))
      .where('person_id', '=', personId)
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirst()
    if (known) return { id: known.id, token: given, endsAt }
  }
  await makeRoom(db, personId)
  const token = makeDeviceToken()
  const { id } = await db
    .insertInto('device')
    .values({
      person_id: personId,
      hash: hashKey(token),
      created_at: now,
      last_used_at: now,
      expires_at: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, endsAt }
}

/** Forgets the devices of a person, all but the one kept. */
export async function forgetDevices(db: Db, personId: number, keptId: number | null): Promise<void> {
  let query = db.deleteFrom('device').where('person_id', '=', personId)
  if (keptId !== null) query = query.where('id', '!=', keptId)
  await query.execute()
}

async function makeRoom(db: Db, personId: number): Promise<void> {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MOST_DEVICES - 1)
    .limit(MOST_DEVICES)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('device').where('id', 'in', ids).execute()
}
