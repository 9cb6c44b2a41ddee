import { nameOfReported, ownResults, type Tally, tallyNameOf } from '@svc/client/action'
import { ask } from './ask.ts'
import { gatherFacts } from './code-facts.ts'
import type { Ended, StepContext } from './context.ts'
import { tell, tellChangedFiles } from './executions.ts'
import { judge } from './gate.ts'
import { annotateAll, judgeHere, NOT_COMPARED, toReported } from './local.ts'
import { localSummary } from './local-summary.ts'
import { outputsOf, setOutputs } from './outputs.ts'
import { postComment } from './post-comment.ts'
import { settle } from './settle.ts'
import { writeSummary } from './summary.ts'
import type { Svc } from './svc/call.ts'
import type { Execution } from './svc/executions.ts'
import type { Facts } from './svc/facts.ts'
import { type Report, type ReportedFailure, readReport } from './svc/report.ts'
import { isExecutionOfPull, sayNotOfPull } from './tested.ts'
import { NOTHING, type Tried, tryAgain } from './try-again.ts'
import { asCode } from './words.ts'

interface Reporting {
  /** True if no tests were found and nothing failed. */
  isNothing?: boolean
  /** True if results of this job could not be sent. */
  isPartial?: boolean
  /** Counts from the journals of this job, if available. */
  tally?: Tally
  /** Set by a companion: the pull request is known, and no gate applies. */
  pullRequest?: number
  /** Facts that a companion has verified. */
  facts?: Facts
}

/** Adds facts to executions, settles and compares them, and publishes the results. */
export const reportExecutions = async (
  context: StepContext,
  svc: Svc,
  ids: string[],
  given: Reporting = {},
): Promise<Ended> => {
  const { settings, log, env } = context
  const isCompanion = given.pullRequest !== undefined
  const executions: Execution[] = []
  /** Executions that tested the head. */
  const checked: Execution[] = []
  const reports: Report[] = []
  let hasTrouble = false
  const wrong: string[] = []
  let isOwn = isCompanion
  const gathered = new Map<boolean, Facts>()
  for (const id of ids) {
    const known = await tell(context, svc, id, {})
    hasTrouble ||= known === undefined
    const isOfPull = isCompanion || !known?.execution || (await isExecutionOfPull(context, known.execution))
    if (!isOfPull) sayNotOfPull(context, known?.execution?.testedSha ?? null)
    isOwn ||= isOfPull
    const facts =
      gathered.get(isOfPull) ??
      (isCompanion ? (given.facts ?? {}) : await gatherFacts(context, known?.execution, isOfPull))
    gathered.set(isOfPull, facts)
    const { changedFiles: _changed, moreChangedFiles: _more, ...others } = facts
    if (known && isOfPull) await tellChangedFiles(context, svc, id, facts)
    const first =
      known && (await tell(context, svc, id, { ...others, settle: isCompanion ? 'now' : 'if-complete' }))
    const standing = first && (await settle(context, svc, id, first))
    const report = await ask(
      context,
      () => readReport(svc, { id, base: settings.base, maxBytes: sizeFor(ids.length) }),
      // The execution itself is known to exist.
      known && wrong,
    )
    const execution = report?.execution ?? standing?.execution
    if (execution) executions.push(execution)
    if (execution && isOfPull) checked.push(execution)
    if (!report) hasTrouble = true
    else {
      reports.push(report)
      log.say(`${report.headline} → ${report.execution.url}`)
      if (report.waitingFor.length > 0) log.say(`still running, waiting for ${report.waitingFor.join(', ')}`)
      if (report.missing.length > 0) log.say(`did not report: ${report.missing.join(', ')}`)
    }
  }
  const tried = isCompanion ? NOTHING : await tryAgain(context, svc, reports, given.tally)
  // The trials are evidence for what the server says.
  const asked = tried.hasSent ? await readAgain(context, svc, reports, ids.length) : reports
  const pullRequest =
    given.pullRequest ??
    (isOwn
      ? (context.event.pullRequest ??
        gathered.get(true)?.pullRequest ??
        onlyOne(executions.map((each) => each.pullRequest)))
      : undefined)
  // The server's counts are used only if it has all results.
  const isKnown = ids.length > 0 && executions.length === ids.length && !given.isPartial
  const isCompared = isKnown && reports.length === ids.length
  const local = isCompared ? undefined : given.tally
  const commented =
    executions.length > 0
      ? await postComment(context, svc, pullRequest, asked, ids.length)
      : { hasTrouble: false }
  if (settings.check) {
    const { postChecks } = await import('./check/post-checks.ts')
    await postChecks(context, svc, checked)
  }
  const why = context.isPost || isCompanion ? [] : judgeAll(context, asked, given, tried)
  for (const reason of why) log.note('error', `Gate failed (${settings.failOn}): ${reason}.`)
  const isRedHere = why.length === 0 && local !== undefined && judgeHere(context, local)
  if (settings.annotations && !context.isPost && !isCompanion)
    await annotateAll(context, failuresOf(asked, given.tally, local), pullRequest, {
      total: given.tally ? given.tally.failed + given.tally.errors : sum(asked.map(failuresIn)),
      pages: executions.map(({ url }) => url),
    })
  const parts = local ? [{ full: localSummary(local, NOT_COMPARED), short: '' }] : []
  if (settings.summary)
    await writeSummary(env.GITHUB_STEP_SUMMARY, [...asked.map(toPart), ...parts, ...tried.parts], log.notes)
  if (!context.isPost)
    setOutputs(
      outputsOf(executions, asked, {
        expected: ids.length,
        ...(!isKnown && given.tally && { tally: given.tally }),
        ...(commented.url && { commentUrl: commented.url }),
      }),
    )
  return {
    hasTrouble: hasTrouble || commented.hasTrouble,
    isRed: why.length > 0 || isRedHere || (wrong.length > 0 && !context.isPost),
  }
}

/** The reports after the trials; an old one stays if the server does not answer again. */
const readAgain = (context: StepContext, svc: Svc, reports: Report[], count: number): Promise<Report[]> =>
  Promise.all(
    reports.map(async (before) => {
      const { id } = before.execution
      const { base } = context.settings
      const report = await ask(context, () => readReport(svc, { id, base, maxBytes: sizeFor(count) }))
      if (report) context.log.say(`after the trials: ${report.headline} → ${report.execution.url}`)
      return report ?? before
    }),
  )

/** Why the gate fails: by the results, and by what a burn-in showed. */
const judgeAll = (context: StepContext, reports: Report[], given: Reporting, tried: Tried): string[] => {
  const { failOn, thresholds } = context.settings
  const why = gate(context, reports, given)
  const most = thresholds.maxNewFlaky
  // What the server does not have counts by this job alone.
  const burned = Math.max(tried.flaky, sum(reports.map(({ totals }) => totals.flakyInBurnIn)))
  return failOn !== 'never' && most !== undefined && burned > most
    ? [...why, `${burned} new or changed tests are flaky in the burn-in, and max-new-flaky is ${most}`]
    : why
}

/** Judges the results of this job, or those of the whole run if the step waited for all jobs. */
const gate = ({ settings, log }: StepContext, reports: Report[], given: Reporting): string[] => {
  const { failOn, thresholds, waitMs } = settings
  const why = judge(waitMs > 0 ? reports : ownResults(reports, given.tally), failOn, thresholds)
  const others = why.length === 0 ? judge(reports, failOn, thresholds) : []
  for (const reason of others)
    log.say(
      `the gate judges the results of this job; of the whole run: ${reason}. To judge the whole run, set wait-minutes`,
    )
  const isBelow = given.isNothing && failOn !== 'never' && (thresholds.minTests ?? 0) > 0
  return isBelow ? [...why, `no tests were reported, and min-tests is ${thresholds.minTests}`] : why
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)

/** Returns the number of failures, of which the report lists the first 100. */
const failuresIn = ({ totals }: Report): number =>
  totals.regressions + totals.newFailures + totals.failuresNotCompared + totals.errors + totals.stillFailing

/** Returns the failures to annotate: reported failures of this job, if known, and failures that no report has. */
const failuresOf = (
  reports: Report[],
  tally: Tally | undefined,
  local: Tally | undefined,
): ReportedFailure[] => {
  const failed = tally && new Set(tally.failures.map(tallyNameOf))
  const reported = reports
    .flatMap((each) => each.failures)
    .filter((failure) => failed?.has(nameOfReported(failure)) ?? true)
  const known = new Set(reported.map(nameOfReported))
  const others = (local?.failures ?? []).filter((failure) => !known.has(tallyNameOf(failure)))
  return [...reported, ...others.map(toReported)]
}

/** Room for all of them in one summary, and no more of one than people read. */
const sizeFor = (count: number) =>
  Math.max(4_000, Math.min(200_000, Math.floor(900_000 / Math.max(1, count))))

const toPart = ({ markdown, headline, execution }: Report) => ({
  full: markdown,
  short: `**${asCode(headline)}**${/^https?:\/\/[^\s()<>"]+$/.test(execution.url) ? ` · [details](${execution.url})` : ''}`,
})

const onlyOne = (numbers: (number | null)[]): number | undefined => {
  const [number, ...others] = new Set(numbers.filter((each) => each !== null))
  return others.length === 0 ? number : undefined
}
