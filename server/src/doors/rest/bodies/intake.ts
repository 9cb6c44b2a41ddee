import { FairQueue } from '../../../ground/kernel/fair-queue.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { type Held, makeShares } from './intake-shares.ts'

export interface IntakeLimits {
  /**
   * The maximum number of bodies of one credential that are being received or wait to be stored; 0
   * is no limit.
   */
  atOnce: number
  /** The memory that all bodies may occupy together, bytes. */
  memoryBytes: number
  /** How long a request waits for its turn before it is refused. */
  waitMs: number
  /** How long a request waits before a body of another organization is cut for it; default: 1 s. */
  patienceMs?: number
}

/** The sender of a body. */
export interface Sender {
  organizationId: number
  credential: string
}

/** The memory of one body. */
export interface Room {
  /** Reserves more memory. Throws UNAVAILABLE if none became free in time. */
  grow(bytes: number): Promise<void>
  /** Counts received bytes, which show how fast the sender is. */
  came(bytes: number): void
  /** Calls back with the reason if others need the memory of a body that is still arriving. */
  onCut(cut: (why: Problem) => void): void
  /** True if the body has waited for memory. */
  readonly hasWaited: boolean
  /** Reports that the body is complete: it is stored next, and no longer interrupted. */
  isWhole(): void
  /** Frees all its memory, once. */
  leave(): void
}

/**
 * Limits the memory that request bodies occupy. Bodies wait for memory before they are read;
 * organizations take turns.
 */
export interface Intake {
  /** Throws RATE_LIMITED or UNAVAILABLE, with the seconds to wait, if no memory became free in time. */
  enter(sender: Sender, bytes: number, signal?: () => AbortSignal): Promise<Room>
  /** The number of occupied bytes. */
  readonly heldBytes: number
  /** The number of waiting requests. */
  readonly waiting: number
}

/** A waiting request occupies a connection and the start of its body. Organizations share these places. */
const MOST_WAITING = 500
/**
 * Requests that are refused at the same time return one after the other, from 1 to this many
 * seconds later.
 */
const COME_BACK_WITHIN_SECONDS = 4
const PATIENCE_MS = 1_000

interface Waiter extends Sender {
  bytes: number
  isBegun: boolean
  /** The body that grows; null if it begins. */
  held: Held | null
  enter(): void
  give(why: Problem): void
}

/** What a request waits for, and in which queue. */
interface Waiting<Taken> extends Omit<Waiter, 'enter' | 'give'> {
  take(): Taken
  add(one: Waiter): void
  remove(one: Waiter): void
  signal?: (() => AbortSignal) | undefined
}

export function makeIntake({ atOnce, memoryBytes, waitMs, patienceMs = PATIENCE_MS }: IntakeLimits): Intake {
  const shares = makeShares(memoryBytes)
  const queue = new FairQueue<Waiter>('uploads')
  /** Bodies that wait for more memory. */
  const growing = new Set<Waiter>()
  /** Bodies by credential. */
  const bodies = new Map<string, number>()
  /** Requests that wait, the oldest first. */
  const entering = new Set<Waiter>()
  let refused = 0

  const isCrowded = ({ credential }: Sender) => atOnce > 0 && (bodies.get(credential) ?? 0) >= atOnce
  const mayGoOn = (one: Sender & Pick<Waiter, 'bytes' | 'held'>) =>
    (one.held !== null || !isCrowded(one)) && shares.fits(one.organizationId, one.bytes, one.held)
  const refusalOf = (sender: Sender) => (isCrowded(sender) ? crowded(atOnce, refused++) : full(refused++))
  const oldestFirst = () => [...growing].sort((a, b) => (a.held?.number ?? 0) - (b.held?.number ?? 0))

  /**
   * The request whose place this one takes: one of the organization with most waiting requests, or
   * within the same organization one of such a credential.
   */
  const youngestOfMost = (sender: Sender): Waiter | null => {
    const own = [...entering].filter((one) => one.organizationId === sender.organizationId)
    return (
      youngest([...entering], own.length, (one) => one.organizationId) ??
      youngest(own, own.filter(isOf(sender)).length, (one) => one.credential)
    )
  }

  const letIn = () => {
    for (const one of oldestFirst()) if (mayGoOn(one)) one.enter()
    for (let next = queue.take(mayGoOn); next; next = queue.take(mayGoOn)) next.enter()
    // If every body waits for more memory, none would finish, so the youngest gives its memory to
    // the others.
    if (growing.size > 0 && growing.size === shares.count()) oldestFirst().at(-1)?.give(full(refused++))
  }

  const wait = <Taken>({ take, add, remove, signal, ...waiting }: Waiting<Taken>) =>
    new Promise<Taken>((resolve, reject) => {
      const end = (then: () => void) => {
        remove(one)
        clearTimeout(late)
        clearInterval(impatient)
        leaving?.removeEventListener('abort', leave)
        then()
      }
      const one: Waiter = {
        ...waiting,
        enter: () => {
          const taken = take()
          end(() => resolve(taken))
        },
        give: (why) => end(() => reject(why)),
      }
      const leave = () => one.give(waiting.held ? full(refused++) : refusalOf(one))
      const late = setTimeout(leave, waitMs)
      const impatient = setInterval(() => makeRoomFor(one), patienceMs)
      const leaving = signal?.()
      leaving?.addEventListener('abort', leave)
      try {
        add(one)
      } catch (error) {
        return end(() => reject(error))
      }
      letIn()
    })

  /** Interrupts slow bodies of senders that occupy more than this one would. */
  const makeRoomFor = (one: Waiter) => {
    if (!one.held && isCrowded(one)) return
    const inItsWay = shares.inTheWayOf(one.organizationId, one.bytes, one.held)
    for (const held of inItsWay) held.cut(cutOff(refused++))
    if (inItsWay.length === 0) return
    if (mayGoOn(one)) one.enter()
    letIn()
  }

  const begin = (sender: Sender, bytes: number, hasEntered: 'at-once' | 'later'): Room => {
    const held = shares.begin(sender.organizationId, bytes)
    let hasWaited = hasEntered === 'later'
    add(bodies, sender.credential, 1)
    let isLeft = false
    let cutWaiting: ((why: Problem) => void) | null = null
    let cutReading: (why: Problem) => void = () => undefined
    const giveBack = () => {
      if (isLeft) return false
      isLeft = true
      shares.leave(held)
      add(bodies, sender.credential, -1)
      return true
    }
    // Its sender may learn of it late, and the waiting request does not wait for that.
    held.cut = (why) => {
      giveBack()
      cutWaiting?.(why)
      cutReading(why)
    }
    const requireRoom = () => {
      if (isLeft) throw cutOff(refused++)
    }
    return {
      async grow(bytes) {
        requireRoom()
        const one = { ...sender, bytes, held, isBegun: true }
        const take = () => shares.take(held, bytes)
        if ((growing.size === 0 || waitMs === 0) && mayGoOn(one)) return take()
        if (waitMs === 0) throw full(refused++)
        hasWaited = true
        await wait({
          ...one,
          take,
          add(waiter) {
            growing.add(waiter)
            cutWaiting = waiter.give
          },
          remove(waiter) {
            growing.delete(waiter)
            cutWaiting = null
          },
        })
      },
      came(bytes) {
        held.came += bytes
      },
      onCut(cut) {
        cutReading = cut
      },
      get hasWaited() {
        return hasWaited
      },
      isWhole() {
        requireRoom()
        held.isWhole = true
      },
      leave() {
        if (giveBack()) letIn()
      },
    }
  }

  return {
    async enter({ organizationId, credential }, bytes, signal) {
      const sender = { organizationId, credential }
      const one = { ...sender, bytes, held: null, isBegun: false }
      if (entering.size === 0 && mayGoOn(one)) return begin(sender, bytes, 'at-once')
      if (waitMs === 0) throw refusalOf(sender)
      if (entering.size >= MOST_WAITING) {
        const inItsPlace = youngestOfMost(sender)
        if (!inItsPlace) throw refusalOf(sender)
        inItsPlace.give(refusalOf(inItsPlace))
      }
      return wait({
        ...one,
        signal,
        take: () => begin(sender, bytes, 'later'),
        add(waiter) {
          entering.add(waiter)
          shares.wait(organizationId, 1)
          queue.add(waiter)
        },
        remove(waiter) {
          entering.delete(waiter)
          shares.wait(organizationId, -1)
          queue.remove(waiter)
        },
      })
    },
    get heldBytes() {
      return shares.heldBytes()
    },
    get waiting() {
      return entering.size
    },
  }
}

const isOf =
  ({ credential }: Sender) =>
  (one: Sender) =>
    one.credential === credential

/** The youngest of the largest group; null if that group has no more than `own` would have with one more. */
function youngest(waiting: Waiter[], own: number, groupOf: (one: Waiter) => number | string): Waiter | null {
  const groups = [...Map.groupBy(waiting, groupOf).values()]
  const most = groups.reduce((a, b) => (b.length > a.length ? b : a), [])
  return most.length > own + 1 ? (most.at(-1) ?? null) : null
}

/** Adds an amount to a key; removes the key if its sum is 0. */
function add<Key>(amounts: Map<Key, number>, key: Key, amount: number): void {
  const sum = (amounts.get(key) ?? 0) + amount
  if (sum > 0) amounts.set(key, sum)
  else amounts.delete(key)
}

const crowded = (most: number, refused: number) =>
  comeBack('RATE_LIMITED', `This credential may send ${most} bodies at a time.`, refused)

const full = (refused: number) =>
  comeBack('UNAVAILABLE', 'The uploads in progress use all memory for uploads.', refused)

const cutOff = (refused: number) =>
  comeBack('UNAVAILABLE', 'The body came slowly, and other organizations need its memory.', refused)

function comeBack(code: 'RATE_LIMITED' | 'UNAVAILABLE', why: string, refused: number): Problem {
  const seconds = 1 + (refused % COME_BACK_WITHIN_SECONDS)
  return new Problem(code, `${why} Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  })
}
