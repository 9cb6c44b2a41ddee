import { randomBytes } from 'node:crypto'
import type { Wake } from '../../ground/kernel/wake.ts'
import type { RateLimits } from './rate-limit.ts'

/** How often replicas share their counts, milliseconds. */
export const SHARE_EVERY_MS = 500

/** Limits for all replicas together. The database counts the limits that guard passwords. */
const SHARED = ['reads', 'writes', 'ingestBytes', 'failures', 'mcpFree', 'mcpPro', 'mcpMessages'] as const

/** The number of credentials per notice, some 60 bytes each; the others follow in the next one. */
const TOLD_AT_ONCE = 2_000
/** The number of credentials that wait for a notice; above it, the least recently active one is dropped. */
const WAITING = 10_000

/** The shared limits of one replica. */
export interface SharedLimits {
  /** Sends the counts since the last time to the other replicas. */
  tell(): void
}

/**
 * Adds the requests that other replicas let through. Notices contain amounts and ages, never times: clocks
 * differ. A lost notice lets a credential exceed its limit slightly.
 */
export function shareLimits(limits: RateLimits, wake: Wake): SharedLimits {
  const self = randomBytes(6).toString('hex')
  const waiting = new Map<string, { amount: number; since: number }>()
  let round = 0

  for (const kind of SHARED)
    limits[kind].watch((credential, amount, now) => {
      if (amount === 0) return
      const name = `${kind}/${credential}`
      const sum = (waiting.get(name)?.amount ?? 0) + amount
      waiting.delete(name)
      if (sum !== 0) waiting.set(name, { amount: sum, since: now })
      if (waiting.size > WAITING) waiting.delete(waiting.keys().next().value as string)
    })

  wake.listen('limits', (subjects) => {
    if (subjects === 'missed') return
    const now = limits.clock()
    for (const subject of subjects) {
      const message = read(subject)
      if (message && message.replica !== self)
        limits[message.kind].merge(message.credential, message.amount, message.ageMs, now)
    }
  })

  return {
    tell() {
      const now = limits.clock()
      round++
      for (const [name, { amount, since }] of [...waiting.entries()].slice(0, TOLD_AT_ONCE)) {
        waiting.delete(name)
        // The round keeps equal amounts of two rounds from being deduplicated as one notice.
        wake.notify('limits', `${self}/${round}/${amount}/${Math.max(0, now - since)}/${name}`)
      }
    },
  }
}

const NOTICE = /^([0-9a-f]{12})\/\d+\/(-?\d{1,15})\/(\d{1,9})\/(\w+)\/(.+)$/s

/** The content of a notice; null if a version with other limits sent it. */
function read(subject: string) {
  const [, replica, amount, ageMs, kind, credential] = NOTICE.exec(subject) ?? []
  const known = SHARED.find((each) => each === kind)
  if (!replica || !known || !credential) return null
  return { replica, kind: known, credential, amount: Number(amount), ageMs: Number(ageMs) }
}
