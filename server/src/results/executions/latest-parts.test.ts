import { expect, test } from 'vitest'
import { countMissingShards, missingShards, type PartPlace } from './latest-parts.ts'

const shard = (job: string, index: number, total: number): PartPlace => ({
  job,
  package: '',
  config: '',
  leg_id: 1,
  shard_index: index,
  shard_total: total,
  run_attempt: 1,
  attempt: 1,
})

const jobOf = ({ job }: PartPlace) => `job ${job}`

test('missing shards are counted without a name for each', () => {
  const parts = [shard('e2e 1/4', 1, 4), shard('e2e 3/4', 3, 4), shard('unit', 1, 2)]
  expect(missingShards(parts, 10, jobOf)).toEqual([
    '2/4 of job e2e 1/4',
    '4/4 of job e2e 1/4',
    '2/2 of job unit',
  ])
  expect(missingShards(parts, 1, jobOf)).toEqual(['2/4 of job e2e 1/4'])
  // Of one place alone, the number says all.
  expect(missingShards([...parts, shard('unit', 2, 2)], 10, jobOf)).toEqual(['2/4', '4/4'])
  expect(countMissingShards(parts)).toBe(3)
  // A name for each of these would take gigabytes.
  const hostile = Array.from({ length: 10_000 }, (_, i) => shard(`job${i}x`, 1, 10_000))
  expect(countMissingShards(hostile)).toBe(99_990_000)
  expect(missingShards(hostile, 100, jobOf)).toHaveLength(100)
})
