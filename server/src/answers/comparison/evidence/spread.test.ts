import { expect, test } from 'vitest'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { Pair } from '../changes/read-changes.ts'
import type { Reason } from '../changes/read-reasons.ts'
import { type FailuresToJudge, placeOf } from './failures.ts'
import { findSpread } from './spread.ts'

const REASONS = new Map<number, Reason>([
  [1, { kind: 'error', message: 'connect ECONNREFUSED 10.0.0.5:5432', fingerprint: 'one' }],
  [2, { kind: 'error', message: 'total is wrong', fingerprint: 'two' }],
])

const failure = (testId: number, legId: number, reasonId: number): Pair => ({
  testId,
  legId,
  base: null,
  head: { verdict: VERDICT.failed, durationUs: 1, reasonId },
})

/** Each test has a file of its own. */
const spreadOf = (failures: Pair[], shardOf: (pair: Pair) => number | null, total: number) => {
  const tests: FailuresToJudge['tests'] = new Map(
    failures.map(({ testId }) => [
      testId,
      { testId: String(testId), file: `${testId}.test.ts`, titles: ['t'], variant: '', occurrence: 0 },
    ]),
  )
  const shards = new Map(
    failures.flatMap((pair) => {
      const shard = shardOf(pair)
      return shard === null ? [] : [[placeOf(pair), new Set([shard])] as const]
    }),
  )
  const of = findSpread({ failures, notCompared: [], reasons: REASONS, tests }, shards, total)
  return of(failures[0] as Pair)
}

const many = (count: number, legId = 1, reasonId = 1) =>
  Array.from({ length: count }, (_, i) => failure(i + 1, legId, reasonId))

test('an error on one leg, beside another error on another one', () => {
  expect(spreadOf([...many(3), failure(9, 2, 2)], () => null, 1)).toEqual({
    shards: 0,
    isOnOneLeg: true,
    isOnOneShard: false,
  })
  expect(spreadOf([...many(3), failure(9, 2, 1)], () => null, 1).isOnOneLeg).toBe(false)
})

test('an error in one shard is no chance if many files have it', () => {
  const first = () => 1
  expect(spreadOf(many(7), first, 2).isOnOneShard).toBe(false)
  expect(spreadOf(many(8), first, 2)).toMatchObject({ isOnOneShard: true, shards: 1 })
  expect(spreadOf(many(5), first, 4).isOnOneShard).toBe(true)
  expect(spreadOf(many(8), ({ testId }) => (testId === 8 ? 2 : 1), 2)).toMatchObject({
    isOnOneShard: false,
    shards: 1,
  })
  expect(spreadOf(many(8), ({ testId }) => 1 + (testId % 2), 2).shards).toBe(2)
})
