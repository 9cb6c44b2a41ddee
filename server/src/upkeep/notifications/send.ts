import { createHmac } from 'node:crypto'
import { sealedPlaceOf, unseal } from '../../ground/kernel/seal.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'
import type { Notice } from './notice.ts'
import { type Answer, post } from './post.ts'
import { resolveHost } from './resolve-host.ts'
import { bodyOf } from './slack-teams-discord.ts'

/** The facts of a delivery and its webhook that an attempt needs. */
export interface ToSend {
  /** Public ids. */
  delivery: string
  webhook: string
  organizationId: number
  kind: 'json' | 'slack' | 'teams' | 'discord'
  /** Encrypted. */
  address: string
  secret: string | null
  payload: string
}

export interface SendOptions {
  /** See `readWebhookKey`. */
  key: string
  allowPrivate: boolean
  signal: AbortSignal
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Sends a delivery once. The header `Svc-Delivery` is the same for each attempt, so that receivers can
 * deduplicate.
 */
export async function send(one: ToSend, { key, allowPrivate, signal, now }: SendOptions): Promise<Answer> {
  const notice = JSON.parse(one.payload) as Notice
  const body = JSON.stringify(bodyOf[one.kind](one.delivery, notice))
  const url = new URL(unseal(key, sealedPlaceOf(one.webhook, 'address'), one.address))
  const secret = one.secret && unseal(key, sealedPlaceOf(one.webhook, 'secret'), one.secret)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `svc/${SERVER_VERSION}`,
    'Svc-Delivery': one.delivery,
    'Svc-Event': notice.event,
    ...(secret && { 'Svc-Signature': sign(secret, Math.floor(now / 1_000), body) }),
  }
  const resolve = (host: string, signal: AbortSignal) =>
    resolveHost(host, { organizationId: one.organizationId, signal })
  return post({ url, headers, body, signal, allowPrivate, resolve })
}

/** The signature includes the time, so that an intercepted message cannot be replayed later. */
const sign = (secret: string, seconds: number, body: string) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
