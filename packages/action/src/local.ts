import { annotate } from './annotations.ts'
import { appendValues } from './command-files.ts'
import { changedFiles } from './github/changed-files.ts'
import { count, localSummary } from './local-summary.ts'
import { outputsOf } from './outputs.ts'
import type { Run } from './run.ts'
import { findJournals, pathsOf } from './sources/find-journals.ts'
import { type FailedTest, type Tally, tally } from './sources/tally.ts'
import { writeSummary } from './summary.ts'
import type { ReportedFailure } from './svc/report.ts'
import { wordsOf } from './trouble.ts'

/** What the journals of this job say; undefined where it has none. */
export const tallyHere = async ({ event, settings }: Run): Promise<Tally | undefined> => {
  const { workspace, temp } = event
  const paths = pathsOf(await findJournals({ workspace, temp, paths: settings.journals }))
  return paths.length > 0 ? tally(paths).catch(() => undefined) : undefined
}

/** Without a comparison all that is known is that it failed, and where. */
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
 * The gate where nothing could be compared: only `failures` needs no server. For all others it is said that these
 * failures do not count, since trouble of ours must not stop a merge. True where the step fails.
 */
export const judgeHere = ({ settings, output, isPost }: Run, { failed, errors }: Tally): boolean => {
  const failures = failed + errors
  if (isPost || failures === 0) return false
  const said = `${count(failures, 'failure')} in the results of this job`
  if (settings.failOn === 'failures') {
    output.note('error', `Gate failed (failures): ${said}, without a comparison.`)
    return true
  }
  output.note('warning', uncounted(settings.failOn, `${said}, and nothing was compared`))
  return false
}

/** That failures do not fail the step, and what would. */
export const uncounted = (failOn: string, said: string): string =>
  failOn === 'never'
    ? `${said}. By fail-on: never they do not fail this step.`
    : `${said}: fail-on: ${failOn} judges only what was compared, so that they do not fail this step. The step with the tests fails by itself unless it has continue-on-error; fail-on: failures would judge them here.`

export const NOT_COMPARED =
  'These are the results of this job alone: nothing could be compared, as said below.'

interface Telling {
  /** Why there is nothing more, in Markdown. */
  why: string
  /** The folder for the companion. */
  journals?: string
}

/** Shows what this job's own results say where that is all there is; true where the step fails. */
export const tellLocal = async (
  run: Run,
  tally: Tally | undefined,
  { why, journals }: Telling,
): Promise<boolean> => {
  const { settings, output, env, isPost } = run
  const isRed = tally ? judgeHere(run, tally) : false
  if (settings.annotations && !isPost && tally)
    await annotateAll(run, tally.failures.map(toReported), run.event.pullRequest)
  if (settings.summary)
    writeSummary(
      env.GITHUB_STEP_SUMMARY,
      tally ? [{ full: localSummary(tally, why), short: '' }] : [],
      output.notes,
    )
  if (!isPost)
    appendValues(
      env.GITHUB_OUTPUT,
      outputsOf([], [], { ...(tally && { tally }), ...(journals && { journals }) }),
    )
  return isRed
}

/** Annotates failures, those on changed files first, where GitHub tells which those are. */
export const annotateAll = async (
  { github, event, output }: Run,
  failures: ReportedFailure[],
  pullRequest: number | undefined,
  more: Parameters<typeof annotate>[3] = {},
): Promise<void> => {
  if (failures.length === 0) return
  let changed: ReadonlySet<string> = new Set()
  if (event.repository && pullRequest !== undefined && github.hasToken)
    changed = await changedFiles(github, event.repository, pullRequest).catch((error: unknown) => {
      output.say(`the files that changed could not be read: ${wordsOf(error)}`)
      return new Set<string>()
    })
  annotate(output, failures, changed, more)
}
