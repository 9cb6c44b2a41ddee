import { describeError, type Log } from './log.ts'
import { Outage, outageOf, type Part } from './outage.ts'

/** How long each part may take to answer. */
const READY_WITHIN_MS = 2_000

/** Asks a part whether it works; rejects if not. `tryWrite`: its disk was full, so reading proves nothing. */
export type Check = (tryWrite: boolean) => Promise<void>

/** Whether everything the server needs works. */
export interface Readiness {
  /** Takes note of an error. The log gets one line of an outage, when it begins. Null if the error is of another kind. */
  note(error: unknown, doing: string): Outage | null
  /** Looks, within 2 s, and notes the end of outages. Null if everything works. */
  check(): Promise<Outage | null>
}

export function makeReadiness(checks: Record<Part, Check>, log: Log): Readiness {
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
      return first ?? second
    },
  }
}

function watchPart(part: Part, ask: Check, log: Log) {
  let standing: Outage | null = null
  /** Reading works on a full disk: only a write that succeeds ends this. */
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
    // What a request met meanwhile is younger than this answer.
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
    /** Asks once for all that want to know at the same time. */
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
