import { assertion, detached, type ErrorForm, inSource, lockTaken, refused, timeout } from './errors.ts'
import { Random } from './random.ts'

/** What made a test fail; the truth that verdicts are held to. */
export type Cause = 'regression' | 'base' | 'flake' | 'outage'

type FlakeKind = 'independent' | 'one-leg' | 'shared'

export interface Flake {
  kind: FlakeKind
  /** Share of attempts that fail; of a shared resource, share of runs in which it is taken. */
  rate: number
  /** Tests with the same resource fail in the same runs. */
  resource: string | null
  leg: string | null
  form: ErrorForm
}

export interface SimulatedTest {
  index: number
  file: string
  title: string
  flake: Flake | null
}

/** Something that makes tests fail every time. */
export interface Defect {
  tests: Set<number>
  formOf: (test: SimulatedTest) => ErrorForm
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
}

export interface World {
  seed: number
  random: Random
  tests: SimulatedTest[]
  legs: string[]
  retries: number
  shards: number
  /** Runs of the base branch before the last pull request. */
  baseRuns: number
  outages: Outage[]
}

interface Outage {
  from: number
  to: number
  tests: Set<number>
  formOf: (test: SimulatedTest) => ErrorForm
}

const FILES = 20
const TESTS_A_FILE = 6
const RATES = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5]
const SERVICES = [5_432, 6_379, 9_200]
export const MINUTE = 60_000
export const BEGIN = Date.UTC(2026, 2, 2, 6)
export const BASE_EVERY = 40 * MINUTE

/** A project with its tests, the flaky ones among them, and the hours in which a service will be down. */
export function makeWorld(seed: number): World {
  const random = new Random(seed)
  const legs = random.chance(0.4) ? ['linux', 'windows'] : ['linux']
  const tests = Array.from({ length: FILES * TESTS_A_FILE }, (_, index): SimulatedTest => {
    const file = `test/area-${Math.floor(index / TESTS_A_FILE)}.test.ts`
    return {
      index,
      file,
      title: `does what case ${WORDS[index % WORDS.length]} ${letters(index)} asks`,
      flake: null,
    }
  })
  // One test in fifteen is flaky, one rate and kind as likely as another.
  for (const test of random.some(tests, 8)) {
    const onOneLeg = legs.length > 1 && random.chance(0.3)
    test.flake = {
      kind: onOneLeg ? 'one-leg' : 'independent',
      rate: random.pick(RATES),
      resource: null,
      leg: onOneLeg ? 'windows' : null,
      form: formOfFlake(random, test),
    }
  }
  const resource = `fixture-${letters(seed % 600)}`
  const rate = random.pick(RATES)
  if (random.chance(0.5))
    for (const test of random.some(
      tests.filter((each) => each.flake === null),
      3,
    ))
      test.flake = { kind: 'shared', rate, resource, leg: null, form: lockTaken(resource) }
  const baseRuns = random.chance(0.3) ? random.whole(3, 18) : random.whole(24, 50)
  const lengthMs = baseRuns * BASE_EVERY
  return {
    seed,
    random,
    tests,
    legs,
    retries: random.pick([0, 0, 1, 2]),
    shards: random.chance(0.25) ? 2 : 1,
    baseRuns,
    outages: Array.from({ length: random.whole(0, 3) }, () => makeOutage(random, tests, lengthMs)),
  }
}

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta']

/** A number in letters: figures in a message are masked, and names of tests should differ. */
export const letters = (n: number): string =>
  (n >= 26 ? letters(Math.floor(n / 26) - 1) : '') + String.fromCharCode(97 + (n % 26))

function formOfFlake(random: Random, test: SimulatedTest): ErrorForm {
  const lot = random.next()
  if (lot < 0.4) return assertion(test.file, test.title)
  return lot < 0.7 ? timeout() : detached(test.file)
}

function makeOutage(random: Random, tests: SimulatedTest[], lengthMs: number): Outage {
  const from = BEGIN + Math.floor(random.next() * lengthMs)
  const port = random.pick(SERVICES)
  const isSilent = random.chance(0.3)
  return {
    from,
    to: from + random.whole(30, 90) * MINUTE,
    tests: new Set(random.some(tests, random.whole(4, 10)).map((test) => test.index)),
    formOf: (test) => (isSilent ? timeout() : refused(test.file, port)),
  }
}

/** A change that breaks one test or some, as a person's does. */
export function makeDefect(random: Random, tests: SimulatedTest[]): Defect {
  const lot = random.next()
  if (lot < 0.6) {
    const broken = random.some(tests, random.chance(0.7) ? 1 : 2)
    return defect(broken, (test) => assertion(test.file, test.title))
  }
  if (lot < 0.85) {
    const module = `module${letters(random.whole(0, 400))}`
    return defect(random.some(tests, random.whole(2, 8)), () => inSource(module))
  }
  if (lot < 0.95) return defect(random.some(tests, 1), timeout)
  // Its address was changed: to the tests this looks like the service being down.
  const port = random.pick(SERVICES)
  return defect(random.some(tests, random.whole(2, 6)), (test) => refused(test.file, port))
}

const defect = (tests: SimulatedTest[], formOf: Defect['formOf']): Defect => ({
  tests: new Set(tests.map((test) => test.index)),
  formOf,
})
