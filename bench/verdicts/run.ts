import type { Failure } from '@svc/protocol'
import { refused } from './errors.ts'
import type { Cause, Code, SimulatedTest, World } from './world.ts'

export interface SimulatedAttempt {
  passed: boolean
  durationMs: number
  failure: Failure | null
}

/** One test on one leg, with what made it fail where it did. */
export interface SimulatedResult {
  file: string
  title: string
  leg: string
  index: number
  attempts: SimulatedAttempt[]
  /** Of its last failed attempt. */
  cause: Cause | null
  flake: SimulatedTest['flake']
}

export type Status = 'passed' | 'failed' | 'flaky'

export const statusOf = ({ attempts }: Pick<SimulatedResult, 'attempts'>): Status => {
  if (attempts.every((attempt) => attempt.passed)) return 'passed'
  return attempts.some((attempt) => attempt.passed) ? 'flaky' : 'failed'
}

export const keyOf = ({ file, title, leg }: Pick<SimulatedResult, 'file' | 'title' | 'leg'>) =>
  `${file}\0${title}\0${leg}`

const WHOLE_OUTAGE = 0.015

/** Runs every test of a version of the code on every leg. */
export function runTests(world: World, code: Code, at: number): SimulatedResult[] {
  const { random } = world
  const isDown = random.chance(WHOLE_OUTAGE)
  const downPort = 7_000 + random.whole(0, 900)
  return world.legs.flatMap((leg) => {
    const taken = takenResources(world)
    return [...world.tests, ...code.added].map((test): SimulatedResult => {
      const attempts: SimulatedAttempt[] = []
      let cause: Cause | null = null
      for (let attempt = 0; attempt <= world.retries; attempt++) {
        const failed =
          isDown && random.chance(0.97)
            ? { cause: 'outage' as const, failure: refused(test.file, downPort)(random) }
            : attemptOnce(world, code, test, leg, at, taken)
        attempts.push({
          passed: !failed,
          durationMs: 10 + random.whole(0, 30),
          failure: failed?.failure ?? null,
        })
        if (!failed) break
        cause = failed.cause
      }
      const title = code.titles.get(test.index) ?? test.title
      return { file: test.file, title, leg, index: test.index, attempts, cause, flake: test.flake }
    })
  })
}

function takenResources({ tests, random }: World): Set<string> {
  const taken = new Set<string>()
  const asked = new Set<string>()
  for (const { flake } of tests) {
    if (!flake?.resource || asked.has(flake.resource)) continue
    asked.add(flake.resource)
    if (random.chance(flake.rate)) taken.add(flake.resource)
  }
  return taken
}

function attemptOnce(
  { outages, random }: World,
  { broken, own }: Code,
  test: SimulatedTest,
  leg: string,
  at: number,
  taken: Set<string>,
): { cause: Cause; failure: Failure } | null {
  const outage = outages.find(({ from, to, tests }) => from <= at && at < to && tests.has(test.index))
  if (outage && random.chance(0.97)) return { cause: 'outage', failure: outage.formOf(test)(random) }
  for (const [cause, defects] of [
    ['regression', own],
    ['base', broken],
  ] as const) {
    const defect = defects.find(({ tests }) => tests.has(test.index))
    if (defect) return { cause, failure: defect.formOf(test)(random) }
  }
  const { flake } = test
  if (!flake || (flake.leg !== null && flake.leg !== leg)) return null
  const probability = flake.resource === null ? flake.rate : taken.has(flake.resource) ? 0.8 : 0
  return random.chance(probability) ? { cause: 'flake', failure: flake.form(random) } : null
}
