import { expect, test } from 'vitest'
import type { Side } from './rule/causes.ts'
import { type Outcome, seek } from './seek.ts'

const BEFORE = { failed: 0, passed: 1 }
/** The same numbers each time. */
const numbers = () => {
  let at = 0
  return () => {
    at = (at + 7) % 10
    return at / 10
  }
}

/** Looks into one failure whose trials end as given, each a second long. */
const look = async (
  ends: (side: Side, trial: number) => 'failed' | 'passed' | 'void',
  budget = 1_000,
  random = numbers(),
) => {
  let trials = 0
  const [proof] = await seek(
    [{ test: 'adds', runsBefore: BEFORE }],
    async (_test, side): Promise<Outcome> => {
      const kind = ends(side, ++trials)
      return kind === 'void' ? { kind, reason: 'it did not load', seconds: 1 } : { kind, seconds: 1 }
    },
    { budget, now: () => trials, isStopped: () => false, random },
  )
  return { ...proof, trials }
}

test('a break is proved by three failures here and three passes of the base, at least', async () => {
  const { finding, evidence } = await look((side) => (side === 'here' ? 'failed' : 'passed'))
  expect(finding).toBe('proved')
  expect(evidence?.here.failed).toBeGreaterThanOrEqual(3)
  expect(evidence?.base.passed).toBeGreaterThanOrEqual(3)
})

test('what fails on both sides is not of the change', async () => {
  expect((await look(() => 'failed')).finding).toBe('fails-on-base-now')
})

test('what fails and passes on both sides is a flake', async () => {
  const { finding } = await look((_, trial) => (Math.floor(trial / 2) % 2 === 0 ? 'failed' : 'passed'))
  expect(finding).toBe('flake')
})

test('a test that fails in every second run is not proved, whichever side has the failures', async () => {
  const { finding } = await look((_, trial) => (trial % 2 === 0 ? 'failed' : 'passed'))
  expect(finding).not.toBe('proved')
})

test('what passes alone is not cleared', async () => {
  expect((await look(() => 'passed')).finding).toBe('passes-alone')
})

test('without a valid trial of the base nothing is found, and whether it fails here is known, whichever side is drawn', async () => {
  for (const draw of [0, 0.99]) {
    const { finding, reason, evidence, trials } = await look(
      (side) => (side === 'base' ? 'void' : 'failed'),
      1_000,
      () => draw,
    )
    expect(finding).toBe('void')
    expect(reason).toBe('it did not load')
    expect(evidence?.here.failed).toBeGreaterThanOrEqual(1)
    expect(trials).toBeLessThan(10)
  }
})

test('a test that runs on neither side ends after two trials of each at most', async () => {
  for (const draw of [0, 0.99])
    expect(
      (
        await look(
          () => 'void',
          1_000,
          () => draw,
        )
      ).trials,
    ).toBeLessThanOrEqual(4)
})

test('the trials end when the time is over', async () => {
  const { finding, trials } = await look((side) => (side === 'here' ? 'failed' : 'passed'), 3)
  expect(trials).toBe(3)
  expect(finding).toBe('undecided')
})

test('failures of several kinds are all looked into', async () => {
  const proofs = await seek(
    ['adds', 'pays', 'ships'].map((each) => ({ test: each, runsBefore: BEFORE })),
    async (each, side) => ({ kind: side === 'here' || each === 'pays' ? 'failed' : 'passed', seconds: 1 }),
    { budget: 1_000, now: () => 0, isStopped: () => false, random: numbers() },
  )
  expect(proofs.map(({ finding }) => finding)).toEqual(['proved', 'fails-on-base-now', 'proved'])
})

test('if no trial of a test says anything, another one of its error is tried, once', async () => {
  const tried: string[] = []
  const proofs = await seek(
    [{ test: 'adds', spare: 'pays', runsBefore: BEFORE }],
    async (each, side): Promise<Outcome> => {
      tried.push(each)
      if (each === 'adds') return { kind: 'void', reason: 'it did not load', seconds: 1 }
      return { kind: side === 'here' ? 'failed' : 'passed', seconds: 1 }
    },
    { budget: 1_000, now: () => 0, isStopped: () => false, random: numbers() },
  )
  expect(proofs.map(({ test: each, finding, isSuspect }) => [each, finding, isSuspect])).toEqual([
    ['adds', 'void', true],
    ['pays', 'proved', true],
  ])
  expect(tried.filter((each) => each === 'adds').length).toBeLessThanOrEqual(4)
})

test('a test that is enough gives way to the others, with what is known of it', async () => {
  const [proof] = await seek(
    [{ test: 'adds', runsBefore: BEFORE }],
    async (): Promise<Outcome> => ({ kind: 'passed', seconds: 1 }),
    { budget: 1_000, now: () => 0, isStopped: () => false, random: numbers() },
    { isEnough: ({ evidence: { here } }) => here.passed >= 3 },
  )
  expect(proof).toMatchObject({ finding: 'passes-alone', evidence: { here: { passed: 3 } } })
})
