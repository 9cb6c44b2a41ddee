import { sha } from './app.ts'
import type { Push } from './play.ts'
import { Random } from './random.ts'
import type { SimulatedResult } from './run.ts'
import { type Code, commitsOfRun, NIGHTLY, packageOf, suiteOf, type World } from './world.ts'

/** The base branch's commits as the world's workflow tests them. */
export function asTested({ workflow, seed }: World, onBase: Push[]): Push[] {
  const size = commitsOfRun(workflow)
  const lastOfBatch = (i: number) => Math.min(Math.ceil(i / size) * size, onBase.length - 1)
  return onBase.map((push, i): Push => {
    // The branch began before its queue.
    if (i === 0) return push
    const number = 1_000 + i
    const isTested = push.isTested && i === lastOfBatch(i)
    switch (workflow) {
      case 'every-push':
      case 'affected-files':
      case 'affected-files-and-nightly':
      case 'affected-suites':
      case 'affected-suites-and-nightly':
      case 'affected-parts':
      case 'reruns-of-failed':
      case 'polluters':
      case 'three-systems':
        return push
      case 'nightly-suite':
        return { ...push, isTested: i % NIGHTLY === 0 }
      case 'scheduled': {
        if (isTested) return push
        // Each commit was a pull request. Half of them were tested as they were merged.
        const wasTested = new Random(seed * 1_000 + i).chance(0.5)
        const testedAs = `${push.code.name} proposed`
        return { ...push, branch: `merged-${i}`, pullRequest: number, testedAs, isTested: wasTested }
      }
      case 'queue-of-drafts': {
        const branch = `mergify/merge-queue/${sha(`${seed} draft ${i}`).slice(0, 10)}`
        return { ...push, branch, pullRequest: number, testedAs: `${push.code.name} queued` }
      }
      default: {
        const upon = sha((onBase[i - 1] as Push).code.name)
        const branch = `gh-readonly-queue/main/pr-${number}-${upon}`
        // The branch gets the commits of a batch when its last one has been tested.
        return { ...push, at: (onBase[lastOfBatch(i)] as Push).at, branch, isTested }
      }
    }
  })
}

/** The share of files, or of suites, that a commit affects without breaking them. */
const AFFECTED = 0.3

/** Which results a push has in the world's workflow: all, or those of the files that it affects. */
export function selectionOf(
  world: World,
  { code, isOfBase, number, branch }: Push,
  before: Code | null,
): (result: Pick<SimulatedResult, 'file' | 'index'>) => boolean {
  const { workflow, seed, tests } = world
  const isNightly = workflow.endsWith('-and-nightly') && isOfBase && number % NIGHTLY === 0
  if (!workflow.startsWith('affected-') || isNightly || before === null) return () => true
  // Packages are selected as wholes, files one by one.
  const partOf = (file: string) => {
    if (world.suites.length > 1) return suiteOf(world, file)
    return world.packages.length > 1 ? packageOf(world, file) : file
  }
  // Files of a branch stay affected from push to push.
  const random = new Random(
    seed * 1_000 +
      (isOfBase ? number : 500 + ([...branch].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7) % 400)),
  )
  const files = new Set(
    tests
      .map((test) => partOf(test.file))
      .filter((file, i, all) => all.indexOf(file) === i && random.chance(AFFECTED)),
  )
  const breaks = new Set(
    [...code.own, ...code.broken, ...before.broken].filter(
      (defect) =>
        code.broken.includes(defect) !== before.broken.includes(defect) || code.own.includes(defect),
    ),
  )
  const broken = tests.filter((test) => [...breaks].some((defect) => defect.tests.has(test.index)))
  for (const test of broken) files.add(partOf(test.file))
  const changed = new Set([
    ...code.added.map((test) => test.index),
    ...code.files.keys(),
    ...code.titles.keys(),
  ])
  for (const test of tests) if (changed.has(test.index)) files.add(partOf(test.file))
  for (const file of [...code.files.values(), ...code.added.map((test) => test.file)]) files.add(partOf(file))
  return ({ file, index }) => files.has(partOf(file)) || changed.has(index)
}
