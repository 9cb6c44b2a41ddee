import { randomBytes } from 'node:crypto'
import type { Wake } from '../kernel/wake.ts'
import type { RateLimits } from './rate-limit.ts'

/** How often replicas tell each other what they counted. */
export const SHARE_EVERY_MS = 500

/** What holds for all replicas together. What guards passwords is counted in the database instead. */
const SHARED = ['reads', 'writes', 'ingestBytes', 'failures'] as const

/** Credentials told at a time, some 60 bytes each; the others are told next time. */
const TOLD_AT_ONCE = 2_000
/** Credentials that wait to be told; beyond it the one that asked longest ago is left out. */
const WAITING = 10_000

/** Of one replica. */
export interface SharedLimits {
  /** Tells the other replicas what was counted since the last time. */
  tell(): void
}

/**
 * Counts what other replicas let through too. They are told amounts and ages, never times: clocks differ. A notice
 * that gets lost lets a credential do a little more than its limit.
 */
export function shareLimits(limits: RateLimits, wake: Wake): SharedLimits {
  const self = randomBytes(6).toString('hex')
  const waiting = new Map<string, { amount: number; at: number }>()
  let round = 0

  for (const kind of SHARED)
    limits[kind].watch((credential, amount, now) => {
      if (amount === 0) return
      const name = `${kind}/${credential}`
      const sum = (waiting.get(name)?.amount ?? 0) + amount
      waiting.delete(name)
      if (sum !== 0) waiting.set(name, { amount: sum, at: now })
      if (waiting.size > WAITING) waiting.delete(waiting.keys().next().value as string)
    })

  wake.listen('limits', (subjects) => {
    if (subjects === 'missed') return
    const now = limits.clock()
    for (const subject of subjects) {
      const told = read(subject)
      if (told && told.replica !== self)
        limits[told.kind].merge(told.credential, told.amount, told.ageMs, now)
    }
  })

  return {
    tell() {
      const now = limits.clock()
      round++
      for (const [name, { amount, at }] of [...waiting.entries()].slice(0, TOLD_AT_ONCE)) {
        waiting.delete(name)
        // The round keeps equal amounts of two rounds from being taken for one notice.
        wake.notify('limits', `${self}/${round}/${amount}/${Math.max(0, now - at)}/${name}`)
      }
    },
  }
}

const NOTICE = /^([0-9a-f]{12})\/\d+\/(-?\d{1,15})\/(\d{1,9})\/(\w+)\/(.+)$/s

/** What a notice tells; null if it comes from a version that shares other limits. */
function read(subject: string) {
  const [, replica, amount, ageMs, kind, credential] = NOTICE.exec(subject) ?? []
  const known = SHARED.find((each) => each === kind)
  if (!replica || !known || !credential) return null
  return { replica, kind: known, credential, amount: Number(amount), ageMs: Number(ageMs) }
}
