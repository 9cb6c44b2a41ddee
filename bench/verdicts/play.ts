import type { SimulatedApp } from './app.ts'
import { BASE_EVERY, BEGIN, MINUTE } from './calendar.ts'
import { type Defect, type DefectKind, drawKind, makeDefect } from './defects.ts'
import { type Ancestor, journalsOf } from './journal.ts'
import type { Random } from './random.ts'
import { keyOf, runTests, type SimulatedResult, type Status, statusOf } from './run.ts'
import { asTested, selectionOf } from './workflows.ts'
import {
  type Cause,
  type Code,
  commitsOfRun,
  hasPolluters,
  lengthOf,
  packageOf,
  type SimulatedTest,
  suiteOf,
  type World,
} from './world.ts'

/** A run as the server got it, kept to hold its answers to. */
export interface PlayedRun {
  id: string
  branch: string
  /** It tested a commit of the base branch, under any branch name. */
  isOfBase: boolean
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
  /** All tests of its code, whether they ran or not. */
  existing: Set<string>
}

type Judge = (head: HeadRun, before: PlayedRun[]) => Promise<void>

/** A commit that someone pushed, with what CI says of its run. */
export interface Push {
  /** False for a commit of the base branch that CI did not test, or not yet. */
  isTested: boolean
  /** A commit of the base branch, under any branch name. */
  isOfBase: boolean
  /** The commit that was tested, if it has the files of the code but another name. */
  testedAs: string | null
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
  const pushes = pushesOf(world)
  const parents = new Map(pushes.map(({ code }) => [code.name, code.parent]))
  for (const push of pushes) {
    const { branch, pullRequest, code, mergeBase, mergedWith } = push
    if (!push.isTested) continue
    const isSelected = selectionOf(world, push, codeOf(push, pushes))
    const project = 'shop'
    const send = async (
      build: string,
      suite: string,
      at: number,
      first?: HeadRun,
    ): Promise<HeadRun | null> => {
      const isAlone = first !== undefined && world.workflow === 'reruns-of-failed'
      const all = runTests(world, code, at, isAlone).filter((result) => suiteOf(world, result.file) === suite)
      const existing = new Set(all.map(keyOf))
      const wasRed = (result: SimulatedResult) => first?.statuses.get(keyOf(result)) === 'failed'
      const results = all.filter((result) => isSelected(result) && (!isAlone || wasRed(result)))
      if (results.length === 0) return null
      const run = {
        project,
        suite,
        build,
        runAttempt: first ? 2 : 1,
        branch,
        pullRequest,
        commit: push.testedAs ?? code.name,
        files: code.name,
        parent: code.parent,
        // Fewer commits are known of a base branch that CI tests at each push: each run reports its own.
        ancestry: world.workflow === 'every-push' ? [] : ancestorsOf(mergedWith ?? code.parent, parents),
        mergedWith,
        mergeBase,
        baseBranch: push.baseBranch,
        startedAt: at,
        shards: world.shards,
        packageOf: (file: string) => packageOf(world, file),
        results,
      }
      app.setTime(at + 5 * MINUTE)
      const id = await app.upload(journalsOf(run))
      const own = new Map(results.map((result) => [keyOf(result), result]))
      // What passed alone proves nothing: the results of the whole run stand.
      const byKey = isAlone ? withFailures(first.results, own) : own
      const statuses = new Map([...byKey].map(([key, result]) => [key, statusOf(result)]))
      const causes = new Map([...byKey].flatMap(([key, { cause }]) => (cause ? [[key, cause] as const] : [])))
      if (first) {
        played.splice(
          played.findIndex((run) => run.id === id),
          1,
        )
        if (!isAlone) overlay(statuses, first.statuses)
        for (const [key, cause] of first.causes) if (!causes.has(key)) causes.set(key, cause)
      }
      const indexes = new Set(code.added.map((test) => test.index))
      const added = new Set([...byKey].filter(([, { index }]) => indexes.has(index)).map(([key]) => key))
      const played_ = { id, branch, isOfBase: push.isOfBase, startedAt: at, statuses, causes }
      const head = { ...played_, push: push.number, results: byKey, added, existing }
      if (!push.isOfBase) await judge(head, played)
      played.push(played_)
      return head
    }
    const build = `build-${++builds}`
    for (const suite of world.suites) {
      const first = await send(build, suite, push.at)
      if (!first) continue
      const isRed = [...first.statuses.values()].includes('failed')
      // People run a red job again, and some commits are tested twice, as nightly or for a tag.
      if (isRed && random.chance(world.workflow === 'reruns-of-failed' ? 0.6 : 0.25))
        await send(build, suite, push.at + 8 * MINUTE, first)
      else if (random.chance(0.1)) await send(`build-${++builds}`, suite, push.at + 9 * MINUTE)
    }
  }
  return played
}

/** The results of a whole run, with those of tests that failed alone, too. */
const withFailures = (whole: Map<string, SimulatedResult>, alone: Map<string, SimulatedResult>) =>
  new Map([...whole, ...[...alone].filter(([, result]) => statusOf(result) === 'failed')])

/** Failed before and passed when run again is a flake. */
function overlay(now: Map<string, Status>, before: Map<string, Status>): void {
  for (const [key, status] of now)
    if (status === 'passed' && before.get(key) !== 'passed' && before.has(key)) now.set(key, 'flaky')
}

/** The code that a push changed: that of the commit before, or where its branch left the base branch. */
const codeOf = ({ mergeBase, code }: Push, pushes: Push[]): Code | null =>
  pushes.find((push) => push.code.name === (mergeBase ?? code.parent))?.code ?? null

/** The number of commits before its own that an upload reports. */
const ANCESTRY = 50

function ancestorsOf(name: string | null, parents: Map<string, string | null>): Ancestor[] {
  const found: Ancestor[] = []
  for (let commit = name; commit !== null && found.length < ANCESTRY; ) {
    const parent: string | null = parents.get(commit) ?? null
    found.push({ name: commit, parent })
    commit = parent
  }
  return found
}

/** In a world that tests each push; the number for each commit is the same in all workflows. */
const PULL_REQUESTS = 12
/** Numbers of pull requests that carry another one's change, or are made upon it. */
const OF_TWINS = 10_000
const OF_STACKED = 20_000

function pushesOf(world: World): Push[] {
  const codes = baseCodes(world)
  const pushed = codes.map(
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
      isOfBase: true,
      testedAs: null,
    }),
  )
  const onBase = asTested(world, pushed)
  const count = PULL_REQUESTS * lengthOf(world.workflow)
  const pulls = Array.from({ length: count }, (_, i) => pullRequest(world, onBase, i + 1))
  return [...onBase, ...pulls.flat()].sort((a, b) => a.at - b.at)
}

/** If a world leaves commits of the base branch untested (every third, or breaking ones), CI was busy with another. */
const isSkipped = ({ twist, random }: World, codes: Code[], i: number) =>
  (twist === 'busy-base' && random.chance(0.35)) ||
  (twist === 'untested-base' && codes[i]?.broken.length !== codes[i - 1]?.broken.length)

/** The base branch's commits: now and then one breaks something, and most often a later one mends it. */
function baseCodes(world: World): Code[] {
  const { random, tests, legs, baseRuns, seed, workflow } = world
  // A break that no night sees is in no run of the suite.
  const scale = workflow === 'nightly-suite' ? commitsOfRun(workflow) : 1
  let broken: { defect: Defect; until: number }[] = []
  let titles = new Map<number, string>()
  const codes: Code[] = []
  for (let i = 0; i < baseRuns; i++) {
    broken = broken.filter(({ until }) => until > i)
    if (i > 0 && broken.length < 2 && random.chance(0.06 / scale))
      broken.push({
        defect: makeDefect(random, tests, legs, baseKind(world)),
        until: i + random.pick([1, 1, 2, 3, 5, 8]) * scale,
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
function baseKind(world: World): DefectKind {
  const kind = kindIn(world)
  return kind === 'flaky-too' ? 'single' : kind
}

/** What a change breaks in this world. */
const kindIn = (world: World): DefectKind =>
  hasPolluters(world) && world.random.chance(0.3) ? 'polluted' : drawKind(world.random)

const renamed = (titles: Map<number, string>, tests: SimulatedTest[]) =>
  new Map([
    ...titles,
    ...tests.map((test): [number, string] => [test.index, `${test.title}, in other words`]),
  ])

function pullRequest(world: World, onBase: Push[], number: number): Push[] {
  const { random, tests, seed, baseRuns, legs, mergeRefs, twist } = world
  // Half of them late, when there is history; the others wherever.
  const from = random.chance(0.7) ? Math.floor(baseRuns * 0.6) : 0
  const begun = onBase[random.whole(from, baseRuns - 1)] as Push
  // Of a batch, the branch gets all commits at once: nobody starts from one in its middle.
  const fork = onBase.findLast((push) => push.at <= begun.at) as Push
  const added = random.chance(0.2) ? addedTests(seed, number, tests.length) : []
  const ownTitles = random.chance(0.08)
    ? renamed(new Map(), random.some(tests, 1))
    : new Map<number, string>()
  const files = random.chance(0.12) ? moved(tests, fork.code.broken, random, number) : new Map()
  const pushes = random.whole(1, 3)
  const breaksAt = random.chance(0.6) ? random.whole(0, pushes - 1) : Number.POSITIVE_INFINITY
  let own: Defect[] = []
  return Array.from({ length: pushes }, (_, i): Push[] => {
    if (i === breaksAt)
      own = [
        formerDefect(world, onBase, fork) ?? makeDefect(random, [...tests, ...added], legs, kindIn(world)),
      ]
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
        // What is merged with the base branch has the names of that commit.
        titles: new Map([...(with_ ?? fork).code.titles, ...ownTitles]),
        files,
      },
      mergeBase: fork.code.name,
      mergedWith: with_?.code.name ?? null,
      baseBranch: 'main',
      isTested: true,
      isOfBase: false,
      testedAs: null,
    }
    if (twist === 'stacked' && own.length > 0) return [push, stackedUpon(world, push, number)]
    if (twist !== 'twin' || own.length === 0 || i !== breaksAt) return [push]
    return [push, twinOf(push, number)]
  }).flat()
}

/** Another branch with the same change in a commit of its own, as a cherry-pick or a squash brings it. */
function twinOf(push: Push, number: number): Push {
  const [branch, pullRequest] = [`twin-${number}`, number + OF_TWINS]
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
  const [branch, pullRequest] = [`upon-${number}`, number + OF_STACKED]
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
