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

export function makeIntake({ atOnce, memoryBytes, waitMs }: IntakeLimits): Intake {
  const queue = new FairQueue<Waiter>('uploads')
  const held = new Map<string, { bodies: number; bytes: number }>()
  const ownOf = (credential: string) => held.get(credential) ?? { bodies: 0, bytes: 0 }
  let bytesHeld = 0
  let waiting = 0
  let refused = 0

  const isCrowded = ({ credential }: Sender) => atOnce > 0 && ownOf(credential).bodies >= atOnce
  /** One credential gets half of it at most. A body by itself is always taken: else a large one never would be. */
  const fits = ({ credential }: Sender, bytes: number) => {
    const own = ownOf(credential)
    return (
      (own.bytes === 0 || own.bytes + bytes <= memoryBytes / 2) &&
      (bytesHeld === 0 || bytesHeld + bytes <= memoryBytes)
    )
  }

  const take = ({ credential }: Sender, bytes: number, bodies: number) => {
    const own = ownOf(credential)
    bytesHeld += bytes
    own.bytes += bytes
    own.bodies += bodies
    if (own.bodies > 0) held.set(credential, own)
    else held.delete(credential)
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

  const refusalOf = (sender: Sender) =>
    isCrowded(sender) ? crowded(atOnce, refused++) : full(refused++)

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

const crowded = (most: number, refused: number) =>
  comeBack('RATE_LIMITED', `This credential may send ${most} bodies at a time.`, refused)

const full = (refused: number) =>
  comeBack('UNAVAILABLE', 'The server receives as much as it has memory for.', refused)

function comeBack(code: 'RATE_LIMITED' | 'UNAVAILABLE', why: string, refused: number): Problem {
  const seconds = 1 + (refused % COME_BACK_WITHIN_SECONDS)
  return new Problem(code, `${why} Try again in ${seconds} s.`, { headers: { 'Retry-After': String(seconds) } })
}
