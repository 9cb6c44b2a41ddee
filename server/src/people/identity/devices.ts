import type { VisitorContext } from '../../ground/kernel/context.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { hashKey, makeDeviceToken } from './secret-token.ts'

/** How long a device stays known after the last sign-in from it, milliseconds. */
const KNOWN_MS = 180 * 86_400_000
const MOST_DEVICES = 50
/** The value that a program sends to request a device token. */
const WANTED = 'new'

/** A device from which a person has signed in. */
export interface Device {
  id: number
  token: string
  endsAt: number
}

/** The part of a request that identifies a device. */
export type DeviceRequest = Pick<VisitorContext, 'tokens'>

/** The person's own device that sent a request; null if it sent no device token, or another person's. */
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

/** The device token of a request: from its body, else from the browser's cookie; undefined if the body requests a new one. */
export const deviceToken = ({ tokens }: DeviceRequest, given: string | undefined): string | undefined =>
  given === WANTED ? undefined : (given ?? tokens.device)

/**
 * Stores the device of a person who has just entered the password; null if a program requests none. A known
 * device keeps its token: a lost answer must not make it unknown.
 */
export async function rememberDevice(
  db: Db,
  { tokens }: DeviceRequest,
  personId: number,
  input: { device?: string | undefined; cookie?: boolean },
  now: number,
): Promise<Device | null> {
  if (!tokens.isCookie(input.cookie === true) && input.device === undefined) return null
  const endsAt = now + KNOWN_MS
  const given = deviceToken({ tokens }, input.device)
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

/** Deletes the devices of a person, except the kept one. */
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
