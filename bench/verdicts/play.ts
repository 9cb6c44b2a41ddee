import type { SimulatedApp } from './app.ts'
import { journalsOf } from './journal.ts'
import { keyOf, runTests, type SimulatedResult, type Status, statusOf } from './run.ts'
import {
  BASE_EVERY,
  BEGIN,
  type Cause,
  type Code,
  type Defect,
  MINUTE,
  makeDefect,
  type SimulatedTest,
  type World,
} from './world.ts'

/** A run as the server got it, kept to hold its answers to. */
export interface PlayedRun {
  id: string
  branch: string
  startedAt: number
  statuses: Map<string, Status>
  /** What made a test fail in it last, where one failed at all. */
  causes: Map<string, Cause>
}

export interface HeadRun extends PlayedRun {
  results: Map<string, SimulatedResult>
  /** Tests that only this branch has. */
  added: Set<string>
}

type Judge = (head: HeadRun, before: PlayedRun[]) => Promise<void>

interface Push {
  at: number
  branch: string
  pullRequest: number | null
  code: Code
  mergeBase: string | null
}

/** Lives through a world in the order of its hours, and calls `judge` whenever a pull request's run is over. */
export async function play(world: World, app: SimulatedApp, judge: Judge): Promise<PlayedRun[]> {
  const { random } = world
  const played: PlayedRun[] = []
  let builds = 0
  for (const push of pushesOf(world)) {
    const { branch, pullRequest, code, mergeBase } = push
    const project = 'shop'
    const send = async (build: string, runAttempt: number, at: number): Promise<HeadRun> => {
      const results = runTests(world, code, at)
      const run = {
        project,
        build,
        runAttempt,
        branch,
        pullRequest,
        commit: code.name,
        parent: code.parent,
        mergeBase,
        startedAt: at,
        shards: world.shards,
        results,
      }
      app.setTime(at + 5 * MINUTE)
      const id = await app.upload(journalsOf(run))
      const byKey = new Map(results.map((result) => [keyOf(result), result]))
      const statuses = new Map([...byKey].map(([key, result]) => [key, statusOf(result)]))
      const causes = new Map([...byKey].flatMap(([key, { cause }]) => (cause ? [[key, cause] as const] : [])))
      const again = played.findIndex((run) => run.id === id)
      if (again >= 0) {
        const [first] = played.splice(again, 1) as [PlayedRun]
        overlay(statuses, first.statuses)
        for (const [key, cause] of first.causes) if (!causes.has(key)) causes.set(key, cause)
      }
      const indexes = new Set(code.added.map((test) => test.index))
      const added = new Set([...byKey].filter(([, { index }]) => indexes.has(index)).map(([key]) => key))
      const head = { id, branch, startedAt: at, statuses, causes, results: byKey, added }
      if (pullRequest !== null) await judge(head, played)
      played.push({ id, branch, startedAt: at, statuses, causes })
      return head
    }
    const build = `build-${++builds}`
    const first = await send(build, 1, push.at)
    const isRed = [...first.statuses.values()].includes('failed')
    // People run a red job again, and some commits are tested twice, as nightly or for a tag.
    if (isRed && random.chance(0.25)) await send(build, 2, push.at + 8 * MINUTE)
    else if (random.chance(0.1)) await send(`build-${++builds}`, 1, push.at + 9 * MINUTE)
  }
  return played
}

/** Failed before and passed when run again is a flake. */
function overlay(now: Map<string, Status>, before: Map<string, Status>): void {
  for (const [key, status] of now)
    if (status === 'passed' && before.get(key) !== 'passed' && before.has(key)) now.set(key, 'flaky')
}

const PULL_REQUESTS = 12

function pushesOf(world: World): Push[] {
  const codes = baseCodes(world)
  const onBase = codes.map(
    (code, i): Push => ({
      at: BEGIN + i * BASE_EVERY + world.random.whole(0, 5) * MINUTE,
      branch: 'main',
      pullRequest: null,
      code,
      mergeBase: null,
    }),
  )
  const pulls = Array.from({ length: PULL_REQUESTS }, (_, i) => pullRequest(world, onBase, i + 1))
  return [...onBase, ...pulls.flat()].sort((a, b) => a.at - b.at)
}

/** The base branch's commits: now and then one breaks something, and most often a later one mends it. */
function baseCodes({ random, tests, baseRuns, seed }: World): Code[] {
  let broken: { defect: Defect; until: number }[] = []
  let titles = new Map<number, string>()
  const codes: Code[] = []
  for (let i = 0; i < baseRuns; i++) {
    broken = broken.filter(({ until }) => until > i)
    if (i > 0 && broken.length < 2 && random.chance(0.06))
      broken.push({ defect: makeDefect(random, tests), until: i + random.pick([1, 1, 2, 3, 5, 8]) })
    if (i > 0 && random.chance(0.02)) titles = renamed(titles, random.some(tests, 2))
    codes.push({
      name: `${seed} main ${i}`,
      parent: i === 0 ? null : `${seed} main ${i - 1}`,
      broken: broken.map(({ defect }) => defect),
      own: [],
      added: [],
      titles,
    })
  }
  return codes
}

const renamed = (titles: Map<number, string>, tests: SimulatedTest[]) =>
  new Map([
    ...titles,
    ...tests.map((test): [number, string] => [test.index, `${test.title}, in other words`]),
  ])

function pullRequest({ random, tests, seed, baseRuns }: World, onBase: Push[], number: number): Push[] {
  // Half of them late, when there is history; the others wherever.
  const from = random.chance(0.7) ? Math.floor(baseRuns * 0.6) : 0
  const fork = onBase[random.whole(from, baseRuns - 1)] as Push
  const added = random.chance(0.25) ? addedTests(seed, number, tests.length) : []
  const titles = random.chance(0.08) ? renamed(fork.code.titles, random.some(tests, 1)) : fork.code.titles
  const pushes = random.whole(1, 3)
  const breaksAt = random.chance(0.6) ? random.whole(0, pushes - 1) : Number.POSITIVE_INFINITY
  let own: Defect[] = []
  return Array.from({ length: pushes }, (_, i): Push => {
    if (i === breaksAt) own = [makeDefect(random, [...tests, ...added])]
    else if (i > breaksAt && random.chance(0.3)) own = []
    const name = `${seed} pull ${number} ${i}`
    const parent = i === 0 ? fork.code.name : `${seed} pull ${number} ${i - 1}`
    return {
      at: fork.at + 12 * MINUTE + i * random.whole(60, 180) * MINUTE,
      branch: `topic-${number}`,
      pullRequest: number,
      code: { name, parent, broken: fork.code.broken, own, added, titles },
      mergeBase: fork.code.name,
    }
  })
}

/** New tests of a pull request: sound until its own defects say otherwise. */
const addedTests = (seed: number, number: number, from: number): SimulatedTest[] =>
  Array.from({ length: 2 }, (_, i) => ({
    index: from + number * 10 + i,
    file: `test/new-${number}.test.ts`,
    title: `brings case ${seed % 7} of ${i === 0 ? 'the first' : 'the second'} kind`,
    flake: null,
  }))
