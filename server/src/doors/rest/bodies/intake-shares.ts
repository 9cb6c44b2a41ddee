import type { Problem } from '../../../ground/kernel/problem.ts'

/** The memory of one body. */
export interface Held {
  organizationId: number
  /** Bodies are numbered in the order in which they began. */
  number: number
  bytes: number
  /** Bytes received. */
  came: number
  beganAt: number
  isWhole: boolean
  /** Takes the memory of a body away. */
  cut(why: Problem): void
}

/** Divides the memory, and decides which body gets more. */
export interface Shares {
  /** `held` is the body that requests more; null for a new one. */
  fits(organizationId: number, bytes: number, held: Held | null): boolean
  begin(organizationId: number, bytes: number): Held
  take(held: Held, bytes: number): void
  leave(held: Held): void
  /** Counts the waiting requests of an organization, which has a share too. */
  wait(organizationId: number, count: number): void
  /**
   * The slowest bodies to remove so that this one fits; empty if that is not enough. Only of organizations
   * that have more than this one would, and only if the body is slow, or its organization exceeds its share.
   */
  inTheWayOf(organizationId: number, bytes: number, held: Held | null): Held[]
  heldBytes(): number
  count(): number
}

/** The part that known organizations may use together, so that a new one finds memory. */
const SHARED = 3 / 4
/** The part that is reserved for small bodies. */
const FOR_SMALL = 1 / 8
const SMALL_BYTES = 1024 * 1024
/** A faster body soon completes by itself. */
const FAST_BYTES_PER_MS = (1024 * 1024) / 1_000

export function makeShares(memoryBytes: number): Shares {
  const all = new Set<Held>()
  /** Bytes by organization. */
  const bytesOf = new Map<number, number>()
  /** Waiting requests by organization. */
  const waitingOf = new Map<number, number>()
  let heldBytes = 0
  let begun = 0

  const ownOf = (organizationId: number) => bytesOf.get(organizationId) ?? 0
  /** Shrinks with each organization that has memory or waits for it. */
  const shareOf = (organizationId: number) => {
    const active = new Set([organizationId, ...bytesOf.keys(), ...waitingOf.keys()])
    return (memoryBytes * SHARED) / active.size
  }
  const add = (organizationId: number, bytes: number) => {
    heldBytes += bytes
    const sum = ownOf(organizationId) + bytes
    if (sum > 0) bytesOf.set(organizationId, sum)
    else bytesOf.delete(organizationId)
  }

  /** Missing bytes; negative for spare bytes. */
  const missing = (bytes: number, held: Held | null) => {
    const isSmall = (held?.bytes ?? 0) + bytes <= SMALL_BYTES
    return heldBytes + bytes - memoryBytes * (isSmall ? 1 : 1 - FOR_SMALL)
  }
  const isWithinShare = (organizationId: number, bytes: number, held: Held | null) => {
    const own = ownOf(organizationId)
    return own === (held?.bytes ?? 0) || own + bytes <= shareOf(organizationId)
  }

  return {
    fits(organizationId, bytes, held) {
      // A single body always fits: otherwise a large one never would.
      if (heldBytes === (held?.bytes ?? 0)) return true
      return missing(bytes, held) <= 0 && isWithinShare(organizationId, bytes, held)
    },
    begin(organizationId, bytes) {
      const held: Held = {
        organizationId,
        number: begun++,
        bytes,
        came: 0,
        beganAt: performance.now(),
        isWhole: false,
        cut: () => undefined,
      }
      all.add(held)
      add(organizationId, bytes)
      return held
    },
    take(held, bytes) {
      held.bytes += bytes
      add(held.organizationId, bytes)
    },
    leave(held) {
      all.delete(held)
      add(held.organizationId, -held.bytes)
    },
    wait(organizationId, count) {
      const sum = (waitingOf.get(organizationId) ?? 0) + count
      if (sum > 0) waitingOf.set(organizationId, sum)
      else waitingOf.delete(organizationId)
    },
    inTheWayOf(organizationId, bytes, held) {
      if (!isWithinShare(organizationId, bytes, held)) return []
      const now = performance.now()
      const speed = ({ came, beganAt }: Held) => came / Math.max(1, now - beganAt)
      const mayBeCut = (one: Held) =>
        !one.isWhole &&
        one.organizationId !== organizationId &&
        (speed(one) < FAST_BYTES_PER_MS || ownOf(one.organizationId) > shareOf(one.organizationId))
      const left = new Map(bytesOf)
      const victims: Held[] = []
      let short = missing(bytes, held)
      for (const one of [...all].filter(mayBeCut).sort((a, b) => speed(a) - speed(b))) {
        if (short <= 0) break
        const its = left.get(one.organizationId) ?? 0
        if (its <= ownOf(organizationId) + bytes) continue
        left.set(one.organizationId, its - one.bytes)
        short -= one.bytes
        victims.push(one)
      }
      return short <= 0 ? victims : []
    },
    heldBytes: () => heldBytes,
    count: () => all.size,
  }
}
