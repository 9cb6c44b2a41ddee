import { Problem } from '../../../ground/kernel/problem.ts'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts, Outgoing } from '../dependencies.ts'
import { type KeyRow, keysByIds, openKey } from '../signing/keys.ts'
import { signedText } from '../signing/signed-text.ts'
import { isSameMac } from '../signing/signer.ts'

/** The largest difference between the clocks of sender and server, milliseconds. */
const MOST_SKEW_MS = 5 * 60_000

/**
 * Verifies signatures that senders computed themselves. Returns what is wrong with a message's
 * signature, if anything.
 */
export async function checkOwnSignatures(
  db: Db,
  bus: BusParts,
  outgoing: Outgoing[],
  now: number,
): Promise<(message: Outgoing) => Problem | undefined> {
  const signed = outgoing.flatMap((message) => (message.signed ? [message.signed] : []))
  if (signed.length === 0) return () => undefined
  const keys = await keysByIds(
    db,
    bus,
    signed.map(({ keyId }) => keyId),
  )
  const used = await db
    .selectFrom('bus_message')
    .select(['from_agent_id', 'signature'])
    .where(
      isOneOf(bus.store.dialect, 'from_agent_id', [
        ...new Set(outgoing.flatMap(({ from }) => (from ? [from.id] : []))),
      ]),
    )
    .where(
      isOneOf(
        bus.store.dialect,
        'signature',
        signed.map(({ signature }) => signature),
      ),
    )
    .where('signed_by', '=', 'agent')
    .execute()
  const isUsed = new Set(used.map((row) => `${row.from_agent_id} ${row.signature}`))
  return (message) => {
    const problem = check(bus, message, keys, now)
    if (problem || !message.signed) return problem
    return isUsed.has(`${message.from?.id} ${message.signed.signature}`) ? replayed() : undefined
  }
}

function check(
  bus: BusParts,
  { from, to, payload, signed }: Outgoing,
  keys: Map<string, KeyRow>,
  now: number,
): Problem | undefined {
  if (!signed || !from) return undefined
  const { timestamp, keyId, signature } = signed
  if (Math.abs(now - timestamp) > MOST_SKEW_MS) return skewed(timestamp, now)
  const row = keys.get(keyId)
  if (!row || row.agent_id !== from.id)
    return invalid(
      `keyId names no signing key of ${from.name}. Use the id that came with the key, or create a new key with POST /api/bus/agents/:id/keys.`,
    )
  if (row.retires_at !== null && row.retires_at <= now)
    return invalid(
      `The signing key ${keyId} retired at ${new Date(row.retires_at).toISOString()}. Sign with the current key of ${from.name}.`,
    )
  const key = openKey(bus, row)
  if (typeof key === 'string')
    return invalid(
      `The server cannot read the signing key ${keyId} any more. Create a new one with POST /api/bus/agents/:id/keys.`,
    )
  const expected = key.sign(signedText({ from: from.name, to: to.name, payload, timestamp }))
  if (isSameMac(expected, signature)) return undefined
  return invalid(
    `The signature does not fit. It must be the HMAC-SHA256, as 64 lower-case hex digits, of the UTF-8 text ${from.name}:${to.name}:<message>:${timestamp} with the key ${keyId}.`,
  )
}

const invalid = (message: string) => new Problem('INVALID_REQUEST', message)

function skewed(timestamp: number, now: number): Problem {
  const seconds = Math.round(Math.abs(now - timestamp) / 1_000)
  const iso = (at: number) => (Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : String(at))
  return invalid(
    `timestamp is ${iso(timestamp)}, but the server's clock says ${iso(now)}: ${seconds} s apart, and at most ${MOST_SKEW_MS / 1_000} s are allowed. Send milliseconds since the epoch, and correct the clock that is wrong.`,
  )
}

const replayed = () =>
  new Problem(
    'CONFLICT',
    'A message with this signature was accepted before. To send the same text again, sign it with a new timestamp; to repeat a send safely, give it a clientMessageId.',
  )
