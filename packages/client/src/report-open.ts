import type { Code, Open, ToldRun } from '@svc/protocol'
import { completeOpen } from './open.ts'
import type { ReportEnd, ReportFacts } from './record-report.ts'
import type { Root } from './root.ts'

/** What a report alone told of where its execution belongs. */
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
    code: toCode({ ...facts, ...codeTold(facts, open, {}) }, open.code),
  }
}

interface Question {
  facts: ReportFacts
  first: Open
  root: Root
  end: Pick<ReportEnd, 'told' | 'runner' | 'leg'>
  /** Written down here. */
  named: NamedByReports
}

/**
 * The facts with git's answers and with what the reports say of their run: that comes behind options and CI, and before
 * what is checked out here. Project and repository are the folder's where it has a remote.
 */
export const completeTold = async ({ facts, first, root, end, named }: Question): Promise<Open> => {
  const { config, isPast } = facts
  const { told = {}, runner = first.runner, leg = first.part.leg } = end
  const tested = codeTold(facts, first, told)
  const before: Open = {
    ...first,
    runner,
    part: { ...first.part, leg },
    code: toCode({ ...facts, ...tested }, first.code),
  }
  const open = await completeOpen(before, root, config, tested.commit ?? (isPast ? NO_COMMIT : undefined))
  if (tested.branch && tested.branch === told.branch) named.branch = told.branch
  if (!isPast && config.solitary && told.build) {
    named.build = open.build = told.build
    delete open.solitary
  }
  // What CI tests is what it checked out, though nobody can look any more.
  if (isPast && open.trust === 'ci') delete open.code.dirty
  if (!open.code.repository) {
    const project = told.project ?? told.repository?.split('/').at(-1)
    if (!config.project && project) named.project = open.project = project
    if (told.repository) open.code = { ...open.code, repository: told.repository }
  }
  const isElsewhere = told.environment?.os !== undefined
  return {
    ...open,
    ...(told.ci && !open.ci && { ci: told.ci }),
    ...(told.environment && {
      environment: { ...(isElsewhere ? {} : open.environment), ...told.environment },
    }),
  }
}

/** A commit that no repository has: what was tested is not known, so git may only tell the rest. */
const NO_COMMIT = '0'.repeat(40)

/** Which commit and branch is taken where it is another than CI's, or than the one checked out. */
const codeTold = (
  facts: ReportFacts,
  { code }: Open,
  told: ToldRun,
): { commit?: string; branch?: string } => {
  const { config, isPast, fallback = {} } = facts
  const ci = isPast ? undefined : config.ci
  const here = isPast ? undefined : (code.testedSha ?? code.headSha)
  // CI has checked out what it tested; elsewhere the same commit is better told by git.
  const isHere = here !== undefined && (ci !== undefined || here.startsWith(told.commit ?? here))
  const commit = facts.commit ?? (isHere ? undefined : told.commit) ?? fallback.commit
  const branch = facts.branch ?? (ci?.code.branch ? undefined : told.branch) ?? fallback.branch
  return { ...(commit && { commit }), ...(branch && { branch }) }
}

const toCode = (
  { commit, branch, isPast }: Pick<ReportFacts, 'commit' | 'branch' | 'isPast'>,
  code: Code,
): Code => {
  const told = { ...(commit && { testedSha: commit, headSha: commit }), ...(branch && { branch }) }
  return commit || isPast ? told : { ...code, ...told }
}
