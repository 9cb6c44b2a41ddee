import type { Config, NamedByReports, ReportFacts, ReportRecording, ReportSent } from '@svc/client/record'
import { placesOf, recordReport } from '@svc/client/record'
import {
  contentId,
  legOf,
  type ReadOptions,
  type ReadOutcome,
  type ReportFile,
  type ReportStart,
  readReports,
} from '@svc/formats'
import type { Call } from '../run.ts'
import { inOwnOptions } from '../server/own-options.ts'
import { say } from '../terminal/messages.ts'
import type { Progress } from './progress.ts'

export interface Reports {
  files: ReportFile[]
  /** Patterns that no file fits: the execution says so, and is not green. */
  missing: string[]
  read: ReadOptions
  config: Config
  facts: Omit<ReportFacts, 'config' | 'runner' | 'startedAt'>
  /** What else makes these reports what they are, beside their content. */
  idFacts: unknown[]
  /** True where a leg was asked for, by option or variable. */
  hasLeg: boolean
  /** True reads and sends nothing. */
  isDry: boolean
  /** False leaves them out, as runs that are too old. */
  isWanted?: (startedAt: number) => boolean
  progress: Progress
  call: Pick<Call, 'onInterrupt' | 'stderr'>
}

export interface SentReports {
  outcome: ReadOutcome
  startedAt?: number
  /** False where no report tells when it was. */
  isStartTold?: boolean
  /** Of the execution, where the run is long over. */
  build?: string
  /** Absent where nothing was to be sent: no test at all, a dry run. */
  sent?: ReportSent
  /** What the reports alone told of where it belongs. */
  named?: NamedByReports
}

/** Reads reports and sends what they hold as a part of an execution; undefined where they are not wanted. */
export const sendReports = async (reports: Reports): Promise<SentReports | undefined> => {
  const { files, missing, read, isDry, isWanted, progress, call } = reports
  const id = isDry ? undefined : await contentId(files, reports.idFacts)
  let start: ReportStart | undefined
  let recording: ReportRecording | undefined
  let isRead = false
  const isOver = call.onInterrupt?.(() => {
    // Half of a report would be taken for a run that was cut off; the files are still there.
    if (!isRead) recording?.discard()
    say(call, 'svc: ', isRead ? GOES_ON : 'nothing was sent; run it again')
  })
  try {
    const outcome = await readReports({
      files,
      options: read,
      begin: (told) => {
        start = told
        if (isWanted?.(told.startedAt) === false) throw new NotWanted()
        if (isDry) return nowhere(placesOf({ folder: reports.facts.folder, config: reports.config }))
        recording = recordReport(factsOf(reports, told, id))
        return recording
      },
      onProgress: progress.read,
    })
    const about = { outcome, ...(start && { startedAt: start.startedAt, isStartTold: start.isStartTold }) }
    if (!recording || outcome.isEmpty) {
      recording?.discard()
      return about
    }
    isRead = true
    for (const pattern of missing) recording.error({ message: `There is no report ${pattern}` })
    const status = missing.length > 0 ? 'failed' : outcome.status
    const { endedAt, runner = start?.runner, told } = outcome
    const { named, ...sent } = await recording.finish({
      status,
      endedAt,
      told,
      ...(runner && { runner, leg: legFor(reports, runner.name) }),
      onProgress: progress.sent,
    })
    const build = pastBuild(reports, id)
    const inWords: ReportSent = 'reason' in sent ? { ...sent, reason: inOwnOptions(sent.reason) } : sent
    return { ...about, ...(build && { build }), sent: inWords, ...(named && { named }) }
  } catch (error) {
    recording?.discard()
    if (error instanceof NotWanted) return undefined
    throw error
  } finally {
    isOver?.()
    progress.end()
  }
}

const GOES_ON = 'the same command again goes on where this ends, and doubles nothing'

/** What is long over comes alone, and is the same execution however often it is imported. */
const pastBuild = ({ facts }: Pick<Reports, 'facts'>, id: string | undefined): string | undefined =>
  facts.isPast && id ? `${IMPORT}${id}` : undefined

/** What builds of imported runs begin with. */
export const IMPORT = 'import-'

class NotWanted extends Error {}

const legFor = ({ config, hasLeg }: Pick<Reports, 'config' | 'hasLeg'>, runner: string): string =>
  hasLeg ? config.leg : legOf(runner, config.leg)

const factsOf = (
  { config, facts, hasLeg }: Reports,
  { runner, startedAt }: ReportStart,
  id: string | undefined,
) => {
  const build = pastBuild({ facts }, id)
  return {
    ...facts,
    config: {
      ...config,
      leg: legFor({ config, hasLeg }, runner.name),
      ...(build && { build, solitary: true }),
    },
    runner,
    startedAt,
    ...(id && { id }),
  }
}

/** Takes everything and keeps nothing. */
const nowhere = (places: ReturnType<typeof placesOf>) => ({
  ...places,
  attempt: () => undefined,
  error: () => undefined,
  warning: () => undefined,
})
