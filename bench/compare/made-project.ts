import { gzipSync } from 'node:zlib'
import type { Failure, JournalLine } from '@svc/protocol'
import { sha } from '../verdicts/app.ts'
import { journalsOf } from '../verdicts/journal.ts'
import type { SimulatedAttempt } from '../verdicts/run.ts'

/** Projects by their number of tests. */
export const SIZES = { small: 80, medium: 800, large: 20_000 } as const
export type Size = keyof typeof SIZES

/** How a team tests its base branch: each push; commits of a merge queue alone; the files that a change affects. */
export const WORKFLOWS = ['every-push', 'queue', 'selected-files'] as const
export type Workflow = (typeof WORKFLOWS)[number]

/** What failed in a pull request's run: what its change broke beside flakes, or a third of the tests in an outage. */
export type Trouble = 'change' | 'outage'

/** The runs of the base branch; beside every second of them a pull request ran. */
const BASE_RUNS = 40
/** The end of the history; servers that serve it go on from here. */
export const HISTORY_END = Date.parse('2026-11-01T00:00:00Z')
const EVERY_MS = 2 * 3_600_000
const PROJECT = 'shop'

const TESTS_A_FILE = 10
const SELECTED = 0.3
/** Shares of the tests. */
const BROKEN_BY_CHANGE = 0.02
const STRUCK_BY_OUTAGE = 0.3
const FLAKY_PRONE = 0.02
const FLAKY_RATE = 0.15
const SCATTERED = 0.002
/** Tests that fail on the base branch since this many runs. */
const BROKEN_ON_BASE = 3
const BROKEN_SINCE = 6
/** The number of commits before its own that an upload reports. */
const ANCESTRY = 50

interface RunOf {
  size: Size
  workflow: Workflow
  /** The base branch's commit that it tests, or that its branch began at; 0 is the oldest. */
  commit: number
  /** Null for a run of the base branch. */
  pull: { number: number; trouble: Trouble } | null
  startedAt: number
}

/** All runs before the first question, oldest first. */
export const historyOf = (size: Size, workflow: Workflow): RunOf[] =>
  Array.from({ length: BASE_RUNS }, (_, commit) => {
    const startedAt = HISTORY_END - (BASE_RUNS - commit) * EVERY_MS
    const ofBase: RunOf = { size, workflow, commit, pull: null, startedAt }
    const pull = { number: commit + 1, trouble: 'change' } as const
    return commit % 2 === 0 ? [ofBase] : [ofBase, { ...ofBase, pull, startedAt: startedAt + 600_000 }]
  }).flat()

/** A pull request's run upon the newest commit of the base branch. */
export const headOf = (size: Size, workflow: Workflow, round: number, trouble: Trouble): RunOf => ({
  size,
  workflow,
  commit: BASE_RUNS - 1,
  pull: { number: 1_000 + round, trouble },
  startedAt: HISTORY_END - 1_000,
})

/** The journal of a run, as a client compresses it. */
export const bodyOf = (run: RunOf): Buffer =>
  gzipSync(
    journalOf(run)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
    { level: 1 },
  )

function journalOf(run: RunOf): JournalLine[] {
  const { size, workflow, commit, pull, startedAt } = run
  const name = pull === null ? onMain(commit) : `pull ${pull.number}`
  const parent = pull === null ? (commit === 0 ? null : onMain(commit - 1)) : onMain(commit)
  const isQueued = workflow === 'queue' && pull === null && commit > 0
  const [lines] = journalsOf({
    project: PROJECT,
    suite: 'default',
    build: name,
    runAttempt: 1,
    branch:
      pull !== null
        ? `topic-${pull.number}`
        : isQueued
          ? `gh-readonly-queue/main/pr-${commit}-${sha(onMain(commit - 1))}`
          : 'main',
    pullRequest: pull?.number ?? null,
    commit: name,
    parent,
    ancestry: Array.from({ length: Math.min(ANCESTRY, commit + (pull === null ? 0 : 1)) }, (_, i) => {
      const of = commit - (pull === null ? 1 : 0) - i
      return { name: onMain(of), parent: of === 0 ? null : onMain(of - 1) }
    }),
    mergedWith: null,
    mergeBase: pull === null ? null : onMain(commit),
    startedAt,
    shards: 1,
    results: Array.from({ length: SIZES[size] }, (_, i) => ({ i, attempts: attemptsOf(run, i) }))
      .filter(({ i }) => isSelected(run, i))
      .map(({ i, attempts }) => ({ file: fileOf(i), title: titleOf(i), leg: 'linux-x64-node24', attempts })),
  })
  if (!lines) throw new Error('A run has one journal')
  return lines
}

const onMain = (commit: number) => `main ${commit}`
const fileOf = (i: number) =>
  `packages/area-${Math.floor(i / 200)}/src/feature-${Math.floor(i / TESTS_A_FILE)}/module.test.ts`
const titleOf = (i: number) => `returns the expected value for case ${i % TESTS_A_FILE} of feature ${i}`

/** The files of a change and of what it broke run; the first run has all. */
function isSelected(run: RunOf, i: number): boolean {
  const { workflow, commit, pull } = run
  if (workflow !== 'selected-files' || commit === 0) return true
  const seed = pull === null ? commit : 10_000 + pull.number
  return chance(seed, Math.floor(i / TESTS_A_FILE)) < SELECTED || isBrokenByChange(run, i)
}

function isBrokenByChange({ size, pull }: RunOf, i: number): boolean {
  if (pull === null) return false
  const tests = SIZES[size]
  const broken = Math.ceil(tests * BROKEN_BY_CHANGE)
  const first = Math.floor(chance(pull.number, 1) * (tests - broken))
  return i >= first && i < first + broken
}

function attemptsOf(run: RunOf, i: number): SimulatedAttempt[] {
  const { commit, pull } = run
  const seed = pull === null ? commit : 10_000 + pull.number
  const durationMs = Math.round((5 + ((i * 7_919) % 300)) * (0.9 + 0.2 * chance(seed, i)) * 1_000) / 1_000
  const failed = (failure: Failure): SimulatedAttempt => ({ passed: false, durationMs, failure })
  const passed: SimulatedAttempt = { passed: true, durationMs, failure: null }
  if (pull?.trouble === 'outage' && chance(seed, i + 1_000_000) < STRUCK_BY_OUTAGE)
    return [failed(failureOf('Error', 'connect ECONNREFUSED 10.0.0.7:5432', i))]
  if (isBrokenByChange(run, i))
    return [failed(failureOf('TypeError', `Cannot read properties of undefined (reading 'field${seed}')`, i))]
  if (i % 97 < BROKEN_ON_BASE && i < 97 && commit >= BASE_RUNS - BROKEN_SINCE)
    return [failed(failureOf('AssertionError', `expected ${i} to equal ${i + 1}`, i))]
  const lot = chance(seed, i + 2_000_000)
  if (chance(7, i) < FLAKY_PRONE && lot < FLAKY_RATE)
    return [failed(failureOf('TimeoutError', `Waited 1000 ms for the element of case ${i}`, i)), passed]
  if (lot < SCATTERED) return [failed(failureOf('AssertionError', `expected ${seed} to be ${i}`, i))]
  return [passed]
}

/** With a difference, as runners print one: messages are several lines long. */
function failureOf(name: string, message: string, i: number): Failure {
  const difference = Array.from(
    { length: 12 },
    (_, n) => `${n % 2 === 0 ? '-' : '+'}   "line${n}": ${i + n},`,
  )
  const frames = Array.from(
    { length: 8 },
    (_, n) => `    at step${n} (/home/ci/work/src/step-${n}.ts:${10 + i}:5)`,
  )
  return {
    name,
    message: [message, '', '- Expected', '+ Received', '', ...difference].join('\n'),
    stack: [`${name}: ${message}`, ...frames].join('\n'),
  }
}

/** From 0 to 1, the same every time. */
function chance(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}
