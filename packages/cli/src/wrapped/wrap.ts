import { rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportFile } from '@svc/formats'
import { makeOwnFolder } from '@svc/prove/own-folder'
import type { Command } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { ReportOptions } from '../reports/set-up.ts'
import { oneLine } from '../terminal/text.ts'
import { count } from '../terminal/words.ts'
import { doubt, type Judgement, judgeRuns, unanswered } from './judge-runs.ts'
import type { ProvedFailures } from './prove-failures.ts'
import { NESTED, readRuns } from './read-runs.ts'
import { whyNotSole } from './sole-runner.ts'
import { type Ended, startCommand } from './start-command.ts'
import type { Wish } from './wish.ts'

/** The states of report files, by path. */
type Reports = ReadonlyMap<string, Pick<Stats, 'mtimeMs' | 'size' | 'ino'>>

/** What to say about reports, and why they may lack results. */
interface SentReports {
  lines: string[]
  doubt?: string
}

/** The exit code of Playwright, Vitest, Jest, pytest, go test and others for failed tests; others mean crashes and time-outs. */
const FAILED_TESTS = 1

/** Runs a command, and decides its exit code by the failures that its reporters sent; `lines` say why. */
export const wrap = async (
  words: string[],
  wish: Wish,
  call: Call,
  command: Command,
): Promise<Ended & { lines: string[] }> => {
  tellOuterRun(call.env)
  const receipts = makeFolder()
  const { watched, wasStopped } = watchSignals(call)
  const since = call.now()
  try {
    const own = await runJudged(words, receipts, wish, { call: watched, wasStopped }, command)
    if (wish.burnIn === undefined || own.signal || wasStopped()) return own
    const { burnInTests } = await import('./burn-in-tests.ts')
    const { lines, flaky } = await burnInTests(words, receipts, { ...wish, burnIn: wish.burnIn, since }, call)
    const all = [...own.lines, ...lines]
    if (!wish.failsOnNewFlaky || flaky === 0) return { ...own, lines: all }
    const what = flaky === 1 ? 'a new or changed test is flaky' : `${flaky} new or changed tests are flaky`
    return { ...own, code: own.code || FAILED_TESTS, lines: [...all, `Gate failed (new-flaky): ${what}`] }
  } finally {
    if (receipts) rmSync(receipts, { recursive: true, force: true })
  }
}

interface Stoppable {
  /** True after Ctrl-C. */
  wasStopped(): boolean
}

/** Ctrl-C ends what svc does after the command, too: nothing else begins. */
const watchSignals = (call: Call): Stoppable & { watched: Call } => {
  let isStopped = false
  const { holdSignals } = call
  const watched: Call = {
    ...call,
    holdSignals:
      holdSignals &&
      ((pass) =>
        holdSignals((signal) => {
          isStopped = true
          pass(signal)
        })),
  }
  return { watched, wasStopped: () => isStopped }
}

/** Runs the command and judges its failures. */
const runJudged = async (
  words: string[],
  receipts: string,
  wish: Wish,
  { call, wasStopped }: Stoppable & { call: Call },
  command: Command,
): Promise<Ended & { lines: string[] }> => {
  const { reports = [] } = wish
  const before = await reportsOf(reports, call.folder)
  const env = { ...call.env, SVC_RECEIPTS: receipts }
  const since = call.now()
  const ended = await startCommand(words, env, call)
  const inner = { ...call, env }
  const { lines, doubt: gap } =
    reports.length > 0 ? await sendReports(reports, before, wish, inner, command) : NO_REPORTS
  if (ended.code === 0 || ended.signal) return { ...ended, lines }
  const why = wish.failOn === 'command' ? null : (gap ?? whyNotTests(ended))
  const ask = async () => {
    const judged = why === null ? await judge(receipts, wish, call) : doubt(why)
    return judged.kind === 'passed' ? orDoubt(judged, words, wish, call) : judged
  }
  const first = await ask()
  const proof = wasStopped() ? NO_PROOF : await proofOf(words, receipts, first, { ...wish, since }, call)
  // The trials are evidence for the verdicts, which the gate reads. Whoever stops svc waits for no better exit code.
  const judgement = proof.hasSent && !wasStopped() ? await ask() : first
  const isSilent = wish.failOn === 'command' && judgement.kind === 'doubt'
  const own = { ...ended, lines: [...lines, ...(isSilent ? [] : judgement.lines), ...proof.lines] }
  if (wish.failOn === 'command' || judgement.kind !== 'passed') return own
  const reason = `no failure counts (${wish.failOn}), so the exit code ${ended.code} of the command becomes 0`
  return { ...own, code: 0, lines: [...own.lines, reason] }
}

const NO_REPORTS: SentReports = { lines: [] }
const NO_PROOF: ProvedFailures = { lines: [], hasSent: false }

const whyNotTests = ({ code }: Ended): string | null =>
  code === FAILED_TESTS ? null : `the command ended with ${code}, and failed tests end with ${FAILED_TESTS}`

/** Nothing is excused if the exit code may have a cause that sent no results. */
const orDoubt = (
  passed: Judgement,
  words: string[],
  { failOn, reports = [] }: Wish,
  { folder, env }: Call,
): Judgement => {
  const why = failOn === 'command' ? null : whyNotSole(words, { folder, env, hasReports: reports.length > 0 })
  return why === null ? passed : doubt(why, passed.lines)
}

/** A `svc run` that started this one must not judge what this one has judged. */
const tellOuterRun = ({ SVC_RECEIPTS: outer }: NodeJS.ProcessEnv): void => {
  if (!outer) return
  try {
    writeFileSync(join(outer, NESTED), '')
  } catch {
    // Its folder is gone, and it finds no results.
  }
}

/** On a full disk the command runs all the same, and its exit code stays. */
const makeFolder = (): string => {
  try {
    return makeOwnFolder('run')
  } catch {
    return ''
  }
}

/** What further trials show; nothing without `--prove`. */
const proofOf = async (
  words: string[],
  receipts: string,
  { kind, base }: Judgement,
  wish: Wish & { since: number },
  call: Call,
): Promise<ProvedFailures> => {
  if (wish.prove === undefined || kind === 'passed') return NO_PROOF
  const { proveFailures } = await import('./prove-failures.ts')
  return proveFailures(words, receipts, base, { ...wish, prove: wish.prove }, call)
}

const judge = async (receipts: string, { failOn, url }: Wish, call: Call): Promise<Judgement> => {
  if (receipts === '') return doubt(`no file can be written to ${tmpdir()}`)
  const read = await readRuns(receipts)
  if ('doubt' in read) return doubt(read.doubt)
  const { connect } = await import('../server/connect.ts')
  try {
    const connection = await connect(call, url === undefined ? {} : { url })
    return await judgeRuns(connection, read.runs, failOn)
  } catch (error) {
    return unanswered(error)
  }
}

/** The report files that exist; empty if none does. */
const reportsOf = async (patterns: string[], folder: string): Promise<Reports> => {
  if (patterns.length === 0) return new Map()
  const { findFiles } = await import('../reports/find-files.ts')
  const { files } = await findFiles(patterns, folder, undefined).catch(() => ({ files: [] }))
  return new Map(files.flatMap(({ path }) => (path === undefined ? [] : [[path, statSync(path)]])))
}

/** Sends the reports that are new or changed. Those of an earlier run are never sent. */
const sendReports = async (
  patterns: string[],
  before: Reports,
  { suite, url }: Pick<ReportOptions, 'suite' | 'url'>,
  call: Call,
  command: Command,
): Promise<SentReports> => {
  const [{ setUpReports }, { findFiles }, { uploadFound }, { isWell, uploadTroubles }] = await Promise.all([
    import('../reports/set-up.ts'),
    import('../reports/find-files.ts'),
    import('../reports/upload-found.ts'),
    import('../views/uploads.ts'),
  ])
  try {
    const options: ReportOptions = {
      ...(suite !== undefined && { suite }),
      ...(url !== undefined && { url }),
    }
    const setUp = setUpReports(options, {}, call, command)
    const found = await findFiles(patterns, call.folder, undefined)
    const isWritten = ({ path }: ReportFile) => path !== undefined && isNew(path, before)
    const files = found.files.filter(isWritten)
    if (files.length === 0)
      return { lines: [`the command wrote no file that matches ${patterns.join(', ')}`] }
    const [old] = found.files.filter((file) => !isWritten(file))
    const uploaded = await uploadFound({ ...found, files }, { names: patterns, options, ...setUp }, call)
    const { sent, outcome } = uploaded
    const line =
      sent?.kind === 'sent' ? [oneLine(`${count(outcome.tests, 'result')} sent → ${sent.url}`)] : []
    const doubt = !isWell(uploaded)
      ? 'a report is broken or missing, so results may be missing'
      : old && `the command did not write ${old.name} anew; remove the reports of earlier runs before it`
    return { lines: [...line, ...uploadTroubles(uploaded)], ...(doubt && { doubt }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { lines: [error.message], doubt: error.message }
  }
}

const isNew = (path: string, before: Reports): boolean => {
  const known = before.get(path)
  const { mtimeMs, size, ino } = statSync(path)
  return known?.mtimeMs !== mtimeMs || known.size !== size || known.ino !== ino
}
