import { type FailedTest, type Tally, tally } from '@svc/client/action'
import { annotate } from './annotations.ts'
import type { StepContext } from './context.ts'
import type { RepositoryName } from './event.ts'
import { textAt } from './fields.ts'
import type { GitHub } from './github/call.ts'
import { count, localSummary } from './local-summary.ts'
import { outputsOf, setOutputs } from './outputs.ts'
import { findJournals, pathsOf } from './sources/find-journals.ts'
import { writeSummary } from './summary.ts'
import type { ReportedFailure } from './svc/report.ts'
import { wordsOf } from './trouble.ts'

/** GitHub lists at most 3,000 files; the first few hundred are enough to order annotations. */
const MOST_PAGES = 5

/** Returns the counts from the journals of this job; undefined without journals. */
export const tallyHere = async ({ event, settings }: StepContext): Promise<Tally | undefined> => {
  const { workspace, temp } = event
  const paths = pathsOf(await findJournals({ workspace, temp, paths: settings.journals }))
  return paths.length > 0 ? tally(paths).catch(() => undefined) : undefined
}

/** Converts a failed test to a failure without a comparison. */
export const toReported = ({ file, titles, variant, leg, message, place }: FailedTest): ReportedFailure => ({
  kind: 'not-compared',
  titles,
  variant,
  leg,
  testFile: file,
  file: place?.file ?? file,
  line: place?.line ?? null,
  message,
  verdict: null,
  because: null,
  owners: [],
})

/**
 * Applies the gate without a comparison; returns true if the step fails. Only `failures` works without a server. Other
 * gates warn that these failures do not count, because an svc error must not block a merge.
 */
export const judgeHere = ({ settings, log, isPost }: StepContext, { failed, errors }: Tally): boolean => {
  const failures = failed + errors
  if (isPost || failures === 0) return false
  const said = `${count(failures, 'failure')} in the results of this job`
  if (settings.failOn === 'failures') {
    log.note('error', `Gate failed (failures): ${said}, without a comparison.`)
    return true
  }
  log.note('warning', uncounted(settings.failOn, `${said}, but no comparison was possible`))
  return false
}

/** Returns a message that failures do not fail the step, and which setting would. */
const uncounted = (failOn: string, said: string): string =>
  failOn === 'never'
    ? `${said}. With fail-on: never, they do not fail this step.`
    : `${said}. With fail-on: ${failOn}, failures without a comparison do not fail this step. The test step itself fails unless it has continue-on-error. To fail this step too, set fail-on: failures.`

export const NOT_COMPARED =
  'These are the results of this job alone. No comparison was possible; the reason is below.'

interface Telling {
  /** Why the results are not compared, in Markdown. */
  why: string
  /** The folder for the companion. */
  journals?: string
}

/** Publishes this job's own results without a comparison; returns true if the step fails. */
export const tellLocal = async (
  context: StepContext,
  tally: Tally | undefined,
  { why, journals }: Telling,
): Promise<boolean> => {
  const { settings, log, env, isPost } = context
  const isRed = tally ? judgeHere(context, tally) : false
  if (settings.annotations && !isPost && tally)
    await annotateAll(context, tally.failures.map(toReported), context.event.pullRequest)
  if (settings.summary)
    await writeSummary(
      env.GITHUB_STEP_SUMMARY,
      tally ? [{ full: localSummary(tally, why), short: '' }] : [],
      log.notes,
    )
  if (!isPost) setOutputs(outputsOf([], [], { ...(tally && { tally }), ...(journals && { journals }) }))
  return isRed
}

/** Annotates failures, those in changed files first if GitHub lists them. */
export const annotateAll = async (
  { github, event, log }: StepContext,
  failures: ReportedFailure[],
  pullRequest: number | undefined,
  more: Parameters<typeof annotate>[3] = {},
): Promise<void> => {
  if (failures.length === 0) return
  let changed: ReadonlySet<string> = new Set()
  if (event.repository && pullRequest !== undefined && github.hasToken)
    changed = await changedFiles(github, event.repository, pullRequest).catch((error: unknown) => {
      log.say(`cannot read the changed files: ${wordsOf(error)}`)
      return new Set<string>()
    })
  annotate(log, failures, changed, more)
}

/** Returns the paths that a pull request changes, at most 500. */
const changedFiles = async (
  github: GitHub,
  { full }: RepositoryName,
  pullRequest: number,
): Promise<Set<string>> => {
  const path = `/repos/${full}/pulls/${pullRequest}/files`
  const files = await github.list(path, MOST_PAGES)
  return new Set(files.flatMap((each) => textAt(each, 'filename') ?? []))
}
