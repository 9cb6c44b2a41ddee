import { posix, win32 } from 'node:path'
import { LIMITS, type ResultStatus, type TestName } from '@svc/protocol'
import { own } from './common/own.ts'
import type { ReportedAttempt, ReportedName, Sink } from './format.ts'
import { mapName } from './map.ts'
import type { ReadOptions } from './options.ts'
import type { FileOutcome } from './outcome.ts'
import type { Target } from './target.ts'

/** Kinds of repairs told of one file; a tool makes a handful. */
const REPAIRS = 50
/** Warnings kept of one file. */
const WARNINGS = 20

/** Takes what all files hold, gives equal names their occurrences, and hands it on. */
export interface Sinks {
  /**
   * For what one file holds; writes down in `outcome` what it was. Files of one `series` are tries of the same tests, oldest
   * first.
   */
  of(outcome: FileOutcome, series?: string): Sink
  /** When the last test ended, in milliseconds since the epoch. */
  readonly endedAt: number
  /** How many tests have the name of a test of another file. */
  readonly shared: number
}

/** What is known of a name: its memory is bounded by the tests that one execution may have. */
interface Known {
  /** How many tests have it. */
  count: number
  /** Of the last of them. */
  status: ResultStatus
  outcome: FileOutcome
  series: string
}

export const makeSinks = (target: Target, options: ReadOptions, startedAt: number): Sinks => {
  const maps = options.map ?? []
  const names = new Map<string, Known>()
  let endedAt = startedAt
  let shared = 0
  /** Tests of all files. */
  let kept = 0

  /** With `isOutside` where the file lies elsewhere, so that its name depends on where the root is. */
  const fileOf = (file: string, isMapped = false): { file: string; isOutside: boolean } => {
    const named = (isMapped ? undefined : mapName(maps, file)) ?? file
    if (named === '') return { file: '', isOutside: false }
    // A copy, since targets remember the paths that they were asked for.
    const slashed = own(named.includes('/') ? named : toPosix(named))
    const isFromBase = options.base !== undefined && !isAbsolute(named)
    const path = target.file(isFromBase ? posix.join(toPosix(options.base ?? ''), slashed) : slashed)
    return { file: path, isOutside: path.startsWith('../') || isAbsolute(path) }
  }

  return {
    of(outcome, series = '') {
      const repairs = new Map(outcome.repairs.map((repair) => [repair.kind, repair]))
      /** Where the next attempt begins whose start nobody tells. */
      let next = startedAt
      const repaired = (kind: string, line?: number, detail?: string) => {
        const known = repairs.get(kind)
        if (known) known.count += 1
        if (known || repairs.size >= REPAIRS) return
        const repair = { kind, count: 1, ...(line !== undefined && { line }), ...(detail && { detail }) }
        repairs.set(kind, repair)
        outcome.repairs.push(repair)
      }
      const warning = (message: string) => {
        if (outcome.warnings.length >= WARNINGS) return
        outcome.warnings.push(message)
        target.warning(`${outcome.name}: ${message}`)
      }
      const complete = (attempt: ReportedAttempt, retry: number) => {
        const durationMs =
          attempt.durationMs > 0 && Number.isFinite(attempt.durationMs) ? attempt.durationMs : 0
        const begin = attempt.startedAt ?? next
        next = begin + durationMs
        endedAt = Math.max(endedAt, next)
        return { ...attempt, startedAt: begin, durationMs, ...(retry > 0 && { retry }) }
      }
      return {
        run(facts) {
          const { startedAt: begin } = facts
          if (begin !== undefined) next = begin
          for (const field of ['tool', 'toolVersion', 'dialect', 'startedAt', 'durationMs'] as const)
            if (facts[field] !== undefined)
              Object.assign(outcome, { [field]: outcome[field] ?? facts[field] })
        },
        mapped: (name) => mapName(maps, name),
        repaired,
        warning,
        error(failure, file) {
          outcome.errors += 1
          if (file) target.error(failure, fileOf(file).file)
          else target.error(failure)
        },
        test(reported, attempts, isRetry = false) {
          if (attempts.length === 0) return false
          const key = JSON.stringify(toName(reported))
          // New strings: parts of the file's text would keep all of that text wherever a name is kept.
          const name: Omit<TestName, 'occurrence'> = JSON.parse(key)
          const before = names.get(key)
          const isNextOfSeries = series !== '' && before?.series === series && before.outcome !== outcome
          const goesOn = before !== undefined && ((isRetry && before.outcome === outcome) || isNextOfSeries)
          if (!goesOn && kept >= LIMITS.results) {
            repaired(`test beyond the first ${LIMITS.results} left out`)
            return false
          }
          if (!goesOn) kept += 1
          const occurrence = before ? before.count - (goesOn ? 1 : 0) : 0
          const status = statusOf(attempts, goesOn ? before.status : undefined)
          if (goesOn) before.outcome.statuses[before.status] -= 1
          else outcome.tests += 1
          if (before && !goesOn && before.outcome !== outcome) shared += 1
          const owner = goesOn ? before.outcome : outcome
          owner.statuses[status] += 1
          outcome.attempts += attempts.length
          names.set(key, { count: occurrence + 1, status, outcome: owner, series })
          attempts.forEach((attempt, index) => {
            target.attempt({ ...name, occurrence }, complete(attempt, goesOn ? index + 1 : index))
          })
          return goesOn
        },
      }

      function toName({ file, isMapped, titles, variant }: ReportedName) {
        const kept = titles.filter((title) => title !== '')
        if (kept.length === 0) repaired('test without a name')
        const placed = fileOf(file, isMapped)
        if (placed.isOutside) repaired('file outside of the root', undefined, placed.file)
        return {
          file: placed.file,
          titles: kept.length > 0 ? kept : ['(no name)'],
          variant: variant || options.variant || '',
        }
      }
    },
    get endedAt() {
      return endedAt
    },
    get shared() {
      return shared
    },
  }
}

const statusOf = (attempts: ReportedAttempt[], before?: ResultStatus): ResultStatus => {
  const last = attempts.at(-1)?.status
  const hasFailed =
    before === 'failed' || before === 'flaky' || attempts.some(({ status }) => isFailure(status))
  if (last === 'passed') return hasFailed ? 'flaky' : 'passed'
  if (last !== undefined && isFailure(last)) return 'failed'
  return hasFailed ? 'failed' : before === 'passed' ? 'passed' : 'skipped'
}

const isFailure = (status: ReportedAttempt['status']) => status === 'failed' || status === 'timedOut'

const isAbsolute = (path: string) =>
  path.startsWith('file:') || posix.isAbsolute(path) || win32.isAbsolute(path)

const toPosix = (path: string) => path.replaceAll('\\', '/')
