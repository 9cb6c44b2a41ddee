import type { testOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, flaky, type MadeRun, type MadeTest, passed, settled } from '../../testing/upload.ts'

type Test = z.output<(typeof testOperations)['getTest']['output']>
type Listed = z.output<(typeof testOperations)['listTests']['output']>['items'][number]

const others = [passed('x'), passed('y'), passed('z')]
const runs = async (app: TestApp, tests: MadeTest[], made: MadeRun = {}) => {
  for (const one of tests) await settled(app, { results: [one, ...others], ...made })
}
const times = (count: number, one: MadeTest): MadeTest[] => Array(count).fill(one)

const list = async (app: TestApp, query = '') =>
  (await app.get<Listed[]>(`/api/tests?project=shop&${query}`)).data.filter(
    ({ titles }) => !'xyz'.includes(titles[0] ?? ''),
  )
/** `<title> <monitor>` of each test but the others, the ones made last first. */
const states = async (app: TestApp, query = '') =>
  (await list(app, query)).map(({ titles, monitor }) => `${titles[0]} ${monitor}`)
const idOf = async (app: TestApp, title: string) =>
  (await list(app, `q=${title}`)).find(({ titles }) => titles[0] === title)?.testId ?? ''
const get = async (app: TestApp, id: string) => (await app.get<Test>(`/api/tests/${id}`)).data

/** Says that the first continues as the second, and gives what undoes it. */
async function rename(app: TestApp, from: string, to: string) {
  const { data } = await app.post<{ renames: [{ id: string }] }>('/api/renames', {
    project: 'shop',
    from: await idOf(app, from),
    to: await idOf(app, to),
  })
  return () => app.delete(`/api/renames/${data.renames[0].id}`)
}

/** What was told of tests so far, as `<event> <title>`. */
async function eventsSoFar(app: TestApp): Promise<string[]> {
  const rows = await app.store.read.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute()
  return rows
    .filter((row) => row.kind.startsWith('test.'))
    .map(({ kind, payload }) => `${kind} ${(JSON.parse(payload) as { titles: string[] }).titles[0]}`)
}

onEachDatabase('a renamed test', (makeApp) => {
  test('is one test with one monitor under its newest name, until that is undone', async () => {
    const app = await makeApp()
    await runs(app, [...times(8, passed('first')), ...times(2, flaky('first'))])
    await runs(app, [passed('second'), passed('third')])
    const [first, second, third] = [
      await idOf(app, 'first'),
      await idOf(app, 'second'),
      await idOf(app, 'third'),
    ]
    const before = [await list(app), await get(app, first), await get(app, third)]
    expect(await states(app)).toEqual(['third healthy', 'second healthy', 'first flaky'])
    const undoFirst = await rename(app, 'first', 'second')
    expect(await states(app)).toEqual(['third healthy', 'second flaky'])
    const undoSecond = await rename(app, 'second', 'third')

    expect(await states(app)).toEqual(['third flaky'])
    expect(await states(app, 'monitor=flaky')).toEqual(['third flaky'])
    expect(await states(app, 'monitor=healthy')).toEqual([])
    expect(await states(app, 'monitor=broken')).toEqual([])
    expect(await states(app, 'q=FIRST')).toEqual(['third flaky'])
    expect(await states(app, 'q=FIRST&monitor=flaky')).toEqual(['third flaky'])
    expect(await list(app)).toMatchObject([
      { formerNames: [{ testId: second }, { testId: first }], firstSeenAt: '2026-03-02T09:00:00.000Z' },
    ])
    const whole = await get(app, third)
    expect(whole).toMatchObject({
      testId: third,
      monitor: { state: 'flaky', changes: [{ from: 'healthy', to: 'flaky' }] },
      flakinessRate: { numerator: 2, denominator: 12 },
    })
    for (const earlier of [first, second]) expect(await get(app, earlier)).toEqual(whole)
    expect((await app.get<Listed[]>('/api/flaky-tests')).data).toMatchObject([
      { testId: third, monitor: 'flaky' },
    ])

    await undoSecond()
    expect(await states(app)).toEqual(['third healthy', 'second flaky'])
    await undoFirst()
    expect([await list(app), await get(app, first), await get(app, third)]).toEqual(before)
    expect(await eventsSoFar(app)).toEqual(['test.became-flaky first'])
  })

  test('recovers by the runs it has under its new name', async () => {
    const app = await makeApp()
    await app.post('/api/projects/shop/monitor', {})
    await runs(app, [...times(8, passed('old')), ...times(2, flaky('old')), passed('new')])
    await app.post('/api/projects/shop/monitor', { recoverAfterRuns: 3 })
    const undo = await rename(app, 'old', 'new')
    await runs(app, [passed('new')])
    expect(await states(app)).toEqual(['new flaky'])
    await runs(app, [passed('new')])
    expect(await states(app)).toEqual(['new healthy'])
    expect(await states(app, 'monitor=flaky')).toEqual([])
    expect(await states(app, 'monitor=healthy')).toEqual(['new healthy'])
    expect(await eventsSoFar(app)).toEqual(['test.became-flaky old', 'test.recovered new'])
    const { monitor } = await get(app, await idOf(app, 'new'))
    expect(monitor.changes.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'flaky → healthy',
      'healthy → flaky',
    ])
    await undo()
    expect(await states(app)).toEqual(['new healthy', 'old flaky'])
    expect(await get(app, await idOf(app, 'new'))).toMatchObject({
      monitor: { state: 'healthy', since: null, changes: [] },
    })
  })

  test('is judged by the evidence of all its names, an earlier one on another branch too', async () => {
    const app = await makeApp()
    await runs(app, [...times(8, passed('old')), flaky('old'), passed('new')])
    const undo = await rename(app, 'old', 'new')
    expect(await states(app)).toEqual(['new healthy'])
    await runs(app, [flaky('old')], { code: { branch: 'topic' } })
    expect(await eventsSoFar(app)).toEqual(['test.became-flaky new'])
    expect(await get(app, await idOf(app, 'new'))).toMatchObject({
      monitor: { state: 'flaky', changes: [{ because: expect.stringMatching(/^2 of its 11 runs /) }] },
    })
    await undo()
    expect(await states(app)).toEqual(['new healthy', 'old healthy'])
  })

  test('is broken by failures in a row under two names, and what broke under its own stays', async () => {
    const app = await makeApp()
    await runs(app, [passed('old'), ...times(2, failed('old')), failed('new')])
    expect(await eventsSoFar(app)).toEqual([])
    const undo = await rename(app, 'old', 'new')
    await runs(app, [failed('new')])
    expect(await get(app, await idOf(app, 'new'))).toMatchObject({
      monitor: {
        state: 'broken',
        changes: [{ because: 'It failed in its last 4 runs on main, linux-x64-node24.' }],
      },
    })
    await undo()
    expect(await states(app)).toEqual(['new healthy', 'old healthy'])
    // Its next run says of it alone what there is to say.
    await runs(app, [failed('new')])
    expect(await states(app)).toEqual(['new broken', 'old healthy'])
    expect(await eventsSoFar(app)).toEqual(['test.broke new', 'test.broke new'])
  })
})
