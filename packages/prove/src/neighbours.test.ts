import { expect, test } from 'vitest'
import { seekNeighbours } from './neighbours.ts'
import type { Side } from './rule/causes.ts'
import type { Outcome } from './seek.ts'

const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const ALONE = {
  test: 'adds',
  evidence: {
    here: { failed: 0, passed: 15 },
    base: { failed: 0, passed: 14 },
    history: { failed: 0, passed: 1 },
    repeated: 28,
  },
  trials: [{ side: 'here' as const, outcome: { kind: 'passed' as const, seconds: 1 } }],
}

/** Looks into a test whose trials after files end as given, each a second long. */
const look = async (
  ends: (files: string[], side: Side, trial: number) => Outcome['kind'],
  budget = 1_000,
  files = FILES,
) => {
  const tried: [string, Side][] = []
  const found = await seekNeighbours(
    ALONE,
    files,
    async (some, side): Promise<Outcome> => {
      tried.push([some.join(''), side])
      const kind = ends(some, side, tried.length)
      return kind === 'void' ? { kind, reason: 'it did not load', seconds: 1 } : { kind, seconds: 1 }
    },
    { budget, now: () => tried.length, isStopped: () => false, random: () => 0.5 },
  )
  return { ...found, tried }
}

/** It fails if these files are among those before it. */
const brokenBy =
  (...needed: string[]) =>
  (files: string[]) =>
    needed.every((file) => files.includes(file)) ? ('failed' as const) : ('passed' as const)

test('the file that breaks it is found by halves, and proved by trials that did not choose it', async () => {
  for (const file of FILES) {
    const found = await look((files, side) => (side === 'base' ? 'passed' : brokenBy(file)(files)))
    expect(found).toMatchObject({ files: [file], of: 7, finding: 'proved' })
    expect(found.evidence.here.failed).toBeGreaterThanOrEqual(3)
    expect(found.evidence.base.passed).toBeGreaterThanOrEqual(3)
    expect(found.trials.length).toBe(
      found.evidence.here.failed + found.evidence.base.passed + found.evidence.here.passed,
    )
    expect(found.tried.length).toBeLessThan(24)
  }
})

test('files that break it only together stay together', async () => {
  const found = await look((files, side) => (side === 'base' ? 'passed' : brokenBy('b', 'f')(files)))
  expect(found).toMatchObject({ files: FILES, finding: 'proved' })
})

test('what fails after the same files on the base, too, is not of the change', async () => {
  expect(await look(brokenBy('c'))).toMatchObject({ files: ['c'], finding: 'fails-on-base-now' })
})

test('what passes after all files before it is not cleared', async () => {
  const found = await look(() => 'passed')
  expect(found).toMatchObject({ files: FILES, finding: 'passes-alone', evidence: { here: { passed: 2 } } })
  expect(found.tried).toHaveLength(2)
})

test('without a valid trial after them, nothing is found', async () => {
  expect(await look(() => 'void')).toMatchObject({ finding: 'void', reason: 'it did not load' })
})

test('a test that fails once in their company is not proved', async () => {
  const found = await look((_, _side, trial) => (trial === 1 ? 'failed' : 'passed'))
  expect(found.finding).toBe('passes-alone')
})

test('what they leave behind in a place of both sides proves nothing: the file fails alone, too', async () => {
  let left = false
  const shared = (files: string[]) => {
    left ||= files.includes('c')
    return left ? ('failed' as const) : ('passed' as const)
  }
  const found = await look(shared)
  expect(found).toMatchObject({ finding: 'void', reason: expect.stringContaining('left behind') })
  expect(new Set(found.trials.map(({ outcome }) => outcome.kind))).toEqual(new Set(['void']))
  // It stays in the modules of this tree, which are not restored.
  let here = false
  const own = (files: string[], side: Side) => {
    here ||= side === 'here' && files.includes('c')
    return side === 'here' && here ? ('failed' as const) : ('passed' as const)
  }
  expect(await look(own)).toMatchObject({ finding: 'void', reason: expect.stringContaining('left behind') })
})

test('the trials end when the time is over', async () => {
  for (let budget = 1; budget < 16; budget++) {
    const found = await look((files, side) => (side === 'base' ? 'passed' : brokenBy('c')(files)), budget)
    expect(found.tried.length).toBeLessThanOrEqual(budget)
    expect(found.finding).not.toBe('fails-on-base-now')
  }
})
