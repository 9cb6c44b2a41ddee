import type { Code, End, Open, ReportedRun, Trust } from '@svc/protocol'
import type { Config } from './config.ts'
import { completeOpen } from './open.ts'
import type { Root } from './root.ts'

/** The known facts of runs whose report files are sent; the rest comes from the configuration, as for reporters. */
export interface ReportFacts {
  config: Config
  client: { name: string; version: string }
  runner: { name: string; version?: string }
  /** A folder of the project, absolute. */
  folder: string
  /** Milliseconds since the epoch. */
  startedAt: number
  /** Distinguishes reports of one job, for example by their pattern: two with the same name are one part. */
  label?: string
  /** UUID of the journal, made from the content, so that a repeated upload is idempotent. Default: random. */
  id?: string
  /** The tested commit and branch, if CI or the working tree give the wrong ones. */
  commit?: string
  branch?: string
  /** Used if no other source, the reports included, gives a commit or a branch. */
  fallback?: { commit?: string; branch?: string }
  /** True if the run ended long ago: neither CI nor the current checkout describes it. */
  isPast?: boolean
  /** Facts that the uploader confirms; default: those of CI. */
  trust?: Trust
}

export interface ReportEnd {
  status: End['status']
  /** Milliseconds since the epoch. */
  endedAt: number
  /** Files that a bail did not let end. */
  unfinished?: number
  /** The facts that the reports contain about their run; used if neither the facts nor CI provide them. */
  reported?: ReportedRun
  /** Called if the reports contained more facts than their beginnings. */
  runner?: { name: string; version?: string }
  leg?: string
  /** Called when the server has accepted entries of the journal. */
  onProgress?(sent: { entries: number; total: number }): void
  /** Called before a pause that the server asked for, with a line that says how long and why. */
  onWait?(line: string): void
}

/** Facts about its execution that only the report contains. */
export interface NamedByReports {
  project?: string
  branch?: string
  build?: string
}

/** The first facts of an upload, before its reports are read. */
export const toOpen = (facts: ReportFacts, open: Open): Open => {
  const { isPast, trust = open.trust, label = '' } = facts
  const { ci, runAttempt, part, ...rest } = open
  return {
    ...rest,
    runAttempt: isPast ? 1 : runAttempt,
    ...(ci && !isPast && { ci }),
    part: { ...part, package: '', config: label },
    trust,
    code: toCode({ ...facts, ...reportedCode(facts, open, {}) }, open.code),
  }
}

interface Question {
  facts: ReportFacts
  first: Open
  root: Root
  end: Pick<ReportEnd, 'reported' | 'runner' | 'leg'>
  /** Added here. */
  named: NamedByReports
}

/**
 * The facts with git's answers and the reports' own facts about their run. Options and CI override the reports; the
 * reports override the checkout. Project and repository come from the folder if it has a remote.
 */
export const completeReported = async ({ facts, first, root, end, named }: Question): Promise<Open> => {
  const { config, isPast } = facts
  const { reported = {}, runner = first.runner, leg = first.part.leg } = end
  const tested = reportedCode(facts, first, reported)
  const before: Open = {
    ...first,
    runner,
    part: { ...first.part, leg },
    code: toCode({ ...facts, ...tested }, first.code),
  }
  const open = await completeOpen(before, root, config, tested.commit ?? (isPast ? NO_COMMIT : undefined))
  if (tested.branch && tested.branch === reported.branch) named.branch = reported.branch
  if (!isPast && config.solitary && reported.build) {
    named.build = open.build = reported.build
    delete open.solitary
  }
  // CI tests the commit that it checked out, even if the folder is gone.
  if (isPast && open.trust === 'ci') delete open.code.dirty
  if (!open.code.repository) {
    const project = reported.project ?? reported.repository?.split('/').at(-1)
    if (!config.project && project) named.project = open.project = project
    if (reported.repository) open.code = { ...open.code, repository: reported.repository }
  }
  const isElsewhere = reported.environment?.os !== undefined
  if (isPast || isElsewhere || reported.ci || open.code.testedSha) delete open.machine
  return {
    ...open,
    ...(reported.ci && !open.ci && { ci: reported.ci }),
    ...(reported.environment && {
      environment: { ...(isElsewhere ? {} : open.environment), ...reported.environment },
    }),
  }
}

/** A commit that no repository has: the tested commit is unknown, so git supplies only the other facts. */
const NO_COMMIT = '0'.repeat(40)

/** The commit and branch, if they differ from those of CI or from the checked-out ones. */
const reportedCode = (
  facts: ReportFacts,
  { code }: Open,
  reported: ReportedRun,
): { commit?: string; branch?: string } => {
  const { config, isPast, fallback = {} } = facts
  const ci = isPast ? undefined : config.ci
  const here = isPast ? undefined : (code.testedSha ?? code.headSha)
  // CI has checked out the tested commit. Elsewhere, git knows more about the same commit.
  const isHere = here !== undefined && (ci !== undefined || here.startsWith(reported.commit ?? here))
  const commit = facts.commit ?? (isHere ? undefined : reported.commit) ?? fallback.commit
  const branch = facts.branch ?? (ci?.code.branch ? undefined : reported.branch) ?? fallback.branch
  return { ...(commit && { commit }), ...(branch && { branch }) }
}

const toCode = (
  { commit, branch, isPast }: Pick<ReportFacts, 'commit' | 'branch' | 'isPast'>,
  code: Code,
): Code => {
  const override = { ...(commit && { testedSha: commit, headSha: commit }), ...(branch && { branch }) }
  return commit || isPast ? override : { ...code, ...override }
}
