import type { CiRun, Code, Failure, Group, Open } from '@svc/protocol'

/** Runs of one history, each of `TESTS` tests; two suites with tests of their own. */
export const TESTS = 20_000
const SUITES = ['unit', 'e2e'] as const
export const PROJECT = 'shop'
/** The end of the history; the clock of servers that serve it continues from here. */
export const HISTORY_END = Date.parse('2026-11-01T00:00:00Z')
/** 500 runs are 90 days. */
const EVERY_MS = (90 * 86_400_000) / 500

const TESTS_A_FILE = 40
/** Of a thousand tests: always skipped; flaky at rates around 25 %; broken for weeks. */
const SKIPPED = 10
const FLAKY_PRONE = 20
const BROKEN = 2
/** Fails once by chance, of a thousand results. */
const SCATTERED = 3.4
/** Tests of neighbouring files that a change breaks together. */
const BROKEN_BY_CHANGE = 160
/** A pause of the machine doubles the time of so many in a thousand. */
const PAUSED = 2

const TITLES = Array.from({ length: TESTS_A_FILE }, (_, i) =>
  JSON.stringify(`returns the expected value for case ${i} of the set`),
)

/** One run, identified by the number of runs after it: two histories with equal ends have equal newest runs. */
export interface MadeRun {
  startedAt: number
  /** When the last of it arrives at the server. */
  receivedAt: number
  /** The journal of its one part, as the client sends it. */
  body: Buffer
}

/** The run after which `after` others came. Half of them are `unit`, half `e2e`, of the same pushes. */
export function madeRun(after: number): MadeRun {
  const suite = after % SUITES.length
  const push = Math.floor(after / SUITES.length)
  const startedAt = HISTORY_END - Math.round((after + 1) * EVERY_MS)
  const lines = [line(['open', 1, openOf(after, suite, push, startedAt)])]
  const code = codeOf(push)
  const ownBreak = code.pullRequest !== undefined || push % 8 === 0
  const firstBroken = (mix(push, 7) % (TESTS / TESTS_A_FILE - 4)) * TESTS_A_FILE
  let startMs = 0
  for (let i = 0; i < TESTS; i++) {
    const group = Math.floor(i / TESTS_A_FILE)
    if (i % TESTS_A_FILE === 0) lines.push(line(['group', group, groupOf(suite, group)]))
    const title = TITLES[i % TESTS_A_FILE]
    const duration = durationOf(suite, i, after)
    startMs += 2
    const attempt = (status: string, detail = '') =>
      lines.push(`["attempt",${group},${title},"${status}",${startMs},${duration}${detail}]\n`)
    const lot = (i * 617) % 1_000
    const chance = share(mix(after, i))
    if (lot < SKIPPED) attempt('skipped', ',{"skip":{"kind":"skip"}}')
    else if (lot < SKIPPED + FLAKY_PRONE) {
      if (chance < flakyRateOf(i)) attempt('failed', detailOf(timedOut(i, after)))
      attempt('passed')
    } else if (lot < SKIPPED + FLAKY_PRONE + BROKEN && mix(i, Math.floor(push / 20)) % 2 === 0)
      attempt('failed', detailOf(unequal(i, 0)))
    else if (ownBreak && i >= firstBroken && i < firstBroken + BROKEN_BY_CHANGE)
      attempt('failed', detailOf(undefinedProperty(group, push)))
    else if (chance < SCATTERED / 1_000) attempt('failed', detailOf(unequal(i, after)))
    else attempt('passed')
  }
  lines.push(line(['end', { status: 'failed', durationMs: startMs }]))
  return { startedAt, receivedAt: startedAt + startMs + 1_000, body: Buffer.from(lines.join('')) }
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`
const detailOf = (error: Failure) => `,${JSON.stringify({ errors: [error] })}`

function openOf(after: number, suite: number, push: number, startedAt: number): Open {
  const ci: CiRun = { provider: 'GitHub Actions', url: `https://ci.test/runs/${push}`, workflow: 'test' }
  return {
    journal: `00000000-0000-4000-8000-${String(after).padStart(12, '0')}`,
    project: PROJECT,
    suite: SUITES[suite] ?? '',
    build: `push-${push}`,
    runAttempt: 1,
    part: { job: 'test', package: '', config: 'vitest.config.ts', leg: 'linux-x64-node24' },
    trust: 'ci',
    code: codeOf(push),
    ci,
    runner: { name: 'vitest', version: '5.1.1' },
    client: { name: '@svc/vitest', version: '0.1.0' },
    root: 'git',
    startedAt,
  }
}

/** Two pushes of five go to main, the others to three pull requests; now and then main is tested twice. */
function codeOf(push: number): Code {
  const of = push % 5
  const facts = { repository: 'acme/shop', defaultBranch: 'main' }
  if (of < 2) {
    const commit = onMain(push)
    const parent = onMain(commit % 5 === 0 ? commit + 1 : commit + 4)
    return {
      ...facts,
      branch: 'main',
      testedSha: shaOf('commit', commit),
      parents: [shaOf('commit', parent)],
      tree: shaOf('tree', commit),
      message: `Change number ${commit}`,
    }
  }
  const number = 1_000 - Math.floor(push / 25) * 3 - of
  const baseSha = shaOf('commit', onMain(push - of + 5))
  const headSha = shaOf('commit', push)
  return {
    ...facts,
    branch: `feature-${number}`,
    baseBranch: 'main',
    pullRequest: number,
    testedSha: shaOf('merge', push),
    headSha,
    baseSha,
    parents: [baseSha, headSha],
    tree: shaOf('tree', push),
    message: `Feature ${number}, change ${push}`,
  }
}

/** The commit of main that a push tests: every tenth tests the one before it again. */
const onMain = (push: number) => (push % 10 === 0 ? push + 1 : push)

const groupOf = (suite: number, group: number): Group => ({
  file: `packages/area-${group % 20}/${SUITES[suite]}/feature-${group}/module.test.ts`,
  titles: [`feature ${group}`, 'when it is asked'],
})

/** Unit tests take up to 40 ms, end-to-end ones up to 800; around that 10 % of noise, and a pause now and then. */
function durationOf(suite: number, i: number, after: number): number {
  const usualMs = (((i * 7919) % 4_000) / 100) * (suite === 0 ? 1 : 20)
  const lot = mix(i, after + 1_000_003)
  const pause = lot % 1_000 < PAUSED ? 2 : 1
  return Math.round(usualMs * (0.9 + 0.2 * share(lot)) * pause * 1_000) / 1_000
}

const flakyRateOf = (i: number) => 0.1 + 0.3 * share(mix(i, 11))

const timedOut = (i: number, after: number): Failure =>
  failure(
    'TimeoutError',
    `Waited ${1_000 + (i % 2) * (mix(i, after) % 997)} ms for the element of case ${i}`,
    i,
  )

const unequal = (i: number, after: number): Failure =>
  failure(
    'AssertionError',
    `expected ${(i % 2) * (mix(i, after) % 997)} to be ${i % 60} // Object.is equality`,
    i,
  )

const undefinedProperty = (group: number, push: number): Failure =>
  failure('TypeError', `Cannot read properties of undefined (reading 'field${push}')`, group * TESTS_A_FILE)

function failure(name: string, message: string, i: number): Failure {
  const frames = Array.from(
    { length: 8 },
    (_, depth) =>
      `    at step${depth} (/home/ci/work/packages/area-${i % 20}/src/step-${depth}.ts:${10 + i}:5)`,
  )
  return { name, message, stack: [`${name}: ${message}`, ...frames].join('\n') }
}

/** The same numbers every time, and none that has to do with its neighbour's. */
function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}

const share = (number: number) => number / 2 ** 32

const shaOf = (kind: string, number: number): string => {
  const digits = [1, 2, 3, 4, 5].map((n) =>
    mix(number + 1, n * 31 + kind.length)
      .toString(16)
      .padStart(8, '0'),
  )
  return digits.join('')
}
