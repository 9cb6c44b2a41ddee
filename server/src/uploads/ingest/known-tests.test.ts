import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { made, ndjson, passed, run, uploadOf } from '../../testing/upload.ts'
import { KnownTests } from './intern-tests.ts'
import { readUpload, storeUpload } from './process-upload.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }

test('the cache of tests stays within its size, whether or not the upload succeeds', () => {
  const known = new KnownTests(10_000)
  for (let i = 0; i < 1_000; i++) {
    const group = known.group(`group ${i}`)
    for (let k = 0; k < 10; k++) known.remember(group, `\u2603 ${'x'.repeat(100)} ${k}`, k)
    expect(known.bytes).toBeLessThanOrEqual(10_000)
  }
})

onEachDatabase('known tests', (makeApp) => {
  test('long titles are distinguished, and remembered by less than their text', async () => {
    const app = await makeApp()
    const known = new KnownTests()
    const long = 'x'.repeat(5_000)
    const results = [
      passed(`${long}1`),
      passed(`${long}2`),
      passed('short'),
      made(`${long}1`, { occurrence: 1 }, [{ status: 'passed' }]),
    ]
    const store = async (build: string) => {
      const upload = uploadOf('journal', ndjson(run({ build, startedAt: 1, results })))
      const stored = await storeUpload(
        { store: app.store, times: TIMES, known },
        await readUpload(upload),
        upload,
      )
      return stored?.receipt.accepted
    }
    expect([await store('first'), await store('second')]).toEqual([5, 5])
    expect(known.bytes).toBeLessThan(2_000)
    const tests = await app.store.read.selectFrom('test').select(['titles', 'occurrence']).execute()
    expect(
      tests.map(({ titles, occurrence }) => `${/(\w)\W*$/.exec(String(titles))?.[1]} ${occurrence}`).sort(),
    ).toEqual(['1 0', '1 1', '2 0', 't 0'])
  })
})
