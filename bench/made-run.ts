import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Failure, Group, JournalLine, Open } from '@svc/protocol'

export const RUN_SIZE = 20_000
const TESTS_A_FILE = 40
/** Of a thousand tests in a mixed run: failed, flaky, skipped; the rest passes at once. */
const FAILED = 10
const FLAKY = 5
const SKIPPED = 10

export interface MadeRun {
  project: string
  /** Names the build; failures carry it too, so that each run brings errors of its own. */
  build: string
  /** Every test passes at the first attempt. */
  allPass?: boolean
  startedAt?: number
  /** Tests, `RUN_SIZE` unless given. */
  size?: number
}

/** The body of one upload of a 20,000-test run, compressed as the client does it. */
export function uploadBody(run: MadeRun): Buffer {
  const lines = runLines(run).map((line) => `${JSON.stringify(line)}\n`)
  return gzipSync(lines.join(''), { level: 1 })
}

/** The facts of a run of Vitest on one machine. */
export const openOf = (run: Pick<Open, 'project' | 'build' | 'code' | 'startedAt'>): Open => ({
  journal: randomUUID(),
  suite: 'default',
  runAttempt: 1,
  part: { job: 'test', package: '', config: 'vitest.config.ts', leg: 'linux-x64-node24' },
  trust: 'ci',
  runner: { name: 'vitest', version: '5.1.1' },
  client: { name: '@svc/vitest', version: '0.1.0' },
  root: 'git',
  ...run,
})

/** The lines of its journal, from the first facts to the end. */
export function runLines(run: MadeRun): JournalLine[] {
  const { project, build, allPass = false, startedAt = Date.now(), size = RUN_SIZE } = run
  const code = { branch: 'main', testedSha: 'a'.repeat(40), tree: 'b'.repeat(40) }
  const lines: JournalLine[] = [['open', 1, openOf({ project, build, code, startedAt })]]
  let startMs = 0
  for (let i = 0; i < size; i++) {
    const group = Math.floor(i / TESTS_A_FILE)
    if (i % TESTS_A_FILE === 0) lines.push(['group', group, groupOf(group)])
    const title = `returns the expected value for case ${i % TESTS_A_FILE} of the set`
    const duration = ((i * 7919) % 4_000) / 100
    const lot = allPass ? 1_000 : (i * 617) % 1_000
    startMs += 2
    if (lot < FAILED + FLAKY) {
      const errors = [failureOf(build, i)]
      lines.push(['attempt', group, title, 'failed', startMs, duration, { errors }])
      if (lot >= FAILED) lines.push(['attempt', group, title, 'passed', startMs + 1, duration])
    } else if (lot < FAILED + FLAKY + SKIPPED) {
      lines.push(['attempt', group, title, 'skipped', startMs, 0, { skip: { kind: 'skip' } }])
    } else lines.push(['attempt', group, title, 'passed', startMs, duration])
  }
  lines.push(['end', { status: allPass ? 'passed' : 'failed', durationMs: startMs }])
  return lines
}

const groupOf = (number: number): Group => ({
  file: `packages/area-${number % 20}/src/feature-${number}/module.test.ts`,
  titles: [`feature ${number}`, 'when it is asked'],
})

function failureOf(build: string, i: number): Failure {
  const frames = Array.from(
    { length: 8 },
    (_, depth) =>
      `    at step${depth} (/home/ci/work/packages/area-${i % 20}/src/step-${depth}.ts:${10 + depth}:5)`,
  )
  const message = `expected ${i % 60} of ${build} to be ${(i % 60) + 1} // Object.is equality`
  return { name: 'AssertionError', message, stack: [`AssertionError: ${message}`, ...frames].join('\n') }
}
