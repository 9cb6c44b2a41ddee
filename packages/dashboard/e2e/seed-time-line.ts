import type { MadeRun, MadeTest } from '../../../server/src/testing/upload.ts'

const PREPARE_MS = 9_000
const PICK_UP_MS = 6_000
const WORKERS = 3

/** A build in four jobs: one prepares, then three shards run with several workers, the last one the slowest. */
export function timeLineParts(endedAt: number): { run: MadeRun; isLast: boolean }[] {
  // In the past: the server corrects a clock that is ahead.
  const now = endedAt - 120_000
  const common = {
    project: 'shards',
    build: 'sharded-1',
    runner: { name: 'playwright', version: '1.65.1' },
    code: { branch: 'main', repository: 'acme/shards' },
  }
  const prepare: MadeRun = {
    ...common,
    startedAt: now,
    part: { job: 'prepare' },
    results: [test('seeds the database', 400, PREPARE_MS - 600)],
  }
  const shards = [1, 2, 3].map(
    (index): MadeRun => ({
      ...common,
      startedAt: now + PREPARE_MS + PICK_UP_MS + index * 700,
      part: { job: 'test', shard: { index, total: 3 } },
      results: shardTests(index),
    }),
  )
  const all = [prepare, ...shards]
  return all.map((run, i) => ({ run, isLast: i === all.length - 1 }))
}

function shardTests(shard: number): MadeTest[] {
  const tests: MadeTest[] = []
  for (let worker = 0; worker < WORKERS; worker++) {
    let at = 800 + worker * 120
    for (let i = 0; i < 14; i++) {
      const durationMs = 300 + ((shard * 7 + worker * 5 + i * 11) % 13) * 140
      tests.push(
        test(
          `shard ${shard} > page ${worker} opens quickly ${i}`,
          at,
          durationMs,
          `e2e/page-${shard}-${worker}.spec.ts`,
        ),
      )
      at += durationMs + 40 + (i === 6 ? 900 : 0)
    }
  }
  const end = tests.reduce(
    (most, { attempts: [one] }) => Math.max(most, (one?.startMs ?? 0) + (one?.durationMs ?? 0)),
    0,
  )
  if (shard === 3) {
    tests.push(test('checkout > pays in every currency', end + 350, 14_000))
    tests.push({
      ...test('checkout > sends the receipt', end + 14_400, 2_000),
      attempts: [
        { status: 'failed', startMs: end + 14_400, durationMs: 2_000 },
        { status: 'passed', startMs: end + 17_200, durationMs: 1_100 },
      ],
    })
  }
  if (shard === 2)
    tests.push({
      ...test('search > finds nothing', end + 200, 1_500),
      attempts: [{ status: 'failed', startMs: end + 200, durationMs: 1_500 }],
    })
  return tests
}

const test = (
  title: string,
  startMs: number,
  durationMs: number,
  file = 'e2e/checkout.spec.ts',
): MadeTest => ({
  file,
  titles: title.split(' > '),
  attempts: [{ status: 'passed', startMs, durationMs }],
})
