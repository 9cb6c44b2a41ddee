import { describeError, type Log } from './log.ts'
import { Outage, outageOf, type Part } from './outage.ts'

/** The time limit for each part's answer. */
const READY_WITHIN_MS = 2_000

/**
 * Checks one part; rejects if it does not work. `tryWrite` is set if its disk was full, because
 * reading then proves nothing.
 */
export type Check = (tryWrite: boolean) => Promise<void>

/** Whether everything that the server needs works. */
export interface Readiness {
  /**
   * Records an error, and logs one line when an outage begins. Returns null if the error is of another kind.
   */
  note(error: unknown, doing: string): Outage | null
  /** Checks all parts within 2 s, and records the end of outages. */
  check(): Promise<Checked>
}

interface Checked {
  /** What does not work; null if everything does. */
  outage: Outage | null
  /** False if a balancer should ask another server. */
  canServe: boolean
}

/**
 * `isEverywhere`: an outage of the artifacts is one of all servers, so that no other one could serve instead: then a server
 * without them still serves everything else.
 */
export function makeReadiness(checks: Record<Part, Check>, log: Log, isEverywhere: boolean): Readiness {
  const database = watchPart('database', checks.database, log)
  const artifacts = watchPart('artifacts', checks.artifacts, log)
  return {
    note(error, doing) {
      const outage = outageOf(error)
      if (outage) (outage.part === 'database' ? database : artifacts).note(outage, doing)
      return outage
    },
    async check() {
      const [first, second] = await Promise.all([database.check(), artifacts.check()])
      return { outage: first ?? second, canServe: first === null && (second === null || isEverywhere) }
    },
  }
}

function watchPart(part: Part, ask: Check, log: Log) {
  let standing: Outage | null = null
  /** Reads work on a full disk, so only a successful write ends this outage. */
  let wasFull = false
  let notes = 0
  let asking: Promise<void> | null = null

  const begin = (outage: Outage, doing: string) => {
    const { kind, reason } = outage
    if (standing?.kind !== kind)
      log({ level: 'error', event: `${part} out of order`, reason, doing, error: describeError(outage) })
    standing = outage
    wasFull ||= kind === 'full'
  }
  const askNow = async () => {
    const notesBefore = notes
    try {
      await ask(wasFull)
    } catch (error) {
      const kind = outageOf(error)?.kind ?? 'away'
      return begin(new Outage(part, kind, { cause: error }), 'readiness check')
    }
    // A request that failed meanwhile is newer than this result.
    if (!standing || notes !== notesBefore) return
    standing = null
    wasFull = false
    log({ level: 'info', event: `${part} in order again` })
  }
  return {
    note(outage: Outage, doing: string) {
      notes++
      begin(outage, doing)
    },
    /** Runs one check for all concurrent callers. */
    async check(): Promise<Outage | null> {
      asking ??= askNow().finally(() => {
        asking = null
      })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<true>((resolve) => {
        timer = setTimeout(resolve, READY_WITHIN_MS, true)
      })
      const isLate = await Promise.race([asking, late])
      clearTimeout(timer)
      if (isLate) begin(new Outage(part, 'away', { cause: TOO_LATE }), 'readiness check')
      return standing
    },
  }
}

const TOO_LATE = new Error(`No answer within ${READY_WITHIN_MS} ms.`)
