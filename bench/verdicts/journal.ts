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

/** A commit and its parent, by their names. */
export interface Ancestor {
  name: string
  parent: string | null
}

export interface SimulatedRun {
  project: string
  suite: string
  build: string
  runAttempt: number
  branch: string
  pullRequest: number | null
  /** Names of commits. */
  commit: string
  /** The commit whose files it has. */
  files?: string
  parent: string | null
  /** Commits before it, newest first. */
  ancestry?: Ancestor[]
  /** The base branch's commit that was merged with it to be tested. */
  mergedWith: string | null
  mergeBase: string | null
  /** Where its pull request leads. */
  baseBranch?: string
  startedAt: number
  shards: number
  /** Packages with a file are parts of their own; absent if there are none. */
  packageOf?: (file: string) => string
  results: Told[]
}

/** The journals of one run, one for each leg and shard, as the reporters would have written them. */
export function journalsOf(run: SimulatedRun): JournalLine[][] {
  const legs = [...new Set(run.results.map((result) => result.leg))]
  const packageOf = run.packageOf ?? (() => '')
  const packages = [...new Set(run.results.map((result) => packageOf(result.file)))]
  const shards = Array.from({ length: run.shards }, (_, shard) => shard)
  const jobs = legs.flatMap((leg) => packages.flatMap((of) => shards.map((shard) => ({ leg, of, shard }))))
  return jobs.flatMap((job) => {
    const results = run.results.filter(
      ({ leg, file }) =>
        leg === job.leg && packageOf(file) === job.of && shardOf(file, run.shards) === job.shard,
    )
    // CI runs only the red jobs again.
    return run.runAttempt > 1 && results.length === 0 ? [] : [journal(run, job, results)]
  })
}

export const shardOf = (file: string, shards: number) =>
  [...file].reduce((sum, c) => sum + c.charCodeAt(0), 0) % shards

interface Job {
  leg: string
  /** Its package. */
  of: string
  shard: number
}

function journal(run: SimulatedRun, { leg, of, shard }: Job, results: Told[]): JournalLine[] {
  const { pullRequest, parent, mergedWith, mergeBase } = run
  const tested = mergedWith === null ? run.commit : `${run.commit} with ${mergedWith}`
  const content = mergedWith === null ? (run.files ?? run.commit) : tested
  const parents = mergedWith === null ? [parent] : [mergedWith, run.commit]
  const ancestry = (run.ancestry ?? []).map(({ name, parent }) => ({
    sha: sha(name),
    parents: parent === null ? [] : [sha(parent)],
    tree: sha(`tree of ${name}`),
  }))
  const open: Open = {
    journal: uuid([run.project, run.suite, run.build, run.runAttempt, leg, of, shard].join('/')),
    project: run.project,
    suite: run.suite,
    build: run.build,
    runAttempt: run.runAttempt,
    part: {
      job: 'test',
      package: of,
      config: '',
      leg,
      ...(run.shards > 1 ? { shard: { index: shard + 1, total: run.shards } } : {}),
    },
    trust: 'ci',
    code: {
      branch: run.branch,
      testedSha: sha(tested),
      headSha: sha(run.commit),
      tree: sha(`tree of ${content}`),
      parents: parents.filter((name) => name !== null).map(sha),
      defaultBranch: 'main',
      ...(ancestry.length > 0 ? { ancestry } : {}),
      ...(pullRequest === null ? {} : { pullRequest }),
      ...(pullRequest === null && run.branch === 'main' ? {} : { baseBranch: run.baseBranch ?? 'main' }),
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
