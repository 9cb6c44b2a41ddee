import { DatabaseTrouble, type TroubleKind, troubleOf } from '../store/trouble.ts'
import { Problem } from './problem.ts'

/** Something that a server depends on and may temporarily lose. */
export type Part = 'database' | 'artifacts'

/** Something that the server needs does not work now. The request is not at fault and may succeed later. */
export class Outage extends Problem {
  readonly part: Part
  readonly kind: TroubleKind
  /** A message for the operator of the server, without a name or an address. */
  readonly reason: string

  constructor(part: Part, kind: TroubleKind, options: { cause?: unknown; isInDoubt?: boolean } = {}) {
    const { message, reason } =
      part === 'artifacts'
        ? ARTIFACT_TEXTS[kind === 'full' || kind === 'missing' ? kind : 'away']
        : TEXTS[kind]
    super(kind === 'full' ? 'STORAGE_FULL' : 'UNAVAILABLE', options.isInDoubt ? IN_DOUBT : message, {
      ...('cause' in options && { cause: options.cause }),
      retryAfterSeconds: RETRY_AFTER_SECONDS[kind],
    })
    this.part = part
    this.kind = kind
    this.reason = reason
  }
}

/** The outage that caused a database error; null if the error is of another kind. */
export function outageOf(error: unknown): Outage | null {
  if (error instanceof Outage) return error
  // A refusal has its own message, regardless of its cause.
  const trouble = error instanceof Problem ? null : troubleOf(error)
  return trouble && new Outage('database', trouble.kind, { cause: error, isInDoubt: trouble.isInDoubt })
}

/** An outage in the form that passes between threads. */
export interface CarriedOutage {
  kind: TroubleKind
  isInDoubt: boolean
  /** The code of its cause. */
  stack: string
}

/** An outage in the form that passes to another thread; null if the error is not an outage. */
export function carryOutage(error: unknown): CarriedOutage | null {
  const outage = outageOf(error)
  if (!outage) return null
  const { kind, cause } = outage
  const stack = [cause, (cause as Error | undefined)?.cause].map((one) => (one as Error)?.stack ?? '')
  return { kind, isInDoubt: outage.message === IN_DOUBT, stack: stack.join('\n').trim() }
}

/** The outage that occurred in another thread. */
export function receiveOutage({ kind, isInDoubt, stack }: CarriedOutage): Outage {
  const cause = new DatabaseTrouble(kind, stack.split('\n')[0] ?? kind)
  cause.stack = stack
  return new Outage('database', kind, { cause, isInDoubt })
}

const RETRY_AFTER_SECONDS: Record<TroubleKind, number> = {
  away: 5,
  'read-only': 5,
  busy: 2,
  full: 60,
  missing: 60,
}

const IN_DOUBT =
  'The connection to the database broke while it confirmed this change, which may have been made. Check the change before you repeat it; uploads of results are idempotent.'

interface Texts {
  message: string
  reason: string
}

const TEXTS: Record<TroubleKind, Texts> = {
  away: {
    message: 'The server cannot reach its database now. Try again in 5 s.',
    reason: 'The database cannot be reached.',
  },
  'read-only': {
    message: 'The database of the server accepts no changes now. Try again in 5 s.',
    reason: 'The database accepts no changes: it is a standby, or set to read-only.',
  },
  busy: {
    message: 'Other work keeps the database of the server busy. Try again in 2 s.',
    reason: 'Other work keeps the database busy.',
  },
  full: {
    message: 'The disk of the database is full, and nothing was stored. Its operator has to free space.',
    reason: 'The disk of the database is full.',
  },
  missing: {
    message:
      'The database file of the server is gone, so it accepts no changes. The operator has to restore it.',
    reason:
      'The database file was removed or replaced while the server was running. Stop the server, put the file or a backup in its place, and start it.',
  },
}

const ARTIFACT_TEXTS: Record<'full' | 'away' | 'missing', Texts> = {
  away: {
    message: 'The server cannot reach the store of artifacts now. Try again in 5 s.',
    reason: 'The store of artifacts does not answer.',
  },
  full: {
    message: 'The disk for artifacts is full, and this one was not stored. The operator has to free space.',
    reason: 'The disk for artifacts is full.',
  },
  missing: {
    message:
      'The folder of artifacts is gone, so the server neither stores nor finds them. The operator has to put it back.',
    reason:
      'The folder of artifacts was removed or replaced while the server was running. Put it back. If only a copy of it exists, put that in its place and restart the server.',
  },
}
