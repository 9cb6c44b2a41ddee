import type { testOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import {
  failed,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
  settled,
  skipped,
} from '../../testing/upload.ts'

type Test = z.output<(typeof testOperations)['getTest']['output']>
interface Listed {
  testId: string
  titles: string[]
  file: string
  monitor: string
}

const TREE = 'a'.repeat(40)
const others = [passed('x'), passed('y'), passed('z')]
const list = async (app: TestApp, query = '', key?: string) =>
  (await app.get<Listed[]>(`/api/tests?project=shop&${query}`, key ? { key } : {})).data
const titles = async (app: TestApp, query = '') =>
  (await list(app, query)).map((one) => one.titles.join(' > '))
const idOf = async (app: TestApp, title: string) =>
  (await list(app, `limit=200`)).find((one) => one.titles.at(-1) === title)?.testId as string
const get = async (app: TestApp, id: string, query = '') => {
  const { data, error } = await app.get<Test>(`/api/tests/${id}?${query}`)
  if (error) throw new Error(error.message)
  return data
}
const settle = (app: TestApp, one: MadeTest, made: MadeRun = {}) =>
  settled(app, { results: [one, ...others], ...made })

onEachDatabase('the tests of a project', (makeApp) => {
  test('are listed, the ones made last first, and found by a part of file or titles', async () => {
    const app = await makeApp()
    await settled(app, {
      results: [passed('cart > pays'), passed('cart > "quotes" 100%', { file: 'src/Cart.test.ts' })],
    })
    await settled(app, { results: [passed('login', { file: 'src/auth.test.ts' })] })
    await settled(app, { project: 'other', results: [passed('elsewhere')] })
    expect(await titles(app)).toEqual(['login', 'cart > "quotes" 100%', 'cart > pays'])
    expect(await titles(app, 'q=CART')).toEqual(['cart > "quotes" 100%', 'cart > pays'])
    expect(await titles(app, 'q=src/')).toEqual(['login', 'cart > "quotes" 100%'])
    expect(await titles(app, `q=${encodeURIComponent('"quotes" 100%')}`)).toEqual(['cart > "quotes" 100%'])
    expect(await titles(app, 'q=100_')).toEqual([])
    expect(await titles(app, 'limit=1')).toEqual(['login'])
    const { page } = await app.get('/api/tests?project=shop&limit=2')
    expect(await titles(app, `limit=2&cursor=${page?.nextCursor}`)).toEqual(['cart > pays'])
    expect(await titles(app, 'monitor=healthy')).toHaveLength(3)
    expect(await titles(app, 'monitor=flaky')).toEqual([])
    for (const [query, message] of [
      ['', /^project is required/],
      ['project=shop&q=', /^q must have at least 1/],
      ['project=shop&monitor=ill', /^monitor must be one of healthy, flaky, broken/],
      ['project=shop&limit=0', /^limit must/],
      ['project=shop&cursor=x', /^cursor must/],
      ['project=shop&file=a', /^There is no parameter "file"/],
    ] as const)
      expect(await app.get(`/api/tests?${query}`)).toMatchObject({
        status: 400,
        error: { message: expect.stringMatching(message) },
      })
  })

  test('are first seen when the run began that first told of them, whenever it was uploaded', async () => {
    const app = await makeApp()
    const dayOf = (day: number) => Date.parse(`2026-02-0${day}T09:00:00Z`)
    await settled(app, { results: [passed('t')], startedAt: dayOf(5) })
    await settled(app, { results: [passed('t')], startedAt: dayOf(3) })
    const [listed] = (await app.get<Test[]>('/api/tests?project=shop')).data
    expect(listed?.firstSeenAt).toBe('2026-02-05T09:00:00.000Z')
    expect((await get(app, listed?.testId ?? '')).firstSeenAt).toBe('2026-02-05T09:00:00.000Z')
  })

  test('say why a run does not count', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: TREE, testedSha: 'c'.repeat(40) }
    await settle(app, passed('t'), { code })
    await settle(app, passed('t'), { code: { ...code, dirty: true } })
    await settled(app, { results: ['t', 'w', 'x', 'y', 'z'].map((title) => failed(title)) })
    await settle(app, passed('t'), { trust: 'local' })
    const { runs } = await get(app, await idOf(app, 't'))
    expect(runs.map((each) => each.excludedBecause)).toEqual(['local', 'outage', 'dirty', null])
    expect(runs.map((each) => each.counts)).toEqual([false, false, false, true])
  })

  test('have a history that proves their rate, newest run first', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: TREE, testedSha: 'c'.repeat(40) }
    const one = await settle(app, failed('t', { message: 'boom', durationMs: 7 }), { code })
    const two = await settle(app, passed('t'), { code })
    const three = await settle(app, flaky('t', { message: 'slipped' }), { part: { leg: 'windows' } })
    await settle(app, skipped('t'))
    const fork = await settle(app, failed('t'), { trust: 'fork', code: { branch: 'patch' } })
    const { data: running } = await send(app, run({ results: [passed('t')], end: null }))
    await settled(app, { results: others })
    const id = await idOf(app, 't')
    const detail = await get(app, id)
    expect(detail).toMatchObject({
      testId: id,
      project: 'shop',
      titles: ['t'],
      formerNames: [],
      firstSeenAt: '2026-03-02T09:00:00.000Z',
      flakinessRate: { value: 2 / 3, numerator: 2, denominator: 3 },
      evidence: { sameTree: 1, retry: 1, flips: 0 },
      failedRuns: 1,
      isBroken: false,
      lastEvidence: { id: three },
      monitor: { state: 'healthy', since: null, changes: [] },
      nextCursor: null,
    })
    expect(
      detail.runs.map((each) => [each.execution.id, each.leg, each.status, each.counts, each.evidence]),
    ).toEqual([
      [running.execution.id, 'linux-x64-node24', 'passed', false, []],
      [fork, 'linux-x64-node24', 'failed', false, []],
      [expect.any(String), 'linux-x64-node24', 'skipped', true, []],
      [three, 'windows', 'flaky', true, ['retry']],
      [two, 'linux-x64-node24', 'passed', true, []],
      [one, 'linux-x64-node24', 'failed', true, ['same-tree']],
    ])
    expect(detail.runs.slice(0, 3).map(({ excludedBecause }) => excludedBecause)).toEqual([
      'not-settled',
      'fork',
      null,
    ])
    expect(detail.runs.at(-1)).toMatchObject({
      durationMs: 7,
      error: { message: 'boom' },
      startedAt: '2026-03-02T09:00:00.000Z',
      execution: { branch: 'main', testedSha: 'c'.repeat(40), tree: TREE, suite: 'default' },
    })
    expect(detail.runs.at(-2)?.error).toBeNull()
    expect((await get(app, id, 'branch=fork:patch')).runs.map((each) => each.execution.id)).toEqual([fork])
    expect((await get(app, id, 'branch=fork:patch')).flakinessRate).toMatchObject({
      value: null,
      denominator: 0,
    })
    // What the rate says is what the runs say.
    const inRate = (test: Test) => test.runs.filter((each) => each.inRate)
    expect(inRate(detail)).toHaveLength(detail.flakinessRate.denominator)
    expect(inRate(detail).filter((each) => each.evidence.length > 0)).toHaveLength(
      detail.flakinessRate.numerator,
    )
    app.advance(86_400_000)
    const nextDay = await get(app, id, 'days=1')
    expect(nextDay.runs).toHaveLength(detail.runs.length)
    expect([inRate(nextDay).length, nextDay.flakinessRate.denominator]).toEqual([0, 0])
    expect(await get(app, id.toUpperCase())).toMatchObject({ testId: id })
  })

  test('flips from commit to commit are shown and never counted; the same code does not flip', async () => {
    const app = await makeApp()
    for (const one of [
      passed('t'),
      failed('t'),
      passed('t'),
      failed('t'),
      flaky('t'),
      skipped('t'),
      passed('t'),
    ])
      await settle(app, one)
    const id = await idOf(app, 't')
    expect(await get(app, id)).toMatchObject({
      flakinessRate: { numerator: 1, denominator: 6 },
      evidence: { sameTree: 0, retry: 1, flips: 4 },
      failedRuns: 2,
    })
    const code = { branch: 'other', tree: TREE }
    await settle(app, passed('t'), { code })
    await settle(app, failed('t'), { code })
    const expected = {
      flakinessRate: { numerator: 2, denominator: 8 },
      evidence: { sameTree: 1, retry: 1, flips: 4 },
    }
    expect(await get(app, id)).toMatchObject(expected)
    expect((await get(app, id, 'branch=other')).evidence).toEqual({ sameTree: 1, retry: 0, flips: 0 })
  })

  test('pages joined are the whole history, within a build of several legs too', async () => {
    const app = await makeApp()
    for (let i = 0; i < 4; i++)
      for (const leg of ['a', 'b', 'c'])
        await send(
          app,
          run({ build: `b${i}`, part: { leg }, startedAt: app.clock() + i, results: [passed('t')] }),
        )
    // A hundred runs without it lie between.
    for (let i = 0; i < 110; i++) await send(app, run({ startedAt: app.clock() + 10, results: others }))
    await send(app, run({ startedAt: app.clock() + 20, results: [passed('t')] }))
    const id = await idOf(app, 't')
    const whole = (await get(app, id)).runs
    expect(whole).toHaveLength(13)
    for (const limit of [1, 2, 5, 13]) {
      const joined: Test['runs'] = []
      let cursor: string | null = null
      do {
        const page: Test = await get(app, id, `limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
        expect(page.runs.length).toBeLessThanOrEqual(limit)
        joined.push(...page.runs)
        cursor = page.nextCursor
      } while (cursor)
      expect(joined, `${limit}`).toEqual(whole)
    }
    expect(await app.get(`/api/tests/${id}?cursor=x`)).toMatchObject({ status: 400 })
  })

  test('a re-run shows what holds, and its transitions are reported with their reasons', async () => {
    const app = await makeApp()
    for (let i = 0; i < 10; i++) await settle(app, passed('t'))
    await settle(app, failed('t'), { build: 'b' })
    await settle(app, passed('t'), { build: 'b', runAttempt: 2 })
    const id = await idOf(app, 't')
    expect((await get(app, id)).runs[0]).toMatchObject({ status: 'flaky', evidence: ['retry'] })
    const last = await settle(app, flaky('t'))
    expect((await get(app, id)).monitor).toMatchObject({
      state: 'flaky',
      changes: [
        {
          from: 'healthy',
          to: 'flaky',
          executionId: last,
          because: '2 of its 12 runs of the last 14 days (17 %) gave evidence of flakiness.',
        },
      ],
    })
    expect(await titles(app, 'monitor=flaky')).toEqual(['t'])
  })

  test('a confirmed rename brings the earlier name’s runs along, and its undoing takes them away', async () => {
    const app = await makeApp()
    await settle(app, flaky('old name'))
    await settle(app, passed('old name'))
    await settle(app, flaky('new name'))
    const [from, to] = [await idOf(app, 'old name'), await idOf(app, 'new name')]
    const rates = async () =>
      (await app.get<Test[]>('/api/flaky-tests')).data.map(
        ({ titles, flakinessRate: { numerator, denominator } }) => [titles[0], numerator, denominator],
      )
    expect(await rates()).toEqual([
      ['new name', 1, 1],
      ['old name', 1, 2],
    ])
    const { data, error } = await app.post<{ renames: [{ id: string }] }>('/api/renames', {
      project: 'shop',
      from,
      to,
    })
    expect(error).toBeUndefined()
    expect(await rates()).toEqual([['new name', 2, 3]])
    expect(await get(app, to)).toMatchObject({
      flakinessRate: { numerator: 2, denominator: 3 },
      firstSeenAt: '2026-03-02T09:00:00.000Z',
      formerNames: [{ testId: from, titles: ['old name'] }],
      runs: [
        { testId: to, status: 'flaky' },
        { testId: from, status: 'passed' },
        { testId: from, status: 'flaky' },
      ],
    })
    await app.delete(`/api/renames/${data.renames[0].id}`)
    expect(await get(app, to)).toMatchObject({ flakinessRate: { denominator: 1 }, formerNames: [] })
    expect(await rates()).toHaveLength(2)
  })

  test('nobody sees another organization’s or another project’s', async () => {
    const app = await makeApp()
    await settle(app, passed('t'))
    await settle(app, passed('t'), { project: 'other' })
    const id = await idOf(app, 't')
    const stranger = await addOrganization(app)
    const { data: made } = await app.post<{ value: string }>('/api/keys', { name: 'one', project: 'other' })
    expect(await app.get(`/api/tests/${id}`)).toMatchObject({
      status: 400,
      error: { message: 'project is required: a test of this name is in other, shop.' },
    })
    expect((await get(app, id, 'project=shop')).runs).toHaveLength(1)
    expect(await app.get(`/api/tests/${id}`, { key: made.value })).toMatchObject({
      data: { project: 'other' },
    })
    for (const [path, key] of [
      ['/api/tests?project=shop', stranger],
      ['/api/tests?project=shop', made.value],
      [`/api/tests/${id}`, stranger],
      [`/api/tests/${id}?project=shop`, made.value],
      ['/api/projects/shop/monitor', stranger],
      ['/api/projects/shop/monitor', made.value],
      [`/api/tests/${'0'.repeat(32)}`, app.key],
      ['/api/tests/not-an-id', app.key],
    ] as const)
      expect(await app.get(path, { key }), path).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
    expect(await app.post('/api/projects/shop/monitor', {}, { key: stranger })).toMatchObject({ status: 404 })
    for (const [query, message] of [
      ['days=0', /^days must/],
      ['limit=201', /^limit must/],
      ['branch=', /^branch must/],
      ['status=failed', /^There is no parameter "status"/],
    ] as const)
      expect(await app.get(`/api/tests/${id}?project=shop&${query}`)).toMatchObject({
        status: 400,
        error: { message: expect.stringMatching(message) },
      })
  })
})
