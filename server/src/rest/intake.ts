import { FairQueue } from '../kernel/fair-queue.ts'
import { Problem } from '../kernel/problem.ts'

export interface IntakeLimits {
  /** Bodies of one credential that are received, or wait to be stored, at a time; 0 is no limit. */
  atOnce: number
  /** What all bodies may hold in memory together, bytes. */
  memoryBytes: number
  /** How long a request waits for its turn before it is refused. */
  waitMs: number
}

/** Who sends a body. */
export interface Sender {
  organizationId: number
  credential: string
}

/** Room for one body. */
export interface Room {
  /** Takes more; UNAVAILABLE where there is none. */
  grow(bytes: number): void
  /** Gives all of it back, once. */
  leave(): void
}

/** Bounds what request bodies hold in memory. Bodies wait for room before they are read; organizations take turns. */
export interface Intake {
  /** RATE_LIMITED or UNAVAILABLE, with the seconds to wait, where no room came in time. */
  enter(sender: Sender, bytes: number, signal?: () => AbortSignal): Promise<Room>
  /** Bytes that are taken. */
  readonly heldBytes: number
  /** Requests that wait. */
  readonly waiting: number
}

/** One that waits holds a connection and the beginning of its body. */
const MOST_WAITING = 500
/** Those who are refused at the same time come back one after the other: from 1 to so many seconds later. */
const COME_BACK_WITHIN_SECONDS = 4

interface Waiter extends Sender {
  bytes: number
  isBegun: boolean
  enter: () => void
}

/** What one organization may hold of the memory, so that others find some. */
const SHARE = 3 / 4

export function makeIntake({ atOnce, memoryBytes, waitMs }: IntakeLimits): Intake {
  const queue = new FairQueue<Waiter>('uploads')
  /** Bodies by credential. */
  const bodies = new Map<string, number>()
  /** Bytes by organization. */
  const bytesOf = new Map<number, number>()
  let bytesHeld = 0
  let waiting = 0
  let refused = 0

  const isCrowded = ({ credential }: Sender) => atOnce > 0 && (bodies.get(credential) ?? 0) >= atOnce
  /** A body by itself is always taken: else a large one never would be. */
  const fits = ({ organizationId }: Sender, bytes: number) => {
    const own = bytesOf.get(organizationId) ?? 0
    return (
      (own === 0 || own + bytes <= memoryBytes * SHARE) &&
      (bytesHeld === 0 || bytesHeld + bytes <= memoryBytes)
    )
  }

  const take = ({ credential, organizationId }: Sender, bytes: number, count: number) => {
    bytesHeld += bytes
    add(bytesOf, organizationId, bytes)
    add(bodies, credential, count)
  }

  const letIn = () => {
    for (;;) {
      const next = queue.take((waiter) => !isCrowded(waiter) && fits(waiter, waiter.bytes))
      if (!next) return
      take(next, next.bytes, 1)
      next.enter()
    }
  }

  const roomFor = (sender: Sender, first: number): Room => {
    let bytes = first
    let isLeft = false
    return {
      grow(more) {
        if (!fits(sender, more) && bytesHeld > bytes) throw full(refused++)
        bytes += more
        take(sender, more, 0)
      },
      leave() {
        if (isLeft) return
        isLeft = true
        take(sender, -bytes, -1)
        letIn()
      },
    }
  }

  const refusalOf = (sender: Sender) => (isCrowded(sender) ? crowded(atOnce, refused++) : full(refused++))

  return {
    async enter(sender, bytes, signal) {
      if (waiting === 0 && !isCrowded(sender) && fits(sender, bytes)) {
        take(sender, bytes, 1)
        return roomFor(sender, bytes)
      }
      if (waitMs === 0 || waiting >= MOST_WAITING) throw refusalOf(sender)
      await new Promise<void>((resolve, reject) => {
        const waiter: Waiter = { ...sender, bytes, isBegun: false, enter: () => end(resolve) }
        const end = (then: () => void) => {
          waiting--
          clearTimeout(timer)
          signal?.().removeEventListener('abort', give)
          then()
        }
        const give = () => {
          queue.remove(waiter)
          end(() => reject(refusalOf(sender)))
        }
        waiting++
        const timer = setTimeout(give, waitMs)
        signal?.().addEventListener('abort', give)
        try {
          queue.add(waiter)
        } catch (error) {
          return end(() => reject(error))
        }
        letIn()
      })
      return roomFor(sender, bytes)
    },
    get heldBytes() {
      return bytesHeld
    },
    get waiting() {
      return waiting
    },
  }
}

/** Nobody is remembered who has nothing. */
function add<Key>(amounts: Map<Key, number>, key: Key, amount: number): void {
  const sum = (amounts.get(key) ?? 0) + amount
  if (sum > 0) amounts.set(key, sum)
  else amounts.delete(key)
}

const crowded = (most: number, refused: number) =>
  comeBack('RATE_LIMITED', `This credential may send ${most} bodies at a time.`, refused)

const full = (refused: number) =>
  comeBack('UNAVAILABLE', 'The server receives as much as it has memory for.', refused)

function comeBack(code: 'RATE_LIMITED' | 'UNAVAILABLE', why: string, refused: number): Problem {
  const seconds = 1 + (refused % COME_BACK_WITHIN_SECONDS)
  return new Problem(code, `${why} Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  })
}
