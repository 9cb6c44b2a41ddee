import { originInWords } from '../../../ground/kernel/origin-in-words.ts'
import { code, oneLine } from '../render.ts'
import type { OutputOf } from '../run-operation.ts'
import { seconds } from './describe.ts'
import { errorLine } from './error-line.ts'

/** A run of a test, as its history lists it. */
export type TestRun = OutputOf<'getTest'>['runs'][number]

/** One line of a history, for one run or for some that ended alike. */
interface HistoryRow {
  text: string
  data: object
  /** The number of runs up to this line. */
  entries: number
}

/** Runs that ended alike one after the other from this number on share a line. */
const LEAST_TOGETHER = 3
const MOST_NAMES = 3
const ERROR_LENGTH = 200

/**
 * The runs, newest first: those that passed together on a line, those that went wrong alike on a line, with the few that
 * passed between them, and each other run on its own.
 */
export function historyRows(runs: readonly TestRun[], most: number): HistoryRow[] {
  const rows: HistoryRow[] = []
  const known = new Set<string>()
  for (let at = 0; at < runs.length; ) {
    const together = togetherFrom(runs, at)
    const isOne = together.length === 1
    at += together.length
    rows.push({
      ...(isOne ? rowOf(together[0] as TestRun, most, known) : rowOfAlike(together, most, known)),
      entries: at,
    })
  }
  return rows
}

/** The longest stretch from here on that shares a line; one run if too few are alike. */
function togetherFrom(runs: readonly TestRun[], from: number): TestRun[] {
  const first = runs[from] as TestRun
  const isAlike = isPlain(first) ? isPlain : (run: TestRun) => keyOf(run) === keyOf(first)
  // Plain passes between bad runs are few: more of them have a line of their own.
  let [end, passed, alike] = [from, 0, 0]
  for (let at = from; at < runs.length && passed < LEAST_TOGETHER; at++) {
    const run = runs[at] as TestRun
    if (isAlike(run)) {
      alike++
      passed = 0
      end = at + 1
    } else if (isPlain(run)) passed++
    else break
  }
  return alike >= LEAST_TOGETHER ? runs.slice(from, end) : [first]
}

const keyOf = ({ execution, status, error, excludedBecause, evidence }: TestRun): string =>
  [originInWords(execution), status, error?.fingerprint, excludedBecause, ...evidence].join('/')

const isPlain = ({ status, excludedBecause }: TestRun): boolean =>
  status === 'passed' && excludedBecause === null

/** Runs that all passed, or went wrong alike with some that passed between them. */
function rowOfAlike(runs: TestRun[], most: number, known: Set<string>) {
  const [newest, oldest] = [runs[0] as TestRun, runs.at(-1) as TestRun]
  const { status, excludedBecause: excluded, evidence } = newest
  const isBad = !isPlain(newest)
  const passed = isBad ? runs.filter(isPlain).length : 0
  const times = runs.map(({ durationMs }) => durationMs)
  const [least, longest] = [Math.min(...times), Math.max(...times)]
  const branches = namesOf(runs.map(({ execution }) => execution.branch ?? 'no branch'))
  const legs = namesOf(runs.map(({ leg }) => leg))
  return {
    text: [
      `- ${oldest.startedAt.slice(0, 16)} to ${newest.startedAt.slice(0, 16)} ${runs.length - passed} ${status}${isBad ? ' alike' : ''}${passed > 0 ? ` and ${passed} passed` : ''}, ${seconds(least)} to ${seconds(longest)}`,
      `branch ${branches.map((name) => code(name, Math.min(most, 60))).join(', ')}`,
      `${commitOf(oldest)} to ${commitOf(newest)}`,
      legs.map((name) => code(name, Math.min(most, 60))).join(', '),
      ...whyOf(newest),
      ...errorOf(newest, most, known),
      `newest execution ${newest.execution.id}`,
    ].join(' · '),
    data: {
      status,
      runs: runs.length,
      ...(isBad && {
        passed,
        fingerprint: newest.error?.fingerprint ?? null,
        excludedBecause: excluded,
        evidence,
      }),
      from: oldest.startedAt,
      to: newest.startedAt,
      durationMs: [least, longest],
      execution: newest.execution.id,
      branches: branches.map((name) => oneLine(name, Math.min(most, 60))),
      legs: legs.map((name) => oneLine(name, Math.min(most, 60))),
    },
  }
}

/** Where a run comes from, why it does not count, and its evidence. */
const whyOf = ({ execution, excludedBecause: excluded, evidence }: TestRun): string[] => [
  ...[originInWords(execution)].filter((origin) => origin !== null),
  ...(excluded === null ? [] : [`not counted${WHY[excluded]}`]),
  ...(evidence.length > 0 ? [`flaky: ${evidence.join(', ')}`] : []),
]

/** Its error, in words only the first time. */
function errorOf({ error }: TestRun, most: number, known: Set<string>): string[] {
  if (error === null) return []
  const isNew = !known.has(error.fingerprint)
  known.add(error.fingerprint)
  return [
    `error ${error.fingerprint}${isNew ? '' : ' again'}`,
    ...(isNew ? [errorLine(error.message, Math.min(most, ERROR_LENGTH))] : []),
  ]
}

function rowOf(run: TestRun, most: number, known: Set<string>) {
  const { execution, status, durationMs, error, leg, excludedBecause: excluded } = run
  const line = [
    `- ${run.startedAt.slice(0, 16)} ${status} ${seconds(durationMs)}`,
    execution.branch ? `branch ${code(execution.branch, Math.min(most, 100))}` : 'no branch',
    ...(execution.pullRequest === null ? [] : [`PR ${execution.pullRequest}`]),
    commitOf(run),
    code(leg, Math.min(most, 80)),
    ...whyOf(run),
    ...errorOf(run, most, known),
    `execution ${execution.id}`,
  ]
  return {
    text: line.join(' · '),
    data: {
      at: run.startedAt,
      status,
      durationMs,
      execution: execution.id,
      branch: execution.branch && oneLine(execution.branch, Math.min(most, 100)),
      leg: oneLine(leg, Math.min(most, 80)),
      trust: execution.trust,
      dirty: execution.dirty,
      excludedBecause: excluded,
      fingerprint: error?.fingerprint ?? null,
      evidence: run.evidence,
    },
  }
}

const commitOf = ({ execution }: TestRun): string =>
  (execution.headSha ?? execution.testedSha)?.slice(0, 10) ?? 'no commit'

/** Different names, at most so many. */
function namesOf(names: string[]): string[] {
  const all = [...new Set(names)]
  return all.length > MOST_NAMES ? [...all.slice(0, MOST_NAMES), '…'] : all
}

/** What a line adds to "not counted", unless the run's origin says it. */
const WHY = {
  'not-settled': ': the execution has not settled',
  outage: ': most tests of the execution failed',
  local: ': the project has runs in CI',
  fork: '',
  dirty: '',
} as const
