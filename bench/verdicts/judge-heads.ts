import { withFolderInMemory } from '../databases.ts'
import { openApp, type SimulatedApp } from './app.ts'
import { fixedPercentage, type Guess, keyOfChange, statusDifference } from './baselines.ts'
import { type FlakyTruth, judgeFlakyList } from './flaky-list.ts'
import { type HeadRun, type PlayedRun, play } from './play.ts'
import { type Cause, makeWorld, type Workflow, type World } from './world.ts'

export type Kind = 'mine' | 'base-is-broken' | 'known-flake' | 'infrastructure' | 'unknown' | 'none'

interface Change {
  file: string
  titles: string[]
  leg: string
  verdict: Said | null
}

interface Said {
  kind: Kind
  because: string
  basis: { rule: string; chanceFailures: number; branchRuns: number; attempts: number }
}

/** As much of a comparison's answer as is held to the truth. */
interface Compared {
  base: { id: string } | null
  regressions: Change[]
  stillFailing: Change[]
  newTests: Change[]
  removed: Change[]
  nextCursors: Record<string, string | null>
}

/** One failure of a pull request's run: its true cause beside what was said of it. */
export interface Observation {
  seed: number
  cause: Cause
  /** Of one cause in one run: all its failures together weigh as one. */
  incident: string
  kind: string
  twist: World['twist']
  /** The change broke it too, under an outage that struck first. */
  isOwnToo: boolean
  push: number
  said: Kind
  rule: string
  branchRuns: number
  because: string
  /** Runs of the base branch that had the test, up to the base. */
  baseRuns: number
  retries: number
  isNew: boolean
  flake: World['tests'][number]['flake']
  raw: Guess
  fixed: Guess
  title: string
}

/** Plays one world and compares every run of its pull requests when it is over, as the comment does. */
export const judgeWorld = (
  seed: number,
  workflow: Workflow,
): Promise<{ observations: Observation[]; flaky: FlakyTruth[]; invented: Invented[] }> =>
  withFolderInMemory(async (folder) => {
    const app = await openApp(folder)
    try {
      const world = makeWorld(seed, workflow)
      const observations: Observation[] = []
      const invented: Invented[] = []
      const played = await play(world, app, async (head, before) => {
        const compared = await compare(app, head.id)
        observations.push(...observe(world, head, before, compared))
        invented.push(inventedIn(seed, head, before, compared))
      })
      return { observations, invented, flaky: await judgeFlakyList(world, played, app) }
    } finally {
      await app.close()
    }
  })

/** Tests of one run that were said to be new or removed and are not. */
export interface Invented {
  seed: number
  /** The run, by its branch and its push. */
  head: string
  news: string[]
  removed: string[]
}

function inventedIn(
  seed: number,
  head: HeadRun,
  before: PlayedRun[],
  { base, newTests, removed }: Compared,
): Invented {
  const run = { seed, head: `${head.branch} push ${head.push}` }
  if (!base) return { ...run, news: [], removed: [] }
  const known = new Set(before.filter((run) => run.isOfBase).flatMap((run) => [...run.statuses.keys()]))
  return {
    ...run,
    news: newTests.map(keyOfChange).filter((key) => known.has(key)),
    removed: removed.map(keyOfChange).filter((key) => head.existing.has(key)),
  }
}

const COMPARED_GROUPS = ['regressions', 'stillFailing', 'newTests', 'removed'] as const

/** The whole comparison: groups with more entries than a page holds are read to their end. */
async function compare(app: SimulatedApp, head: string): Promise<Compared> {
  const path = `/api/compare?base=auto&head=${head}&limit=200`
  const whole = await app.get<Compared>(path)
  for (const group of COMPARED_GROUPS) {
    let cursor = whole.nextCursors[group]
    while (cursor) {
      const more = await app.get<Compared>(`${path}&group=${group}&cursor=${encodeURIComponent(cursor)}`)
      whole[group].push(...more[group])
      cursor = more.nextCursors[group]
    }
  }
  return whole
}

function observe(world: World, head: HeadRun, before: PlayedRun[], compared: Compared): Observation[] {
  const base = before.find((run) => run.id === compared.base?.id)
  const failed = [...head.results].filter(([key]) => head.statuses.get(key) === 'failed')
  const said = saidOf(compared)
  return failed.map(([key, { cause, source, flake, title }]): Observation => {
    const told = said.get(key)
    const history = before.filter(
      (run) => run.isOfBase && base && run.startedAt <= base.startedAt && run.statuses.has(key),
    )
    return {
      seed: world.seed,
      // The change is the cause of every result of a test that it added.
      cause: cause === 'flake' && head.added.has(key) ? 'regression' : (cause as Cause),
      incident: `${head.id} ${head.startedAt} ${source?.id}`,
      kind: source?.kind ?? '',
      twist: world.twist,
      isOwnToo: source?.isOwnToo ?? false,
      push: head.push,
      said: told?.kind ?? 'none',
      rule: told?.basis.rule ?? '',
      branchRuns: told?.basis.branchRuns ?? 0,
      because: told?.because ?? '',
      baseRuns: history.length,
      retries: world.retries,
      isNew: head.added.has(key),
      flake,
      raw: statusDifference(base, key),
      fixed: fixedPercentage(base, head, before, key),
      title,
    }
  })
}

function saidOf({ regressions, stillFailing, newTests }: Compared) {
  const verdicts = new Map<string, Said>()
  for (const change of [...regressions, ...stillFailing, ...newTests])
    if (change.verdict) verdicts.set(keyOfChange(change), change.verdict)
  return verdicts
}
