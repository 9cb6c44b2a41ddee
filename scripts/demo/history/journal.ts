import { hash } from 'node:crypto'
import type { Random } from '../../../bench/verdicts/random.ts'
import type { Code, JournalLine, Open } from '../../../packages/protocol/src/index.ts'
import { DAY_MS, type Push } from './calendar.ts'
import { triesOf } from './incidents.ts'
import { CODEOWNERS, type StoryTest, TESTS } from './suites.ts'

const MAJOR = process.versions.node.split('.')[0]
/** The leg of the demo's own runs, as the reporters name it. */
const HERE = `${process.platform}-${process.arch}-node${MAJOR}`
const LEGS = { web: [HERE], backend: [HERE, `${process.platform}-${process.arch}-node22`] }
const OVERHEAD_MS = 4_000
const RUNNERS = {
  web: {
    runner: { name: 'playwright', version: '1.65.1' },
    client: '@svc/playwright',
    config: 'playwright.config.js',
  },
  backend: {
    runner: { name: 'vitest', version: '5.1.1' },
    client: '@svc/vitest',
    config: 'vitest.config.ts',
  },
}

/** The journals of one run of CI, by suite, as the reporters would have written them. */
export function journalsOf(
  push: Push,
  shas: Map<number, string>,
  now: number,
  random: Random,
): JournalLine[][][] {
  return (['web', 'backend'] as const).map((suite) =>
    LEGS[suite].map((leg) => journalOf(push, suite, leg, shas, now, random)),
  )
}

function journalOf(
  push: Push,
  suite: 'web' | 'backend',
  leg: string,
  shas: Map<number, string>,
  now: number,
  random: Random,
): JournalLine[] {
  const { runner, client, config } = RUNNERS[suite]
  const open: Open = {
    journal: uuidOf(`${push.build} ${suite} ${leg}`),
    project: 'shop',
    suite,
    build: push.build,
    runAttempt: 1,
    part: { job: 'test', package: `packages/${suite}`, config, leg },
    trust: 'ci',
    code: codeOf(push, shas),
    ci: {
      provider: 'GitHub Actions',
      url: `https://github.com/acme/shop/actions/runs/${push.build}`,
      event: push.event,
      workflow: 'test',
    },
    codeowners: CODEOWNERS,
    runner,
    client: { name: client, version: '0.1.0' },
    root: 'git',
    startedAt: push.at,
  }
  const lines: JournalLine[] = [['open', 1, open]]
  const groups = new Map<string, number>()
  let startMs = OVERHEAD_MS
  let isRed = false
  for (const test of TESTS) {
    if (test.suite !== suite || !exists(test, (now - push.codeAt) / DAY_MS)) continue
    const group = groupOf(test, groups, lines)
    const title = test.titles.at(-1) ?? ''
    if (test.skip) {
      lines.push([
        'attempt',
        group,
        title,
        'skipped',
        startMs,
        0,
        { skip: { kind: 'skip', reason: test.skip } },
      ])
      continue
    }
    const tries = triesOf(test, push, leg, now, random)
    for (const { failure, durationMs } of tries) {
      const took = Math.round(durationMs)
      if (failure)
        lines.push([
          'attempt',
          group,
          title,
          'failed',
          startMs,
          took,
          { errors: [failure], ...(failure.location && { location: failure.location }) },
        ])
      else lines.push(['attempt', group, title, 'passed', startMs, took])
      startMs += took
    }
    isRed ||= tries.at(-1)?.failure !== undefined
  }
  lines.push(['end', { status: isRed ? 'failed' : 'passed', durationMs: startMs }])
  return lines
}

function groupOf(
  { file, titles, variant }: StoryTest,
  groups: Map<string, number>,
  lines: JournalLine[],
): number {
  const group = { file, titles: titles.slice(0, -1), ...(variant && { variant }) }
  const key = JSON.stringify(group)
  const known = groups.get(key)
  if (known !== undefined) return known
  groups.set(key, groups.size)
  lines.push(['group', groups.size - 1, group])
  return groups.size - 1
}

const exists = ({ since, until }: StoryTest, daysAgo: number) =>
  (since === undefined || daysAgo <= since) && (until === undefined || daysAgo > until)

function codeOf(push: Push, shas: Map<number, string>): Code {
  const sha = (mark: number | undefined) => (mark === undefined ? undefined : shas.get(mark))
  const [tested, head, base, fork] = [push.tested, push.head, push.base, push.fork].map(sha)
  return {
    branch: push.branch,
    repository: 'acme/shop',
    defaultBranch: 'main',
    ...(tested && { testedSha: tested }),
    ...(head && { headSha: head }),
    ...(base && head && { baseSha: base, parents: [base, head] }),
    ...(fork && { mergeBaseSha: fork }),
    ...(push.pullRequest !== undefined && { pullRequest: push.pullRequest, baseBranch: 'main' }),
    message: push.message,
  }
}

function uuidOf(name: string): string {
  const hex = hash('sha256', name)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
