import { hash } from 'node:crypto'
import type { RecordedAttachment } from '@svc/client'
import { LIMITS, type ReportedRun, type ResultStatus, resultOf, type TestName } from '@svc/protocol'
import { whyPrivate } from './common/private-files.ts'
import type { ReportedAttempt, ReportedName, Sink } from './format.ts'
import { mapName } from './map.ts'
import type { FileMap, ReadOptions } from './options.ts'
import type { FileOutcome } from './outcome.ts'
import { makePlaces } from './place.ts'
import { rebaseBetween } from './rebase.ts'
import type { Target } from './target.ts'

/** The maximum number of kinds of corrections reported for one file; a tool needs a handful. */
const REPAIRS = 50
/** The number of warnings that are kept per file. */
const WARNINGS = 20

/** The action has another way to say it. */
const ROOT = 'use --root <testDir>'

/** Receives the content of all files, assigns occurrences to equal names, and passes it on. */
export interface Sinks {
  /**
   * Receives the content of one file; `outcome` receives its totals. Files of one `series` are
   * attempts of the same tests, oldest first. `path` is the file's own.
   */
  of(outcome: FileOutcome, series?: string, path?: string): Sink
  /** When the last test ended, in milliseconds since the epoch. */
  readonly endedAt: number
  /** The number of tests with the same name as a test of another file. */
  readonly shared: number
  /** Patterns that matched nothing. */
  readonly unusedMaps: FileMap[]
  /** The facts that the files contain about their run. */
  readonly reported: ReportedRun
}

/** A test of the execution, which has at most 200,000. */
interface Known {
  status: ResultStatus
  attempts: number
  outcome: FileOutcome
}

export const makeSinks = (target: Target, options: ReadOptions, startedAt: number): Sinks => {
  const maps = options.map ?? []
  /** By occurrence. By digest, because the names themselves would take most of the memory of a large file. */
  const names = new Map<string, Known[]>()
  /** Places in those lists that a series has, by series and digest. */
  const placesOfSeries = new Map<string, number[]>()
  const used = new Set<FileMap>()
  let endedAt = startedAt
  let shared = 0
  /** Tests of all files. */
  let kept = 0
  const known: ReportedRun = {}

  return {
    of(outcome, series = '', path = '') {
      const placeOf = makePlaces(target, options.base, path)
      let hasHinted = false
      const repairs = new Map(outcome.repairs.map((repair) => [repair.kind, repair]))
      /** The start of the next attempt without a reported start. */
      let next = startedAt
      /** How many tests of a name the file has so far, if it is one of a series. */
      const seen = new Map<string, number>()
      const repaired = (kind: string, line?: number, detail?: string) => {
        const known = repairs.get(kind)
        if (known) known.count += 1
        if (known || repairs.size >= REPAIRS) return
        const repair = { kind, count: 1, ...(line !== undefined && { line }), ...(detail && { detail }) }
        repairs.set(kind, repair)
        outcome.repairs.push(repair)
      }
      const fileOf = (file: string, isMapped = false): string => {
        const mapped = isMapped ? file : mapName(maps, file, used)
        const place = placeOf(mapped ?? file, mapped !== undefined)
        if (place.repair) repaired(place.repair.kind, undefined, place.repair.detail)
        if (place.isMissing && !hasHinted && outcome.dialect === 'playwright') {
          hasHinted = true
          warning(
            `${place.file} is not below the root. Files in this report are relative to testDir: ${ROOT}.`,
          )
        }
        return place.file
      }
      const warning = (message: string) => {
        if (outcome.warnings.length >= WARNINGS) return
        outcome.warnings.push(message)
        target.warning(`${outcome.name}: ${message}`)
      }
      const mayBeSent = ({ path: attached }: RecordedAttachment): boolean => {
        const why = attached === undefined ? undefined : whyPrivate(attached, target.root)
        if (why) repaired(`attachment ${attached?.slice(0, 200)} left out: ${why}`)
        return why === undefined
      }
      const complete = (attempt: ReportedAttempt, retry: number, from: string, file: string) => {
        const durationMs =
          attempt.durationMs > 0 && Number.isFinite(attempt.durationMs) ? attempt.durationMs : 0
        const begin = attempt.startedAt ?? next
        next = begin + durationMs
        endedAt = Math.max(endedAt, next)
        const { location, errors, attachments } = attempt
        const rebase = errors && rebaseBetween(from, file)
        return {
          ...attempt,
          ...(rebase && { errors: errors.map(rebase) }),
          ...(attachments && { attachments: attachments.filter(mayBeSent) }),
          startedAt: begin,
          durationMs,
          ...(retry > 0 && { retry }),
          ...(location && location.file === from && { location: { ...location, file } }),
        }
      }
      return {
        run(facts) {
          const { startedAt: begin } = facts
          if (begin !== undefined) next = begin
          for (const field of ['tool', 'toolVersion', 'dialect', 'startedAt', 'durationMs'] as const)
            if (facts[field] !== undefined)
              Object.assign(outcome, { [field]: outcome[field] ?? facts[field] })
          const { commit } = facts.reported ?? {}
          if (commit && known.commit && !isSameCommit(commit, known.commit))
            warning(`Its commit is ${commit}, but an earlier report has the commit ${known.commit}.`)
          Object.assign(known, { ...facts.reported, ...known })
        },
        mapped: (name) => mapName(maps, name, used),
        repaired,
        warning,
        unfinished(files) {
          outcome.unfinished += files
        },
        error(failure, file) {
          outcome.errors += 1
          const placed = file && fileOf(file)
          if (placed) target.error(rebaseBetween(file, placed)?.(failure) ?? failure, placed)
          else target.error(failure)
        },
        test(reported, attempts, repeat = 0) {
          if (attempts.length === 0) return false
          const written = JSON.stringify(toName(reported))
          // New strings, because slices of the file's text would keep all of that text wherever a
          // name is kept.
          const name: Omit<TestName, 'occurrence'> = JSON.parse(written)
          const key = digestOf(written)
          const equals = names.get(key) ?? []
          const place =
            repeat > 0
              ? equals.length - 1
              : placeInSeries(`${reported.container ?? ''}\n${key}`, equals.length)
          const continued = equals[place]
          if (!continued && kept >= LIMITS.results) {
            repaired(`test beyond the first ${LIMITS.results} left out`)
            return false
          }
          const known: Known = continued ?? { status: 'skipped', attempts: 0, outcome }
          if (continued) known.outcome.statuses[known.status] -= 1
          else {
            kept += 1
            outcome.tests += 1
            if (equals.length > 0 && equals.at(-1)?.outcome !== outcome) shared += 1
            names.set(key, equals)
            equals.push(known)
          }
          const retriesBefore = repeat > 0 ? 0 : known.attempts
          const repeated = repeat > 0 ? attempts.map((attempt) => ({ ...attempt, repeat })) : attempts
          known.status = resultOf(repeated, continued ? known.status : undefined)
          known.attempts += attempts.length
          known.outcome.statuses[known.status] += 1
          outcome.attempts += attempts.length
          repeated.forEach((attempt, index) => {
            const retry = retriesBefore + index
            target.attempt({ ...name, occurrence: place }, complete(attempt, retry, reported.file, name.file))
          })
          return continued !== undefined
        },
      }

      /** Where the next test of a name belongs; `end` if it is a test of its own. */
      function placeInSeries(key: string, end: number): number {
        if (series === '') return end
        const number = seen.get(key) ?? 0
        seen.set(key, number + 1)
        const id = `${series}\n${key}`
        const places = placesOfSeries.get(id) ?? []
        const place = places[number] ?? end
        places[number] = place
        placesOfSeries.set(id, places)
        return place
      }

      function toName({ file, isMapped, titles, variant }: ReportedName) {
        const kept = titles.filter((title) => title !== '')
        if (kept.length === 0) repaired('test without a name')
        return {
          file: fileOf(file, isMapped),
          titles: kept.length > 0 ? kept : ['(no name)'],
          variant: variant || options.variant || '',
        }
      }
    },
    get endedAt() {
      return endedAt
    },
    get unusedMaps() {
      return maps.filter((map) => !used.has(map))
    },
    get shared() {
      return shared
    },
    reported: known,
  }
}

/** Either of them may be shortened. */
const isSameCommit = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)

/**
 * 72 bits, which no two of 200,000 names share. A string this short is a copy, which does not keep
 * the longer one in memory.
 */
const digestOf = (text: string): string => hash('sha256', text, 'base64').slice(0, 12)
