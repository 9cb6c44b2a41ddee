/**
 * Why a database cannot do its work now, regardless of the statement. `away`: no answer. `read-only`: a
 * standby, or set so. `full`: its disk. `missing`: its file was removed or replaced. `busy`: blocked by other
 * work.
 */
export type TroubleKind = 'away' | 'read-only' | 'full' | 'missing' | 'busy'

/** The database cannot do its work now; `cause` is its driver's error. */
export class DatabaseTrouble extends Error {
  readonly kind: TroubleKind
  /** True if the connection broke during a commit: the change may have been made. */
  readonly isInDoubt: boolean

  constructor(kind: TroubleKind, message: string, options: { cause?: unknown; isInDoubt?: boolean } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'DatabaseTrouble'
    this.kind = kind
    this.isInDoubt = options.isInDoubt ?? false
  }
}

/**
 * The trouble behind an error of either database, or behind its cause; null if the database works. Errors of
 * a connection are `DatabaseTrouble` already: their codes are also those of a client that disconnects.
 */
export function troubleOf(error: unknown): DatabaseTrouble | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof DatabaseTrouble) return cause
    const ofThread = troubleOfThread(cause)
    if (ofThread) return ofThread
    const kind = kindOf((cause as { code?: unknown }).code)
    if (kind !== null) return new DatabaseTrouble(kind, cause.message, { cause })
  }
  return null
}

/** The error that ended a thread arrives with its properties but without its class. */
function troubleOfThread(error: Error): DatabaseTrouble | null {
  const { name, kind, isInDoubt } = error as Partial<DatabaseTrouble>
  if (name !== 'DatabaseTrouble' || kind === undefined) return null
  return new DatabaseTrouble(kind, error.message, { cause: error, isInDoubt: isInDoubt === true })
}

function kindOf(code: unknown): TroubleKind | null {
  if (typeof code !== 'string') return null
  const known = KINDS[code]
  if (known !== undefined) return known
  if (SQLSTATE.test(code)) return CLASSES[code.slice(0, 2)] ?? null
  return code.startsWith('SQLITE_IOERR') ? 'away' : null
}

const SQLSTATE = /^[0-9A-Z]{5}$/

/** Of Postgres: connection lost, out of resources, an error of its system. */
const CLASSES: Record<string, TroubleKind> = { '08': 'away', 53: 'away', 58: 'away' }

const KINDS: Record<string, TroubleKind> = {
  // Postgres ended the connection, starts or ends, or waited too long for us.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  '25P03': 'away',
  // Another statement or person cancelled ours.
  '57014': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
  '25006': 'read-only',
  '53100': 'full',
  SQLITE_FULL: 'full',
  // SQLite reports only ENOSPC as full; these codes mean a used-up quota and a write-ahead index
  // that cannot grow.
  SQLITE_IOERR_WRITE: 'full',
  SQLITE_IOERR_SHMSIZE: 'full',
  SQLITE_IOERR_SHMMAP: 'full',
  SQLITE_READONLY: 'read-only',
  SQLITE_READONLY_DIRECTORY: 'read-only',
  SQLITE_READONLY_DBMOVED: 'missing',
  SQLITE_CANTOPEN: 'away',
  SQLITE_BUSY: 'busy',
  SQLITE_BUSY_SNAPSHOT: 'busy',
  SQLITE_BUSY_RECOVERY: 'busy',
  SQLITE_LOCKED: 'busy',
}
