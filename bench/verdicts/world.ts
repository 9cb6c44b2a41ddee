import { BASE_EVERY, BEGIN } from './calendar.ts'
import type { Defect } from './defects.ts'
import { assertion, detached, type ErrorForm, lockTaken, timeout } from './errors.ts'
import { makeOutage, type Outage, SERVICES } from './illness.ts'
import { Random } from './random.ts'

/** What made a test fail; the truth that verdicts are held to. */
export type Cause = 'regression' | 'base' | 'flake' | 'outage'

type FlakeKind = 'independent' | 'one-leg' | 'shared'

export interface Flake {
  kind: FlakeKind
  /** Share of attempts that fail; of a shared resource, share of runs in which it is taken. */
  rate: number
  /** The time from which it fails more often, and how often; null if it stays the same. */
  worse: { from: number; rate: number } | null
  /** Tests with the same resource fail in the same runs. */
  resource: string | null
  leg: string | null
  form: ErrorForm
}

export interface SimulatedTest {
  index: number
  file: string
  title: string
  /** The port of the service that it uses. */
  service: number | null
  flake: Flake | null
}

/** What one version of the code is, as far as its tests tell. */
export interface Code {
  name: string
  parent: string | null
  /** From the base branch. */
  broken: Defect[]
  /** From this branch. */
  own: Defect[]
  /** Tests that only this branch has. */
  added: SimulatedTest[]
  titles: Map<number, string>
  /** Files that tests were moved to. */
  files: Map<number, string>
}

export interface World {
  seed: number
  random: Random
  tests: SimulatedTest[]
  legs: string[]
  retries: number
  shards: number
  /** Commits of the base branch before the last pull request. */
  baseRuns: number
  /** CI tests pull requests merged with the base branch as it is. */
  mergeRefs: boolean
  /** What this world does that the rules take for rare or impossible. */
  twist: Twist | null
  /** When and how CI tests the base branch. */
  workflow: Workflow
  /** Suites that are executions of their own. */
  suites: string[]
  /** Packages that are parts of one execution; one without a name if there are none. */
  packages: string[]
  outages: Outage[]
}

/**
 * What the rules take for granted and some worlds break: no two branches carry one change that nobody can tell is one; a
 * base branch's broken commit, or any of its commits, has a run; a branch that failed otherwise before is judged anew;
 * flakes come one by one and stay as they are; an outage names a machine or a service, and more than one test feels it;
 * a change brings back no error that the base branch had; it goes to the base branch, not to another change's.
 */
export const TWISTS = [
  'twin',
  'untested-base',
  'mended-then-broken',
  'flake-in-bursts',
  'unnamed-outage',
  'lone-outage',
  'busy-base',
  'revert',
  'worse-flake',
  'stacked',
] as const
type Twist = (typeof TWISTS)[number]

/**
 * How a team's CI tests its base branch: at every push; in the merge queue alone, whose tested commits become those of
 * the branch; the same in batches of several commits; in a queue of draft pull requests whose changes are merged anew
 * and so get other commits with the same files; on a schedule; or at every push, but only the files that a commit
 * affects, with or without a run of all of them now and then; the same with whole suites of affected packages; a list of
 * affected packages, each of which is a part of one run; at every
 * push, where a red run is run again with its failed tests alone, and changes make tests break their neighbours; the
 * same without such runs; on three systems, of which one is flakier; a suite of which the base branch has a run at
 * night alone.
 */
export const WORKFLOWS = [
  'every-push',
  'queue',
  'queue-in-batches',
  'queue-of-drafts',
  'scheduled',
  'affected-files',
  'affected-files-and-nightly',
  'affected-suites',
  'affected-suites-and-nightly',
  'affected-parts',
  'reruns-of-failed',
  'polluters',
  'three-systems',
  'nightly-suite',
] as const
export type Workflow = (typeof WORKFLOWS)[number]

/** The number of pushes to one run of everything at night. */
export const NIGHTLY = 12

/** The number of commits of the base branch to one run of it. */
export function commitsOfRun(workflow: Workflow): number {
  if (workflow === 'nightly-suite') return NIGHTLY
  return workflow === 'queue-in-batches' || workflow === 'scheduled' ? 4 : 1
}

/**
 * How many times as many commits a world has as one that tests each push: a test runs in a third of the runs of a
 * workflow that selects. Pull requests are as many times more.
 */
export const lengthOf = (workflow: Workflow): number =>
  workflow.startsWith('affected-') ? 3 : commitsOfRun(workflow)

/** Whether changes make tests break their neighbours. */
export const hasPolluters = ({ workflow }: Pick<World, 'workflow'>): boolean =>
  workflow === 'polluters' || workflow === 'reruns-of-failed'

const PACKAGES = Array.from({ length: 5 }, (_, i) => `package-${i}`)

/** Runs of the base branch in seven of ten worlds; the others have few. */
const LONG = { least: 24, most: 50 }
const FILES = 20
const TESTS_A_FILE = 6
const RATES = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5]
/** Most flaky tests of a large suite hardly ever fail. */
const RARE_RATES = [0.002, 0.005, 0.01, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.4]

/** An ordinary world, in which tests can have as many base runs as goals of verdicts ask for. */
export const isOrdinary = ({ twist, baseRuns, workflow }: World): boolean =>
  twist === null && baseRuns / lengthOf(workflow) >= LONG.least

/** A project with its tests, the flaky ones among them, and the hours in which a service will be down. */
export function makeWorld(seed: number, workflow: Workflow = 'every-push'): World {
  const random = new Random(seed)
  const hasTwoLegs = random.chance(0.4)
  const isOnThree = workflow === 'three-systems'
  const legs = isOnThree ? ['linux', 'windows', 'macos'] : hasTwoLegs ? ['linux', 'windows'] : ['linux']
  const isMostlyRare = random.chance(0.6)
  const rates = isMostlyRare ? RARE_RATES : RATES
  const tests = Array.from({ length: FILES * TESTS_A_FILE }, (_, index): SimulatedTest => {
    const file = `test/area-${Math.floor(index / TESTS_A_FILE)}.test.ts`
    return {
      index,
      file,
      title: `does what case ${WORDS[index % WORDS.length]} ${letters(index)} asks`,
      service: random.chance(0.3) ? random.pick(SERVICES) : null,
      flake: null,
    }
  })
  // One test in fifteen is flaky, one rate and kind as likely as another.
  for (const test of random.some(tests, 8)) {
    const onOneLeg = legs.length > 1 && random.chance(isOnThree ? 0.5 : 0.3)
    test.flake = {
      kind: onOneLeg ? 'one-leg' : 'independent',
      rate: random.pick(rates),
      worse: null,
      resource: null,
      leg: onOneLeg ? 'windows' : null,
      form: formOfFlake(random, test),
    }
  }
  if (isOnThree)
    for (const test of random.some(
      tests.filter((each) => each.flake === null),
      8,
    ))
      test.flake = {
        kind: 'one-leg',
        rate: random.pick(rates),
        worse: null,
        resource: null,
        leg: 'windows',
        form: formOfFlake(random, test),
      }
  const resource = `fixture-${letters(seed % 600)}`
  const rate = random.pick(rates)
  if (random.chance(0.5))
    for (const test of random.some(
      tests.filter((each) => each.flake === null),
      3,
    ))
      test.flake = { kind: 'shared', rate, worse: null, resource, leg: null, form: lockTaken(resource) }
  const shards = random.chance(0.25) ? 2 : 1
  const baseRuns =
    (random.chance(0.3) ? random.whole(3, 18) : random.whole(LONG.least, LONG.most)) * lengthOf(workflow)
  const lengthMs = baseRuns * BASE_EVERY
  const twist = random.chance(0.65) ? null : random.pick(TWISTS)
  if (twist === 'worse-flake')
    for (const { flake } of tests)
      if (flake && flake.rate <= 0.1 && random.chance(0.5))
        flake.worse = { from: BEGIN + 0.6 * lengthMs, rate: random.pick([0.3, 0.5, 0.7]) }
  return {
    seed,
    random,
    tests,
    legs,
    retries: random.pick([0, 0, 1, 2]),
    shards,
    baseRuns,
    mergeRefs: random.chance(0.6),
    twist,
    workflow,
    suites: workflow.startsWith('affected-suites') ? PACKAGES : ['default'],
    packages: workflow === 'affected-parts' ? PACKAGES : [''],
    outages: Array.from({ length: random.whole(0, 3) }, () =>
      makeOutage(random, tests, {
        lengthMs,
        shards,
        isUnnamed: twist === 'unnamed-outage',
        isLone: twist === 'lone-outage',
      }),
    ),
  }
}

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta']

/** The suite of a file: a package has several areas, and keeps files that are new or moved. */
export const suiteOf = ({ suites }: Pick<World, 'suites'>, file: string): string => oneOf(suites, file)

export const packageOf = ({ packages }: Pick<World, 'packages'>, file: string): string =>
  oneOf(packages, file)

const oneOf = (parts: string[], file: string) =>
  parts[Number(/\d+/.exec(file)?.[0] ?? 0) % parts.length] as string

/** A number in letters: figures in a message are masked, and names of tests should differ. */
export const letters = (n: number): string =>
  (n >= 26 ? letters(Math.floor(n / 26) - 1) : '') + String.fromCharCode(97 + (n % 26))

function formOfFlake(random: Random, test: SimulatedTest): ErrorForm {
  const lot = random.next()
  if (lot < 0.4) return assertion(test.file, test.title)
  return lot < 0.7 ? timeout() : detached(test.file)
}
