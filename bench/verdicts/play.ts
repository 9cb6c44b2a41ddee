import type { SimulatedApp } from './app.ts'
import { BASE_EVERY, BEGIN, MINUTE } from './calendar.ts'
import { type Defect, type DefectKind, drawKind, makeDefect } from './defects.ts'
import { journalsOf } from './journal.ts'
import type { Random } from './random.ts'
import { keyOf, runTests, type SimulatedResult, type Status, statusOf } from './run.ts'
import type { Cause, Code, SimulatedTest, World } from './world.ts'

/** A run as the server got it, kept to hold its answers to. */
export interface PlayedRun {
  id: string
  branch: string
  startedAt: number
  statuses: Map<string, Status>
  /** The last cause of a failed test; absent if none failed. */
  causes: Map<string, Cause>
}

export interface HeadRun extends PlayedRun {
  results: Map<string, SimulatedResult>
  /** Which push of its branch it is of, from 0 on. */
  push: number
  /** Tests that only this branch has. */
  added: Set<string>
}

type Judge = (head: HeadRun, before: PlayedRun[]) => Promise<void>

interface Push {
  /** False for a commit of the base branch that CI did not test, or not yet. */
  isTested: boolean
  mergedWith: string | null
  at: number
  branch: string
  number: number
  pullRequest: number | null
  code: Code
  mergeBase: string | null
  /** Where its pull request leads. */
  baseBranch: string
}

/** Lives through a world in the order of its hours, and calls `judge` whenever a pull request's run is over. */
export async function play(world: World, app: SimulatedApp, judge: Judge): Promise<PlayedRun[]> {
  const { random } = world
  const played: PlayedRun[] = []
  let builds = 0
  for (const push of pushesOf(world)) {
    const { branch, pullRequest, code, mergeBase, mergedWith } = push
    if (!push.isTested) continue
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
        mergedWith,
        mergeBase,
        baseBranch: push.baseBranch,
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
      const head = { id, branch, push: push.number, startedAt: at, statuses, causes, results: byKey, added }
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
      number: i,
      pullRequest: null,
      code,
      mergeBase: null,
      mergedWith: null,
      baseBranch: 'main',
      isTested: i === 0 || !isSkipped(world, codes, i),
    }),
  )
  const pulls = Array.from({ length: PULL_REQUESTS }, (_, i) => pullRequest(world, onBase, i + 1))
  return [...onBase, ...pulls.flat()].sort((a, b) => a.at - b.at)
}

/** If a world leaves commits of the base branch untested (every third, or breaking ones), CI was busy with another. */
const isSkipped = ({ twist, random }: World, codes: Code[], i: number) =>
  (twist === 'busy-base' && random.chance(0.35)) ||
  (twist === 'untested-base' && codes[i]?.broken.length !== codes[i - 1]?.broken.length)

/** The base branch's commits: now and then one breaks something, and most often a later one mends it. */
function baseCodes({ random, tests, legs, baseRuns, seed }: World): Code[] {
  let broken: { defect: Defect; until: number }[] = []
  let titles = new Map<number, string>()
  const codes: Code[] = []
  for (let i = 0; i < baseRuns; i++) {
    broken = broken.filter(({ until }) => until > i)
    if (i > 0 && broken.length < 2 && random.chance(0.06))
      broken.push({
        defect: makeDefect(random, tests, legs, baseKind(random)),
        until: i + random.pick([1, 1, 2, 3, 5, 8]),
      })
    if (i > 0 && random.chance(0.02)) titles = renamed(titles, random.some(tests, 2))
    codes.push({
      name: `${seed} main ${i}`,
      parent: i === 0 ? null : `${seed} main ${i - 1}`,
      broken: broken.map(({ defect }) => defect),
      own: [],
      added: [],
      titles,
      files: new Map(),
    })
  }
  return codes
}

/** What breaks a flaky test for good is nothing that the base branch keeps; else as anybody's change. */
function baseKind(random: Random): DefectKind {
  const kind = drawKind(random)
  return kind === 'flaky-too' ? 'single' : kind
}

const renamed = (titles: Map<number, string>, tests: SimulatedTest[]) =>
  new Map([
    ...titles,
    ...tests.map((test): [number, string] => [test.index, `${test.title}, in other words`]),
  ])

function pullRequest(world: World, onBase: Push[], number: number): Push[] {
  const { random, tests, seed, baseRuns, legs, mergeRefs, twist } = world
  // Half of them late, when there is history; the others wherever.
  const from = random.chance(0.7) ? Math.floor(baseRuns * 0.6) : 0
  const fork = onBase[random.whole(from, baseRuns - 1)] as Push
  const added = random.chance(0.2) ? addedTests(seed, number, tests.length) : []
  const titles = random.chance(0.08) ? renamed(fork.code.titles, random.some(tests, 1)) : fork.code.titles
  const files = random.chance(0.12) ? moved(tests, fork.code.broken, random, number) : new Map()
  const pushes = random.whole(1, 3)
  const breaksAt = random.chance(0.6) ? random.whole(0, pushes - 1) : Number.POSITIVE_INFINITY
  let own: Defect[] = []
  return Array.from({ length: pushes }, (_, i): Push[] => {
    if (i === breaksAt)
      own = [formerDefect(world, onBase, fork) ?? makeDefect(random, [...tests, ...added], legs)]
    else if (i > breaksAt && twist === 'mended-then-broken' && random.chance(0.6))
      own = [
        makeDefect(random, [...tests, ...added], legs, random.pick(['address', 'refused-module', 'module'])),
      ]
    else if (i > breaksAt && random.chance(0.3)) own = []
    const at = fork.at + 12 * MINUTE + i * random.whole(60, 180) * MINUTE
    const with_ = mergeRefs ? (onBase.findLast((push) => push.at <= at - 6 * MINUTE) ?? fork) : null
    const name = `${seed} pull ${number} ${i}`
    const push = {
      at,
      branch: `topic-${number}`,
      number: i,
      pullRequest: number,
      code: {
        name,
        parent: i === 0 ? fork.code.name : `${seed} pull ${number} ${i - 1}`,
        broken: (with_ ?? fork).code.broken,
        own,
        added,
        titles,
        files,
      },
      mergeBase: fork.code.name,
      mergedWith: with_?.code.name ?? null,
      baseBranch: 'main',
      isTested: true,
    }
    if (twist === 'stacked' && own.length > 0) return [push, stackedUpon(world, push, number)]
    if (twist !== 'twin' || own.length === 0 || i !== breaksAt) return [push]
    return [push, twinOf(push, number)]
  }).flat()
}

/** Another branch with the same change in a commit of its own, as a cherry-pick or a squash brings it. */
function twinOf(push: Push, number: number): Push {
  const [branch, pullRequest] = [`twin-${number}`, number + 100]
  const code = { ...push.code, name: `${push.code.name} picked`, parent: push.mergeBase }
  return { ...push, at: push.at + 25 * MINUTE, branch, number: 0, pullRequest, code }
}

/** What the base branch had and mended, brought back: a bad revert, or an old branch merged anew. */
function formerDefect({ twist, random }: World, onBase: Push[], fork: Push): Defect | null {
  if (twist !== 'revert') return null
  const had = onBase.filter((push) => push.at < fork.at).flatMap((push) => push.code.broken)
  const mended = [...new Set(had)].filter((defect) => !fork.code.broken.includes(defect))
  return mended.length > 0 ? random.pick(mended) : null
}

/** Another pull request, made upon this one and leading to its branch: what this one broke is its base's. */
function stackedUpon({ random, tests, legs }: World, push: Push, number: number): Push {
  const [branch, pullRequest] = [`upon-${number}`, number + 200]
  const { name, broken, own } = push.code
  const code = {
    ...push.code,
    name: `${name} upon`,
    parent: name,
    broken: [...broken, ...own],
    own: random.chance(0.4) ? [makeDefect(random, tests, legs)] : [],
  }
  const at = push.at + 25 * MINUTE
  return {
    ...push,
    at,
    branch,
    pullRequest,
    code,
    mergeBase: name,
    mergedWith: null,
    baseBranch: push.branch,
  }
}

/** Some tests in other files, those that are broken on the base among them. */
function moved(
  tests: SimulatedTest[],
  broken: Defect[],
  random: Random,
  number: number,
): Map<number, string> {
  const ill = tests.filter((test) => broken.some((defect) => defect.tests.has(test.index)))
  return new Map(
    [...random.some(ill, 2), ...random.some(tests, 2)].map((test) => [
      test.index,
      `test/moved-${number}/${test.file.slice('test/'.length)}`,
    ]),
  )
}

/** New tests of a pull request: sound until its own defects say otherwise. */
const addedTests = (seed: number, number: number, from: number): SimulatedTest[] =>
  Array.from({ length: 2 }, (_, i) => ({
    index: from + number * 10 + i,
    file: `test/new-${number}.test.ts`,
    title: `brings case ${seed % 7} of ${i === 0 ? 'the first' : 'the second'} kind`,
    service: null,
    flake: null,
  }))
