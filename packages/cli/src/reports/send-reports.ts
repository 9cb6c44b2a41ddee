import {
  type Config,
  type NamedByReports,
  placesOf,
  type ReportFacts,
  type ReportRecording,
  type ReportSent,
  recordReport,
} from '@svc/client/record'
import {
  contentId,
  legOf,
  type ReadOptions,
  type ReadOutcome,
  type ReportFile,
  type ReportStart,
  readReports,
} from '@svc/formats'
import type { Call } from '../call.ts'
import { inOwnOptions } from '../server/own-options.ts'
import { say } from '../terminal/messages.ts'
import type { Progress } from './progress.ts'

export interface Reports {
  files: ReportFile[]
  /** Patterns without a match: the execution reports them and does not pass. */
  missing: string[]
  read: ReadOptions
  config: Config
  facts: Omit<ReportFacts, 'config' | 'runner' | 'startedAt'>
  /** Facts that identify these reports in addition to their content. */
  idFacts: unknown[]
  /** True if an option or variable names the leg. */
  hasLeg: boolean
  /** True to read the files and send nothing. */
  isDry: boolean
  /** Returns false for reports to skip, for example because they are too old. */
  isWanted?: (startedAt: number) => boolean
  progress: Progress
  call: Pick<Call, 'onInterrupt' | 'stderr' | 'folder'>
}

export interface SentReports {
  outcome: ReadOutcome
  startedAt?: number
  /** False if no report has a start time. */
  isStartReported?: boolean
  /** Build of the execution, if it is a past run. */
  build?: string
  /** Absent if nothing was sent, because no test was found or in a dry run. */
  sent?: ReportSent
  /** Project, branch, commit and build that only the reports name. */
  named?: NamedByReports
}

/** Reads reports and sends their results as a part of an execution; returns undefined if they are skipped. */
export const sendReports = async (reports: Reports): Promise<SentReports | undefined> => {
  const { files, missing, read, isDry, isWanted, progress, call } = reports
  const id = isDry ? undefined : await contentId(files, reports.idFacts)
  let start: ReportStart | undefined
  let recording: ReportRecording | undefined
  let isRead = false
  const isOver = call.onInterrupt?.(() => {
    // A partial report would look like an interrupted run; the files can be read again.
    if (!isRead) recording?.discard()
    say(call, 'svc: ', isRead ? GOES_ON : 'nothing was sent; run the command again')
  })
  try {
    const outcome = await readReports({
      files,
      options: read,
      begin: (runStart) => {
        start = runStart
        if (isWanted?.(runStart.startedAt) === false) throw new NotWanted()
        if (isDry) return nowhere(placesOf({ folder: reports.facts.folder, config: reports.config }))
        recording = recordReport(factsOf(reports, runStart, id))
        return recording
      },
      onProgress: progress.read,
    })
    const about = {
      outcome,
      ...(start && { startedAt: start.startedAt, isStartReported: start.isStartReported }),
    }
    if (!recording || outcome.isEmpty) {
      recording?.discard()
      return about
    }
    isRead = true
    for (const pattern of missing) recording.error({ message: `No report matches ${pattern}` })
    const status = missing.length > 0 ? 'failed' : outcome.status
    const { endedAt, runner = start?.runner, reported, unfinished } = outcome
    const { named, ...sent } = await recording.finish({
      status,
      endedAt,
      unfinished,
      reported,
      ...(runner && { runner, leg: legFor(reports, runner.name) }),
      onProgress: progress.sent,
      onWait: (line) => {
        progress.end()
        say(call, 'svc: ', inOwnOptions(line))
      },
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

const GOES_ON = 'run the same command again to send the rest; nothing is sent twice'

/** A past run has its own build, derived from its content, so that imports are idempotent. */
const pastBuild = ({ facts }: Pick<Reports, 'facts'>, id: string | undefined): string | undefined =>
  facts.isPast && id ? `${IMPORT}${id}` : undefined

/** Prefix of the builds of imported runs. */
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

/** Returns a recording that discards everything. */
const nowhere = (places: ReturnType<typeof placesOf>) => ({
  ...places,
  attempt: () => undefined,
  error: () => undefined,
  warning: () => undefined,
})
