import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { type Compared, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { sha } from '../../testing/sha.ts'
import { failed, flaky, type MadeRun, passed, run, send, settled, skipped } from '../../testing/upload.ts'

const tree = (digit: string) => ({ tree: sha(digit), testedSha: sha(digit) })
const main = (digit: string, more: MadeRun = {}): MadeRun => ({
  code: { branch: 'main', ...tree(digit) },
  results: [
    passed('adds', { durationMs: 100 }),
    passed('pays'),
    flaky('ships', { message: 'net::ERR_CONNECTION_RESET' }),
    skipped('waits'),
    failed('breaks', { message: 'always wrong' }),
  ],
  ...more,
})

onEachDatabase('what archived executions are asked for', (make) => {
  test('is answered as it was before they were archived', async () => {
    const app = await make()
    const ids: string[] = []
    for (const digit of ['1', '2', '3', '4', '5', '6', '7'])
      ids.push(await settled(app, main(digit, digit === '4' ? { results: [failed('pays')] } : {})))
    // Another branch sees the same failure, and a run of the head's own branch has had it before.
    const fix = { branch: 'fix', baseBranch: 'main', pullRequest: 7, repository: 'acme/shop' }
    const failing = [
      passed('adds', { durationMs: 900 }),
      failed('pays', { message: 'no money' }),
      failed('ships', { message: 'connect ECONNREFUSED' }),
      passed('waits'),
      failed('breaks', { message: 'always wrong' }),
      failed('is new'),
    ]
    const other = { branch: 'other', baseBranch: 'main', pullRequest: 8, repository: 'acme/shop' }
    ids.push(await settled(app, main('8', { code: { ...other, ...tree('8') }, results: failing })))
    ids.push(await settled(app, main('9', { code: { ...fix, ...tree('9') }, results: failing })))
    const code = { ...fix, ...tree('a'), baseSha: '7'.repeat(40) }
    await send(app, run(main('a', { build: 'head', code, results: failing })))
    const again = [passed('ships'), failed('pays', { message: 'no money' })]
    const head = await settled(app, main('a', { build: 'head', code, runAttempt: 2, results: again }))
    ids.push(head, await settled(app, main('a', { code, results: [passed('pays')] })))

    const tests = (await app.get<{ testId: string }[]>('/api/tests?project=shop')).data
    const questions = [
      `/api/compare?head=${head}`,
      `/api/compare?head=${head}&base=${ids[0]}`,
      `/api/compare?head=${ids[6]}&base=${ids[3]}`,
      '/api/pull-requests/7',
      '/api/flaky-tests',
      '/api/metrics',
      '/api/trends?granularity=daily',
      '/api/failures?project=shop',
      `/api/failures?execution=${head}`,
      ...tests.map(({ testId }) => `/api/tests/${testId}?project=shop`),
    ]
    const ask = () =>
      Promise.all(
        questions.map(async (path) => {
          const { status, data, page } = await app.get(path)
          expect([path, status]).toEqual([path, 200])
          return { path, data, page }
        }),
      )
    const before = await ask()
    expect(JSON.stringify(before[0])).toContain('"kind":"')
    // Some first: a side that is archived beside one that is not.
    for (const id of [head, ids[2] as string, ids[7] as string]) await archive(app, id)
    expect(await ask()).toEqual(before)
    for (const id of ids) await archive(app, id)
    const left = await app.store.read.selectFrom('result').select('test_id').execute()
    expect(left).toEqual([])
    expect(await ask()).toEqual(before)
  })

  test('tells what became slower as before, on a machine that was slow itself', async () => {
    const app = await make()
    const titles = Array.from({ length: 12 }, (_, i) => `test ${i}`)
    const timed = (pace: number, slow = 1) =>
      titles.map((title, i) => passed(title, { durationMs: (200 + i) * pace * (i === 3 ? slow : 1) }))
    const ids: string[] = []
    for (const pace of [1, 1.013, 0.991, 1.02, 1, 0.98]) {
      const results = [...timed(pace), failed('breaks', { message: 'always wrong' })]
      ids.push(await settled(app, { results }))
    }
    const code = { branch: 'fix', baseBranch: 'main', pullRequest: 7 }
    const results = [...timed(4.6, 5), failed('breaks', { message: 'always wrong' }), failed('is new')]
    const head = await settled(app, { code, results })
    const tests = (await app.get<{ testId: string }[]>('/api/tests?project=shop')).data
    const questions = [
      `/api/compare?head=${head}`,
      `/api/executions/${head}/report`,
      '/api/pull-requests/7',
      `/api/failures?execution=${head}`,
      `/api/executions/${head}`,
      ...tests.map(({ testId }) => `/api/tests/${testId}?project=shop`),
    ]
    const ask = () => Promise.all(questions.map(async (path) => ({ path, ...(await app.get(path)) })))
    const before = await ask()
    expect(grouped(before[0]?.data as Compared)).toMatchObject({ slower: ['test 3'] })
    for (const id of [head, ...ids]) {
      await archive(app, id)
      expect(await ask()).toEqual(before)
    }
    expect(await app.store.read.selectFrom('result').select('test_id').execute()).toEqual([])
  })
})
