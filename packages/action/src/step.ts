import { annotate } from './annotations.ts'
import { gatherFacts } from './code-facts.ts'
import { appendValues } from './command-files.ts'
import { connect } from './connect.ts'
import { findExecutions, tell } from './executions.ts'
import { keepForCompanion } from './fork/keep.ts'
import { judge } from './gate.ts'
import { changedFiles } from './github/changed-files.ts'
import { outputsOf } from './outputs.ts'
import { postComment } from './post-comment.ts'
import type { Run } from './run.ts'
import { settle } from './settle.ts'
import { collect } from './sources/collect.ts'
import { findJournals } from './sources/find-journals.ts'
import { nameOf } from './sources/tally.ts'
import { writeSummary } from './summary.ts'
import type { Svc } from './svc/call.ts'
import type { Execution } from './svc/executions.ts'
import type { Facts } from './svc/facts.ts'
import { type Report, type ReportedFailure, readReport } from './svc/report.ts'
import { Trouble, wordsOf } from './trouble.ts'
import { asCode } from './words.ts'

/** What a step came to. */
export interface Ended {
  /** Something of ours or of GitHub's did not work; told already. */
  hasTrouble: boolean
  /** The gate, or what is wrong in the workflow. */
  isRed: boolean
}

/** The step of a job that ran tests, main or post; post goes on where main was killed before it had told of its results. */
export const runStep = async (given: Run): Promise<Ended> => {
  const isCutOff = given.isPost && given.env.STATE_begun === 'true' && given.env.STATE_told !== 'true'
  if (given.isPost && !isCutOff && !(await hasLeftovers(given))) return { hasTrouble: false, isRed: false }
  const connection = await connect(given)
  if (connection.kind === 'fork') return keepForCompanion(given)
  if (connection.kind === 'none') return finishWithout(given)
  const { run, svc } = connection
  const collected = await collect(run)
  if (run.isPost && !isCutOff && collected.sent === 0)
    return { hasTrouble: collected.hasTrouble, isRed: false }
  // A server that took nothing would not answer either.
  const isHopeless = collected.left > 0 && collected.sent === 0 && collected.hasTrouble
  const ids = isHopeless ? undefined : await ask(run, () => findExecutions(run, svc, collected))
  const isNothing = ids?.length === 0 && !collected.hasTrouble
  if (isNothing) sayNothingFound(run)
  const told = await report(run, svc, ids ?? [], {
    isNothing,
    ...(collected.failed && { failed: collected.failed }),
  })
  return { hasTrouble: collected.hasTrouble || told.hasTrouble || !ids?.length, isRed: told.isRed }
}

interface Reporting {
  /** True where there were no tests, and nothing kept them from being reported. */
  isNothing?: boolean
  /** What failed in this job: each job annotates its own, where that is known. */
  failed?: ReadonlySet<string>
  /** Present for what a companion reports: the pull request is known, and no gate applies. */
  pullRequest?: number
}

/** Adds facts to executions, settles, compares, and shows it everywhere. */
export const report = async (run: Run, svc: Svc, ids: string[], given: Reporting = {}): Promise<Ended> => {
  const { settings, output, env } = run
  const isCompanion = given.pullRequest !== undefined
  const executions: Execution[] = []
  const reports: Report[] = []
  let hasTrouble = false
  let facts: Facts | undefined
  for (const id of ids) {
    const known = await tell(run, svc, id, {})
    hasTrouble ||= known === undefined
    facts ??= isCompanion ? {} : await gatherFacts(run, known?.execution)
    const first =
      known && (await tell(run, svc, id, { ...facts, settle: isCompanion ? 'now' : 'if-complete' }))
    const standing = first && (await settle(run, svc, id, first))
    const found = await ask(run, () =>
      readReport(svc, { id, base: settings.base, maxBytes: sizeFor(ids.length) }),
    )
    const execution = found?.execution ?? standing?.execution
    if (execution) executions.push(execution)
    if (!found) hasTrouble = true
    else {
      reports.push(found)
      output.say(`${found.headline} → ${found.execution.url}`)
      if (found.waitingFor.length > 0) output.say(`still running, waiting for ${found.waitingFor.join(', ')}`)
    }
  }
  const pullRequest =
    given.pullRequest ??
    run.event.pullRequest ??
    facts?.pullRequest ??
    onlyOne(executions.map((each) => each.pullRequest))
  const isFine = reports.length === ids.length && reports.every(({ verdict }) => verdict === 'passed')
  const commented =
    executions.length > 0 ? await postComment(run, svc, pullRequest, isFine) : { hasTrouble: false }
  const why = run.isPost || isCompanion ? [] : gate(run, reports, given.isNothing ?? false)
  for (const reason of why) output.note('error', `Failed by fail-on: ${settings.failOn}: ${reason}.`)
  if (settings.annotations && !run.isPost && !isCompanion)
    await annotateAll(run, reports, pullRequest, given.failed)
  if (settings.summary) writeSummary(env.GITHUB_STEP_SUMMARY, reports.map(toPart), output.notes)
  if (!run.isPost)
    appendValues(
      env.GITHUB_OUTPUT,
      outputsOf(executions, reports, { ...(commented.url && { commentUrl: commented.url }) }),
    )
  return { hasTrouble: hasTrouble || commented.hasTrouble, isRed: why.length > 0 }
}

const gate = ({ settings }: Run, reports: Report[], isNothing: boolean): string[] => {
  const { failOn, thresholds } = settings
  const why = judge(reports, failOn, thresholds)
  const isBelow = isNothing && failOn !== 'never' && (thresholds.minTests ?? 0) > 0
  return isBelow ? [...why, `nothing was reported, and min-tests is ${thresholds.minTests}`] : why
}

const annotateAll = async (
  run: Run,
  reports: Report[],
  pullRequest: number | undefined,
  failed: ReadonlySet<string> | undefined,
): Promise<void> => {
  const { github, event, output } = run
  // What failed outside any test has no name to be found by.
  const isOwn = ({ titles, testFile }: ReportedFailure) =>
    titles.length === 0 || (failed?.has(nameOf({ file: testFile, titles })) ?? true)
  const failures = reports.flatMap((each) => each.failures).filter(isOwn)
  if (failures.length === 0) return
  let changed: ReadonlySet<string> = new Set()
  if (event.repository && pullRequest !== undefined && github.hasToken)
    changed = await changedFiles(github, event.repository, pullRequest).catch((error: unknown) => {
      output.say(`the files that changed could not be read: ${wordsOf(error)}`)
      return new Set<string>()
    })
  annotate(output, failures, changed)
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

/** Undefined where it did not work, which is noted. */
const ask = async <T>({ output }: Run, act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    output.note('error', error.message)
    return undefined
  }
}

/** The post step has something to do where a run was killed, or the action stands before the tests. */
const hasLeftovers = async ({ event, settings }: Run): Promise<boolean> => {
  const { workspace, temp } = event
  return (await findJournals({ workspace, temp, paths: settings.journals })).roots.length > 0
}

const finishWithout = ({ settings, output, env }: Run): Ended => {
  if (settings.summary) writeSummary(env.GITHUB_STEP_SUMMARY, [], output.notes)
  appendValues(env.GITHUB_OUTPUT, outputsOf([], [], {}))
  return { hasTrouble: true, isRed: false }
}

const sayNothingFound = ({ output, event }: Run): void =>
  output.note(
    'warning',
    `Nothing to report: no test run left results below ${event.workspace}, and the server has none of this workflow run. Add the reporter of svc to the test runner, let this step come after the tests with "if: \${{ !cancelled() }}", and name other folders with the input journals.`,
  )
