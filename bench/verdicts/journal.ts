import type { JournalLine, Open } from '@svc/protocol'
import { sha, uuid } from './app.ts'
import type { SimulatedAttempt } from './run.ts'

/** What one upload needs to know of a test. */
interface Told {
  file: string
  title: string
  leg: string
  attempts: SimulatedAttempt[]
}

export interface SimulatedRun {
  project: string
  build: string
  runAttempt: number
  branch: string
  pullRequest: number | null
  /** Names of commits; a commit's tree bears its name. */
  commit: string
  parent: string | null
  /** The base branch's commit that was merged with it to be tested. */
  mergedWith: string | null
  mergeBase: string | null
  /** Where its pull request leads. */
  baseBranch?: string
  startedAt: number
  shards: number
  results: Told[]
}

/** The journals of one run, one for each leg and shard, as the reporters would have written them. */
export function journalsOf(run: SimulatedRun): JournalLine[][] {
  const legs = [...new Set(run.results.map((result) => result.leg))]
  return legs.flatMap((leg) =>
    Array.from({ length: run.shards }, (_, shard) => {
      const results = run.results.filter(
        (result) => result.leg === leg && shardOf(result.file, run.shards) === shard,
      )
      return journal(run, leg, shard, results)
    }),
  )
}

export const shardOf = (file: string, shards: number) =>
  [...file].reduce((sum, c) => sum + c.charCodeAt(0), 0) % shards

function journal(run: SimulatedRun, leg: string, shard: number, results: Told[]): JournalLine[] {
  const { pullRequest, parent, mergedWith, mergeBase } = run
  const tested = mergedWith === null ? run.commit : `${run.commit} with ${mergedWith}`
  const parents = mergedWith === null ? [parent] : [mergedWith, run.commit]
  const open: Open = {
    journal: uuid([run.project, run.build, run.runAttempt, leg, shard].join('/')),
    project: run.project,
    suite: 'default',
    build: run.build,
    runAttempt: run.runAttempt,
    part: {
      job: 'test',
      package: '',
      config: '',
      leg,
      ...(run.shards > 1 ? { shard: { index: shard + 1, total: run.shards } } : {}),
    },
    trust: 'ci',
    code: {
      branch: run.branch,
      testedSha: sha(tested),
      headSha: sha(run.commit),
      tree: sha(`tree of ${tested}`),
      parents: parents.filter((name) => name !== null).map(sha),
      defaultBranch: 'main',
      ...(pullRequest === null ? {} : { pullRequest, baseBranch: run.baseBranch ?? 'main' }),
      ...(mergeBase === null ? {} : { mergeBaseSha: sha(mergeBase) }),
    },
    runner: { name: 'vitest', version: '5.1.1' },
    client: { name: '@svc/vitest', version: '0.1.0' },
    root: 'git',
    startedAt: run.startedAt,
  }
  const lines: JournalLine[] = [['open', 1, open]]
  const files = new Map<string, number>()
  let startMs = 0
  let hasFailed = false
  for (const { file, title, attempts } of results) {
    let group = files.get(file)
    if (group === undefined) {
      group = files.size
      files.set(file, group)
      lines.push(['group', group, { file, titles: [] }])
    }
    for (const { passed, durationMs, failure } of attempts) {
      if (passed) lines.push(['attempt', group, title, 'passed', startMs, durationMs])
      else
        lines.push([
          'attempt',
          group,
          title,
          'failed',
          startMs,
          durationMs,
          failure ? { errors: [failure] } : {},
        ])
      startMs += Math.ceil(durationMs)
    }
    hasFailed ||= attempts.at(-1)?.passed === false
  }
  lines.push(['end', { status: hasFailed ? 'failed' : 'passed', durationMs: startMs }])
  return lines
}
