import type { PasswordTry, VisitorContext } from '../../ground/kernel/context.ts'
import type { Db } from '../../ground/store/portable.ts'
import { recordAudit } from './audit.ts'
import { quotaOf, stillRecent, withOneMore } from './recent-tries.ts'
import { membershipsOf } from './sessions.ts'
import { lockThrottle, storeThrottle } from './sign-in-throttle-rows.ts'

/**
 * The number of a person's sign-ins recorded per hour: a program that signs in constantly must not fill the
 * trail.
 */
const NOTED_AN_HOUR = 20
const HOUR_MS = 3_600_000

type Sender = Pick<VisitorContext, 'address'>

/** Records a sign-in in every organization of a person. The address of origin stays private to the person. */
export async function auditSignIn(
  db: Db,
  personId: number,
  isKnownDevice: boolean,
  now: number,
): Promise<void> {
  const noted = await lockThrottle(db, `noted ${personId}`)
  const lately = stillRecent(noted.recent, now, HOUR_MS)
  if (quotaOf(lately, NOTED_AN_HOUR, now, HOUR_MS).remaining === 0) return
  await storeThrottle(db, { ...noted, recent: withOneMore(lately, now), clearAt: now + HOUR_MS })
  await record(db, personId, { personId }, now, 'person.signed-in', {
    device: isKnownDevice ? 'known' : 'new',
  })
}

/**
 * Records in every organization of a person that the server rejected a password and delays the next attempt.
 * Records nothing for an unknown e-mail address.
 */
export async function auditRefusal(
  db: Db,
  { address }: Sender,
  personId: number | undefined,
  isOwnSession: boolean,
  { wrongs, slowed, isNoted }: PasswordTry,
  now: number,
): Promise<void> {
  if (!isNoted && slowed === null) return
  const by = isOwnSession && personId !== undefined ? { personId } : { address }
  const detail = { address, wrongPasswords: wrongs }
  // A write in either case, so that the time of the answer does not reveal whether the account exists.
  if (personId === undefined) return void (await lockThrottle(db, 'refused of nobody'))
  if (isNoted) await record(db, personId, by, now, 'person.sign-in-refused', detail)
  if (slowed)
    await record(db, personId, by, now, 'person.sign-in-slowed', {
      ...detail,
      by: slowed.by,
      seconds: slowed.seconds,
    })
}

async function record(
  db: Db,
  personId: number,
  by: { personId: number } | { address: string },
  now: number,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const person = await db
    .selectFrom('person')
    .select(['public_id', 'email'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const target = { kind: 'person', id: person.public_id, name: person.email }
  const actor = 'address' in by ? { personId: null, visitor: by.address } : { personId: by.personId }
  for (const { organizationId } of await membershipsOf(db, personId))
    await recordAudit(db, { organizationId, apiKeyId: null, ...actor }, now, { action, target, detail })
}
