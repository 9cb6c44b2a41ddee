import { join } from 'node:path'
import type { Tally } from '@svc/client/action'
import {
  type BurnedRun,
  type BurnTest,
  burnIn,
  burnLines,
  changedFiles,
  commandOf,
  labelOf,
  type Subject,
  sendBurnIn,
} from '@svc/prove'
import type { StepContext } from '../context.ts'
import { at, countAt, listAt, textAt } from '../fields.ts'
import type { Svc } from '../svc/call.ts'
import type { Report } from '../svc/report.ts'
import { asCode } from '../words.ts'
import { endBySignals, envOfTests, NOTHING_TRIED, receiverOf, type TriedHere } from './trials.ts'

interface BurnedHere extends TriedHere {
  /** Newly flaky tests, by this job alone. */
  flaky: number
}

const A_PAGE = 200
/** Pages of results or of new tests; each is a request. */
const MOST_PAGES = 20

/** Repeats the new and changed tests of this job in its workspace, and sends the trials. */
export const burnInHere = async (
  { settings, event, env, log, config }: StepContext,
  svc: Svc,
  reports: Report[],
  tally: Tally | undefined,
): Promise<BurnedHere> => {
  const nothing = (reason: string): BurnedHere => {
    log.say(`no burn-in: ${reason}`)
    return { ...NOTHING_TRIED, flaky: 0 }
  }
  const report = reports.find(({ base, execution }) => base !== null && execution.counts.total > 0)
  if (!report?.base) return nothing('the server named no base with a commit')
  const { framework } = report.execution
  const words = settings.rerunCommand === '' ? commandOf(framework) : settings.rerunCommand.split(/\s+/)
  if (!words)
    return nothing(`svc cannot start ${framework} by itself; the input rerun-command names a command`)
  const ownEnv = envOfTests(env)
  const changed = await changedFiles(event.workspace, report.base.sha, ownEnv)
  const subjects = await subjectsOf(svc, report, {
    base: settings.base || 'auto',
    changed: changed ?? new Set(),
    leg: tally?.leg,
  })
  if (subjects.length === 0) return nothing('no test is new or changed')
  log.say(`repeating ${subjects.length} new or changed tests, at most ${settings.burnInMs / 60_000} min`)
  const burned = await burnIn({
    tests: subjects,
    words,
    folder: join(event.workspace, settings.proveFolder),
    root: event.workspace,
    seconds: settings.burnInMs / 1_000,
    env: ownEnv,
    onStop: endBySignals,
    tell: (tests) => {
      for (const { test, finding, counts } of tests)
        if (finding === 'flaky')
          log.say(`failed ${counts.failed} of ${counts.failed + counts.passed}: ${labelOf(test)}`)
    },
  })
  if ('reason' in burned) return nothing(burned.reason)
  const { id } = report.execution
  const run: BurnedRun = { execution: id, code: tally?.code, legOf: () => tally?.leg }
  const { sent, trouble } = await sendBurnIn(burned, [run], receiverOf(event, config))
  if (trouble !== undefined) log.say(trouble)
  const wasFlaky = await flakyBefore(
    svc,
    report.execution.project,
    burned.burned.some(({ finding }) => finding === 'flaky'),
  )
  const { lines, flaky } = burnLines(burned, subjects, (test) => wasFlaky.has(nameOf(test)))
  for (const line of lines) log.say(line)
  return {
    parts: [{ full: `### Burn-in\n\n${lines.map((line) => `- ${asCode(line)}`).join('\n')}`, short: '' }],
    hasSent: sent > 0,
    flaky,
  }
}

/** Tests that the base does not have, and those of changed files, as far as the server lists them. */
const subjectsOf = async (
  svc: Svc,
  { execution: { id } }: Report,
  { base, changed, leg }: { base: string; changed: ReadonlySet<string>; leg: string | undefined },
): Promise<Subject[]> => {
  const subjects = new Map<string, Subject>()
  const add = (value: unknown, isNew: boolean) => {
    const test = toTest(value)
    // Of other jobs of the matrix.
    if (leg !== undefined && textAt(value, 'leg') !== leg) return
    if (test && !subjects.has(nameOf(test))) subjects.set(nameOf(test), { ...test, isNew })
  }
  for (let cursor: string | undefined, pages = 0; pages < MOST_PAGES; pages++) {
    const query = { base, head: id, group: 'newTests', limit: A_PAGE, cursor }
    const data = at(await svc.get('/api/compare', query), 'data')
    for (const test of listAt(data, 'newTests')) add(test, true)
    cursor = textAt(data, 'nextCursors.newTests')
    if (cursor === undefined) break
  }
  for (let cursor: string | undefined, pages = 0; changed.size > 0 && pages < MOST_PAGES; pages++) {
    const query = { status: 'passed,failed,flaky', limit: A_PAGE, cursor }
    const data = at(await svc.get(`/api/executions/${id}/results`, query), 'data')
    for (const test of listAt(data, 'results')) if (changed.has(textAt(test, 'file') ?? '')) add(test, false)
    cursor = textAt(data, 'nextCursor')
    if (cursor === undefined) break
  }
  return [...subjects.values()]
}

/** Names of the tests that the server knew to be flaky. */
const flakyBefore = async (svc: Svc, project: string, isAsked: boolean): Promise<ReadonlySet<string>> => {
  if (!isAsked) return new Set()
  const answer = await svc.get('/api/flaky-tests', { project, limit: A_PAGE })
  return new Set(
    listAt(answer, 'data')
      .flatMap((value) => toTest(value) ?? [])
      .map(nameOf),
  )
}

const toTest = (value: unknown): BurnTest | undefined => {
  const [file, titles] = [
    textAt(value, 'file'),
    listAt(value, 'titles').filter((each) => typeof each === 'string'),
  ]
  const occurrence = countAt(value, 'occurrence') ?? 0
  return file === undefined || titles.length === 0
    ? undefined
    : { file, titles, variant: textAt(value, 'variant') ?? '', ...(occurrence > 0 && { occurrence }) }
}

const nameOf = ({ file, titles, variant, occurrence = 0 }: BurnTest): string =>
  JSON.stringify([file, variant, titles, occurrence])
