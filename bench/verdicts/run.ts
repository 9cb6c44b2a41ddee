import type { Failure } from '@svc/protocol'
import type { Defect } from './defects.ts'
import type { ErrorForm } from './errors.ts'
import { drawIllness, type Illness } from './illness.ts'
import { shardOf } from './journal.ts'
import { Random } from './random.ts'
import type { Cause, Code, SimulatedTest, World } from './world.ts'

export interface SimulatedAttempt {
  passed: boolean
  durationMs: number
  failure: Failure | null
}

/** One test on one leg, with the cause if it failed. */
export interface SimulatedResult {
  file: string
  title: string
  leg: string
  index: number
  attempts: SimulatedAttempt[]
  /** Of its last failed attempt. */
  cause: Cause | null
  source: Source | null
  flake: SimulatedTest['flake']
}

export type Status = 'passed' | 'failed' | 'flaky'

export const statusOf = ({ attempts }: Pick<SimulatedResult, 'attempts'>): Status => {
  if (attempts.every((attempt) => attempt.passed)) return 'passed'
  return attempts.some((attempt) => attempt.passed) ? 'flaky' : 'failed'
}

export const keyOf = ({ file, title, leg }: Pick<SimulatedResult, 'file' | 'title' | 'leg'>) =>
  `${file}\0${title}\0${leg}`

/** Why a test failed: of one cause in one run all failures are one incident. */
interface Source {
  cause: Cause
  /** Which defect, outage or flake it was. */
  id: string
  kind: string
  /** The change broke it as well, under something that struck first. */
  isOwnToo: boolean
}

/** Runs every test of a version of the code on every leg; each alone, or beside all others. */
export function runTests(world: World, code: Code, at: number, isAlone: boolean): SimulatedResult[] {
  const { random } = world
  return world.legs.flatMap((leg) => {
    // A leg is a job on a machine of its own, and so is a shard.
    const ill = Array.from({ length: world.shards }, () => drawIllness(random, at))
    const taken = takenResources(world, at)
    return [...world.tests, ...code.added].map((test): SimulatedResult => {
      const file = code.files.get(test.index) ?? test.file
      const place = { leg, at, taken, ill: ill[shardOf(file, world.shards)] ?? null, file, isAlone }
      const attempts: SimulatedAttempt[] = []
      let source: Source | null = null
      const isStruck = place.ill !== null && isHit(place.ill, test, random)
      for (let attempt = 0; attempt <= world.retries; attempt++) {
        const isIllNow = isStruck && (attempt === 0 || place.ill?.lasts === true || random.chance(0.5))
        const failed = attemptOnce(world, code, test, { ...place, ill: isIllNow ? place.ill : null })
        attempts.push({
          passed: !failed,
          durationMs: (place.ill?.slowdown ?? 1) * (60 + random.whole(0, 30)),
          failure: failed?.form({ ...test, file })(random) ?? null,
        })
        if (!failed) break
        source = failed.source
      }
      const title = code.titles.get(test.index) ?? test.title
      const cause = source?.cause ?? null
      return { file, title, leg, index: test.index, attempts, cause, source, flake: test.flake }
    })
  })
}

const isHit = (ill: Illness, test: SimulatedTest, random: Random) =>
  (!ill.ofUsers || test.service !== null) && random.chance(ill.share)

/** Flakes that come in bursts are taken together, for hours. */
const BURST_MS = 3 * 3_600_000

function takenResources({ tests, random, twist, seed }: World, at: number): Set<string> {
  const taken = new Set<string>()
  const asked = new Set<string>()
  for (const { flake } of tests) {
    if (!flake?.resource || asked.has(flake.resource)) continue
    asked.add(flake.resource)
    const lots = twist === 'flake-in-bursts' ? new Random(seed + Math.floor(at / BURST_MS)) : random
    if (lots.chance(flake.rate)) taken.add(flake.resource)
  }
  return taken
}

interface Place {
  leg: string
  at: number
  taken: Set<string>
  ill: Illness | null
  file: string
  isAlone: boolean
}

interface Failed {
  source: Source
  form: (test: SimulatedTest) => ErrorForm
}

function attemptOnce(
  { outages, random, shards }: World,
  { broken, own }: Code,
  test: SimulatedTest,
  { leg, at, taken, ill, file, isAlone }: Place,
): Failed | null {
  const strikes = ({ tests, leg: only, isByNeighbours }: Defect) =>
    tests.has(test.index) && (only === null || only === leg) && !(isByNeighbours && isAlone)
  const isOwnToo = own.some(strikes)
  const failed = (
    cause: Cause,
    { id, kind }: { id: string; kind: string },
    form: Failed['form'],
  ): Failed => ({
    source: { cause, id, kind, isOwnToo: isOwnToo && cause !== 'regression' },
    form,
  })
  if (ill) return failed('outage', ill, ill.formOf)
  const outage = outages.find(
    ({ from, to, tests, shard }) =>
      from <= at && at < to && tests.has(test.index) && (shard === null || shard === shardOf(file, shards)),
  )
  if (outage && random.chance(0.97)) return failed('outage', outage, outage.formOf)
  for (const [cause, defects] of [
    ['regression', own],
    ['base', broken],
  ] as const) {
    const defect = defects.find(strikes)
    if (defect) return failed(cause, defect, defect.formOf)
  }
  const { flake } = test
  if (!flake || (flake.leg !== null && flake.leg !== leg)) return null
  const rate = flake.worse && flake.worse.from <= at ? flake.worse.rate : flake.rate
  const probability = flake.resource === null ? rate : taken.has(flake.resource) ? 0.8 : 0
  if (!random.chance(probability)) return null
  return failed('flake', { id: `flake ${flake.resource ?? test.index}`, kind: flake.kind }, () => flake.form)
}
