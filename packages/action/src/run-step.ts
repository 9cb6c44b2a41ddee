import { gatherFacts } from './code-facts.ts'
import { appendValues } from './command-files.ts'
import { connect } from './connect.ts'
import type { Run } from './context.ts'
import { findExecutions, tell, tellChangedFiles } from './executions.ts'
import { keepForCompanion } from './fork/keep.ts'
import { judge } from './gate.ts'
import { annotateAll, judgeHere, NOT_COMPARED, tallyHere, tellLocal, toReported, uncounted } from './local.ts'
import { count, localSummary } from './local-summary.ts'
import { outputsOf } from './outputs.ts'
import { postComment } from './post-comment.ts'
import { settle } from './settle.ts'
import { collect } from './sources/collect.ts'
import { findJournals } from './sources/find-journals.ts'
import { nameOf, type Tally } from './sources/tally.ts'
import { writeSummary } from './summary.ts'
import type { Svc } from './svc/call.ts'
import type { Execution } from './svc/executions.ts'
import type { Facts } from './svc/facts.ts'
import { type Report, type ReportedFailure, readReport } from './svc/report.ts'
import { isExecutionOfPull, sayNotOfPull } from './tested.ts'
import { Trouble } from './trouble.ts'
import { asCode } from './words.ts'
import { wrongInput } from './wrong-input.ts'

/** The outcome of a step. */
export interface Ended {
  /** True if svc or GitHub failed; already reported. */
  hasTrouble: boolean
  /** True if the gate failed or the workflow is wrong. */
  isRed: boolean
}

/** Runs the main or post step of a job with tests; the post step continues if the main step was killed. */
export const runStep = async (given: Run): Promise<Ended> => {
  const isCutOff = given.isPost && given.env.STATE_begun === 'true' && given.env.STATE_told !== 'true'
  if (given.isPost && !isCutOff && !(await hasLeftovers(given))) return { hasTrouble: false, isRed: false }
  const isBroken = !given.isPost && !(await readReportFiles(given))
  const ended = await runConnected(given, isCutOff)
  // An empty or broken report fails the step, regardless of the comparison.
  return { ...ended, isRed: ended.isRed || (isBroken && given.settings.failOn !== 'never') }
}

/** Converts report files into journals of this job; loads the code only if the input names files. */
const readReportFiles = async (run: Run): Promise<boolean> => {
  const { settings } = run
  if (settings.reportFiles.length === 0) return true
  const { recordReports } = await import('./sources/record-reports.ts')
  const { isWell, root } = await recordReports(run)
  if (root && settings.journals.length > 0) settings.journals.push(root)
  return isWell
}

const runConnected = async (given: Run, isCutOff: boolean): Promise<Ended> => {
  const connection = await connect(given)
  if (connection.kind === 'fork') return keepForCompanion(given)
  if (connection.kind === 'none') {
    // The main step has already reported it.
    if (given.isPost && !isCutOff) return { hasTrouble: true, isRed: false }
    const isRed = await tellLocal(given, await tallyHere(given), { why: NOT_COMPARED })
    return { hasTrouble: true, isRed }
  }
  const { run, svc } = connection
  const docs = await pushAnyDocs(run, svc)
  const collected = await collect(run)
  if (run.isPost && !isCutOff && collected.sent === 0)
    return { hasTrouble: collected.hasTrouble, isRed: false }
  // A server that accepted no upload would not answer either.
  const isHopeless = collected.left > 0 && collected.sent === 0 && collected.hasTrouble
  const wrong: string[] = []
  const ids = isHopeless ? undefined : await ask(run, () => findExecutions(run, svc, collected), wrong)
  const isNothing = ids?.length === 0 && !collected.hasTrouble
  // A job may push documents and run no tests.
  const isOnlyDocs = isNothing && docs.isDone
  if (isNothing && !isOnlyDocs) sayNothingFound(run)
  const reported = await report(run, svc, ids ?? [], {
    isNothing,
    isPartial: collected.left > 0 && collected.hasTrouble,
    ...(collected.tally && { tally: collected.tally }),
  })
  return {
    hasTrouble:
      docs.hasTrouble || collected.hasTrouble || reported.hasTrouble || (!ids?.length && !isOnlyDocs),
    isRed: reported.isRed || (wrong.length > 0 && !run.isPost),
  }
}

/** Loaded only if the input is set. */
const pushAnyDocs = async (run: Run, svc: Svc): Promise<{ isDone: boolean; hasTrouble: boolean }> => {
  if (run.settings.docs === '' || run.isPost) return { isDone: false, hasTrouble: false }
  const { pushDocs } = await import('./docs.ts')
  return pushDocs(run, svc)
}

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
export const report = async (run: Run, svc: Svc, ids: string[], given: Reporting = {}): Promise<Ended> => {
  const { settings, output, env } = run
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
    const known = await tell(run, svc, id, {})
    hasTrouble ||= known === undefined
    const isOfPull = isCompanion || !known?.execution || (await isExecutionOfPull(run, known.execution))
    if (!isOfPull) sayNotOfPull(run, known?.execution?.testedSha ?? null)
    isOwn ||= isOfPull
    const facts =
      gathered.get(isOfPull) ??
      (isCompanion ? (given.facts ?? {}) : await gatherFacts(run, known?.execution, isOfPull))
    gathered.set(isOfPull, facts)
    const { changedFiles: _changed, moreChangedFiles: _more, ...others } = facts
    if (known && isOfPull) await tellChangedFiles(run, svc, id, facts)
    const first =
      known && (await tell(run, svc, id, { ...others, settle: isCompanion ? 'now' : 'if-complete' }))
    const standing = first && (await settle(run, svc, id, first))
    const report = await ask(
      run,
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
      output.say(`${report.headline} → ${report.execution.url}`)
      if (report.waitingFor.length > 0)
        output.say(`still running, waiting for ${report.waitingFor.join(', ')}`)
      if (report.missing.length > 0) output.say(`did not report: ${report.missing.join(', ')}`)
    }
  }
  const pullRequest =
    given.pullRequest ??
    (isOwn
      ? (run.event.pullRequest ??
        gathered.get(true)?.pullRequest ??
        onlyOne(executions.map((each) => each.pullRequest)))
      : undefined)
  // The server's counts are used only if it has all results.
  const isKnown = ids.length > 0 && executions.length === ids.length && !given.isPartial
  const isCompared = isKnown && reports.length === ids.length
  const local = isCompared ? undefined : given.tally
  const commented =
    executions.length > 0
      ? await postComment(run, svc, pullRequest, reports, ids.length)
      : { hasTrouble: false }
  if (settings.check) {
    const { postChecks } = await import('./check/post-checks.ts')
    await postChecks(run, svc, checked)
  }
  const why = run.isPost || isCompanion ? [] : gate(run, reports, given.isNothing ?? false)
  for (const reason of why) output.note('error', `Gate failed (${settings.failOn}): ${reason}.`)
  if (!run.isPost && !isCompanion) sayUncompared(run, reports)
  const isRedHere = why.length === 0 && local !== undefined && judgeHere(run, local)
  if (settings.annotations && !run.isPost && !isCompanion)
    await annotateAll(run, failuresOf(reports, given.tally, local), pullRequest, {
      total: given.tally ? given.tally.failed + given.tally.errors : sum(reports.map(failuresIn)),
      pages: executions.map(({ url }) => url),
    })
  const parts = local ? [{ full: localSummary(local, NOT_COMPARED), short: '' }] : []
  if (settings.summary)
    writeSummary(env.GITHUB_STEP_SUMMARY, [...reports.map(toPart), ...parts], output.notes)
  if (!run.isPost)
    appendValues(
      env.GITHUB_OUTPUT,
      outputsOf(executions, reports, {
        expected: ids.length,
        ...(!isKnown && given.tally && { tally: given.tally }),
        ...(commented.url && { commentUrl: commented.url }),
      }),
    )
  return {
    hasTrouble: hasTrouble || commented.hasTrouble,
    isRed: why.length > 0 || isRedHere || (wrong.length > 0 && !run.isPost),
  }
}

const gate = ({ settings }: Run, reports: Report[], isNothing: boolean): string[] => {
  const { failOn, thresholds } = settings
  const why = judge(reports, failOn, thresholds)
  const isBelow = isNothing && failOn !== 'never' && (thresholds.minTests ?? 0) > 0
  return isBelow ? [...why, `no tests were reported, and min-tests is ${thresholds.minTests}`] : why
}

/** Warns that failures without a base are not regressions, so that a green step is not misread. */
const sayUncompared = ({ settings, output }: Run, reports: Report[]): void => {
  if (settings.failOn !== 'regressions') return
  for (const { hasBase, execution } of reports) {
    const { project, suite, counts } = execution
    const failures = counts.failed + counts.errors
    if (hasBase || failures === 0) continue
    const said = `${project} / ${suite}: ${count(failures, 'failure')}, but no base to compare with`
    output.note('warning', uncounted(settings.failOn, said))
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)

/** Returns the number of failures, of which the report lists the first 100. */
const failuresIn = ({ totals }: Report): number =>
  totals.regressions + totals.newFailures + totals.failuresNotCompared + totals.errors + totals.stillFailing

/** Failures outside tests are identified only by their file. */
const nameOfReported = ({ testFile, file, titles, variant, leg }: ReportedFailure): string =>
  nameOf({ file: testFile ?? file, titles, variant, leg })

/** Returns the failures to annotate: reported failures of this job, if known, and failures that no report has. */
const failuresOf = (
  reports: Report[],
  tally: Tally | undefined,
  local: Tally | undefined,
): ReportedFailure[] => {
  const failed = tally && new Set(tally.failures.map(nameOf))
  const reported = reports
    .flatMap((each) => each.failures)
    .filter((failure) => failed?.has(nameOfReported(failure)) ?? true)
  const known = new Set(reported.map(nameOfReported))
  const others = (local?.failures ?? []).filter((failure) => !known.has(nameOf(failure)))
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

/** Undefined if it did not work, which is noted; what an input is to blame for is added to `wrong`. */
const ask = async <T>(
  { output, settings }: Run,
  act: () => Promise<T>,
  wrong?: string[],
): Promise<T | undefined> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    const blamed = wrong && wrongInput(settings, error)
    if (blamed) wrong.push(blamed)
    output.note('error', blamed ?? error.message)
    return undefined
  }
}

/** The post step has work if a run was killed, or if the action precedes the tests. */
const hasLeftovers = async ({ event, settings }: Run): Promise<boolean> => {
  const { workspace, temp } = event
  return (await findJournals({ workspace, temp, paths: settings.journals })).roots.length > 0
}

const sayNothingFound = ({ output, event }: Run): void =>
  output.note(
    'warning',
    `Nothing to report: no test run left results below ${event.workspace}, and the server has none of this workflow run. Add the reporter of svc to the test runner, let this step come after the tests with "if: \${{ !cancelled() }}", and name other folders with the input journals.`,
  )
