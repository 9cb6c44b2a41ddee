import { FairQueue } from '../../kernel/fair-queue.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Held, makeShares } from './intake-shares.ts'

export interface IntakeLimits {
  /** Bodies of one credential that are received, or wait to be stored, at a time; 0 is no limit. */
  atOnce: number
  /** What all bodies may hold in memory together, bytes. */
  memoryBytes: number
  /** How long a request waits for its turn before it is refused. */
  waitMs: number
  /** How long a request waits before a body of another organization is cut for it; default: 1 s. */
  patienceMs?: number
}

/** Who sends a body. */
export interface Sender {
  organizationId: number
  credential: string
}

/** Room for one body. */
export interface Room {
  /** Reserves more; UNAVAILABLE if none became free in time. */
  grow(bytes: number): Promise<void>
  /** Counts what has come, which says how fast the sender is. */
  came(bytes: number): void
  /** Receives the reason, if others need the memory of a body that is still arriving. */
  onCut(cut: (why: Problem) => void): void
  /** True if the body has waited for room. */
  readonly hasWaited: boolean
  /** All of it is here: it is stored next, and no more cut. */
  isWhole(): void
  /** Gives all of it back, once. */
  leave(): void
}

/** Bounds what request bodies hold in memory. Bodies wait for room before they are read; organizations take turns. */
export interface Intake {
  /** RATE_LIMITED or UNAVAILABLE, with the seconds to wait, if no memory became free in time. */
  enter(sender: Sender, bytes: number, signal?: () => AbortSignal): Promise<Room>
  /** Bytes that are taken. */
  readonly heldBytes: number
  /** Requests that wait. */
  readonly waiting: number
}

/** One that waits holds a connection and the beginning of its body. Organizations divide these places. */
const MOST_WAITING = 500
/** Those who are refused at the same time come back one after the other: from 1 to so many seconds later. */
const COME_BACK_WITHIN_SECONDS = 4
const PATIENCE_MS = 1_000

interface Waiter extends Sender {
  bytes: number
  isBegun: boolean
  /** The body that grows; null if one begins. */
  held: Held | null
  enter(): void
  give(why: Problem): void
}

/** What a request waits for, and where. */
interface Waiting<Taken> extends Omit<Waiter, 'enter' | 'give'> {
  take(): Taken
  add(one: Waiter): void
  remove(one: Waiter): void
  signal?: (() => AbortSignal) | undefined
}

export function makeIntake({ atOnce, memoryBytes, waitMs, patienceMs = PATIENCE_MS }: IntakeLimits): Intake {
  const shares = makeShares(memoryBytes)
  const queue = new FairQueue<Waiter>('uploads')
  /** Bodies that wait for more room. */
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

  /** Whose place this one takes: of the organization that waits most, or of the credential that does within its own. */
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
    // If every body waits for more room, none would finish: the youngest gives its room to the others.
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

  /** Cuts slow bodies of those who hold more than this one would. */
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
    // Its sender may take a while to hear of it, and who waits does not wait for that.
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

/** The youngest of the largest group; null if that has no more than `own` would have with one more. */
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
