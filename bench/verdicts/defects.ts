import { assertion, type ErrorForm, inSource, missingExport, refused, timeout } from './errors.ts'
import type { Random } from './random.ts'
import { letters, type SimulatedTest } from './world.ts'

/** What a change broke, for the tables of the report. */
export type DefectKind =
  | 'single'
  | 'flaky-too'
  | 'one-leg'
  | 'module'
  | 'some'
  | 'all'
  | 'timeout'
  | 'timeout-module'
  | 'hang'
  | 'refused'
  | 'refused-module'
  | 'address'
  | 'no-start'
  | 'polluted'

/** Something that makes tests fail every time. */
export interface Defect {
  id: string
  kind: DefectKind
  tests: Set<number>
  /** The one leg it shows on. */
  leg: string | null
  /** Only beside the tests that make them fail. */
  isByNeighbours?: true
  formOf: (test: SimulatedTest) => ErrorForm
}

/** A port without a listener: a change names another port than the service's. */
const WRONG_PORT = 5_999

/** How often a person's change breaks what, as a share. */
const USUAL: [DefectKind, number][] = [
  ['single', 0.34],
  ['flaky-too', 0.03],
  ['one-leg', 0.06],
  ['module', 0.18],
  ['some', 0.06],
  ['all', 0.06],
  ['timeout', 0.04],
  ['timeout-module', 0.05],
  ['hang', 0.02],
  ['refused', 0.03],
  ['refused-module', 0.05],
  ['address', 0.04],
  ['no-start', 0.04],
]

export function drawKind(random: Random): DefectKind {
  let lot = random.next()
  for (const [kind, share] of USUAL) {
    lot -= share
    if (lot < 0) return kind
  }
  return 'single'
}

let made = 0

/** A change that breaks one test, some, or everything, as a person's does. */
export function makeDefect(
  random: Random,
  tests: SimulatedTest[],
  legs: string[],
  kind: DefectKind = drawKind(random),
): Defect {
  const some = (share: number) => random.some(tests, Math.max(1, Math.round(share * tests.length)))
  const name = `module${letters(random.whole(0, 400))}`
  const defect = (broken: SimulatedTest[], formOf: Defect['formOf'], leg: string | null = null): Defect => ({
    id: `defect ${++made}`,
    kind,
    tests: new Set(broken.map((test) => test.index)),
    leg,
    formOf,
  })
  const own = (test: SimulatedTest) => assertion(test.file, test.title)
  const refusedAt = (port: number) => (test: SimulatedTest) => refused(test.file, port)
  const users = tests.filter((test) => test.service !== null)
  switch (kind) {
    case 'single':
      return defect(random.some(tests, random.chance(0.7) ? 1 : 2), own)
    case 'flaky-too': {
      const flaky = random.some(
        tests.filter((test) => test.flake),
        1,
      )
      return defect(flaky, (test) => test.flake?.form ?? own(test))
    }
    case 'one-leg':
      return defect(random.some(tests, 1), own, random.pick(legs))
    case 'module':
      return defect(random.some(tests, random.whole(3, 14)), () => inSource(name))
    case 'some':
      return defect(some(0.3 + 0.4 * random.next()), () => missingExport(name))
    case 'all':
      return defect(some(0.82 + 0.18 * random.next()), () =>
        name.length % 2 ? inSource(name) : missingExport(name),
      )
    case 'timeout':
      return defect(random.some(tests, 1), timeout)
    case 'timeout-module':
      return defect(random.some(tests, random.whole(3, 10)), timeout)
    case 'hang':
      return defect(tests, timeout)
    case 'refused':
      return defect(random.some(tests, 1), refusedAt(WRONG_PORT))
    case 'refused-module':
      return defect(random.some(tests, random.whole(3, 8)), refusedAt(WRONG_PORT))
    case 'address': {
      const service = random.pick(users).service
      const port = random.chance(0.5) ? WRONG_PORT : (service as number)
      return defect(
        users.filter((test) => test.service === service),
        refusedAt(port),
      )
    }
    case 'polluted':
      return { ...defect(random.some(tests, random.whole(2, 6)), own), isByNeighbours: true }
    case 'no-start':
      return defect(some(0.4 + 0.55 * random.next()), refusedAt(3_000))
  }
}
