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

type FlakyTest = z.output<(typeof testOperations)['listFlakyTests']['output']>['items'][number]

const DAY_MS = 86_400_000
const TREE = 'a'.repeat(40)
const flakyTests = async (app: TestApp, query = '', key?: string) => {
  const { data, error } = await app.get<FlakyTest[]>(`/api/flaky-tests?${query}`, key ? { key } : {})
  if (error) throw new Error(error.message)
  return data
}
/** `<title> <numerator>/<denominator>` of each, in the order of the list. */
const rates = async (app: TestApp, query = '', key?: string) =>
  (await flakyTests(app, query, key)).map(
    ({ titles, flakinessRate: { numerator, denominator } }) =>
      `${titles.join(' > ')} ${numerator}/${denominator}`,
  )
/** Enough of what passes that a failure is no outage. */
const others = [passed('x'), passed('y'), passed('z')]
const runs = async (app: TestApp, tests: (MadeTest | null)[], made: MadeRun = {}) => {
  for (const one of tests) await settled(app, { results: [...(one ? [one] : []), ...others], ...made })
}

onEachDatabase('flaky tests', (makeApp) => {
  test('name their owners and since when their monitor has its state', async () => {
    const app = await makeApp()
    const codeowners = { path: '.github/CODEOWNERS', text: '* @acme/shop' }
    await runs(app, [...Array(20).fill(passed('slips')), ...Array(4).fill(flaky('slips'))], { codeowners })
    const [slips] = await flakyTests(app)
    expect(slips).toMatchObject({ monitor: 'flaky', owners: ['@acme/shop'] })
    const { data } = await app.get<{ monitor: { since: string }; owners: string[] }>(
      `/api/tests/${slips?.testId}`,
    )
    expect(data).toMatchObject({ monitor: { since: slips?.monitorSince }, owners: ['@acme/shop'] })
    expect(slips?.monitorSince).toEqual(expect.any(String))
  })

  test('judged ones come first on every page, each part by rate', async () => {
    const app = await makeApp()
    await runs(app, [...Array(20).fill(passed('slips')), ...Array(4).fill(flaky('slips'))])
    await runs(app, [passed('young'), flaky('young')])
    await runs(app, [flaky('younger'), passed('younger'), passed('younger')])
    expect(await rates(app)).toEqual(['young 1/2', 'younger 1/3', 'slips 4/24'])
    const pages: string[] = []
    let cursor = ''
    do {
      const page = await app.get<FlakyTest[]>(`/api/flaky-tests?sort=judged&limit=1${cursor}`)
      pages.push(...page.data.map(({ titles }) => titles.join()))
      const next = page.page?.nextCursor
      cursor = next ? `&cursor=${encodeURIComponent(next)}` : ''
    } while (cursor !== '')
    expect(pages).toEqual(['slips', 'young', 'younger'])
    const { page } = await app.get('/api/flaky-tests?sort=rate&limit=1')
    const other = await app.get(
      `/api/flaky-tests?sort=judged&limit=1&cursor=${encodeURIComponent(page?.nextCursor ?? '')}`,
    )
    expect(other.status).toBe(400)
  })

  test('have their newest runs as marks, without runs in which they were absent', async () => {
    const app = await makeApp()
    const ids: string[] = []
    for (const one of [passed('slips'), flaky('slips'), null, failed('slips'), skipped('slips')])
      ids.push(await settled(app, { results: [...(one ? [one] : []), ...others] }))
    const branch = { code: { branch: 'x' } }
    ids.push(await settled(app, { results: [passed('slips'), ...others], ...branch }))
    const [slips] = await flakyTests(app)
    expect(slips?.recent.map(({ execution, status, branch }) => [execution, status, branch])).toEqual([
      [ids[5], 'passed', 'x'],
      [ids[3], 'failed', 'main'],
      [ids[1], 'flaky', 'main'],
      [ids[0], 'passed', 'main'],
    ])
    const [onMain] = await flakyTests(app, 'branch=main')
    expect(onMain?.recent.map(({ status }) => status)).toEqual(['failed', 'flaky', 'passed'])
    const [newest] = await flakyTests(app, 'recent=2')
    expect(newest?.recent.map(({ status }) => status)).toEqual(['passed', 'failed'])
    const [without] = await flakyTests(app, 'recent=0')
    expect(without?.recent).toEqual([])
    for (let i = 0; i < 20; i++) await settled(app, { results: [passed('slips'), ...others] })
    const [often] = await flakyTests(app)
    expect(often?.recent.map(({ status }) => status)).toEqual(Array(20).fill('passed'))
  })

  test('are listed by rate, then by runs, with numerator, denominator and Wilson interval', async () => {
    const app = await makeApp()
    const outcomes = [
      [flaky('half'), flaky('fifth'), passed('steady'), flaky('also half')],
      [passed('half'), passed('fifth'), failed('steady'), passed('also half')],
      [flaky('half'), passed('fifth'), passed('steady'), skipped('also half')],
      [passed('half'), passed('fifth'), passed('steady'), skipped('also half')],
      [skipped('half'), passed('fifth'), passed('steady'), skipped('also half')],
    ]
    for (const results of outcomes) await settled(app, { results: [...results, ...others] })
    expect(await rates(app)).toEqual(['half 2/4', 'also half 1/2', 'fifth 1/5'])
    const [half] = await flakyTests(app)
    // Wilson by hand: (0.5 + 3.8415/8) / 1.9604 ± 1.959964 √(0.25/4 + 3.8415/64) / 1.9604.
    expect(half?.flakinessRate.value).toBe(0.5)
    expect(half?.flakinessRate.interval.low).toBeCloseTo(0.15, 3)
    expect(half?.flakinessRate.interval.high).toBeCloseTo(0.85, 3)
    expect(half).toMatchObject({
      project: 'shop',
      file: 'shop.test.ts',
      evidence: { sameTree: 0, retry: 2 },
      failedRuns: 0,
      monitor: 'healthy',
      lastEvidence: { startedAt: '2026-03-02T09:02:00.000Z' },
    })
    expect(half?.lastEvidence?.url).toBe(`http://svc.test/executions/${half?.lastEvidence?.id}`)
    expect(await rates(app, 'minRuns=3')).toEqual(['half 2/4', 'fifth 1/5'])
    expect(await rates(app, 'minRuns=6')).toEqual([])
  })

  test('a suite of one test that fails and passes by turns on one commit is flaky', async () => {
    const app = await makeApp()
    const code = { branch: 'main', testedSha: 'c'.repeat(40) }
    for (let turn = 0; turn < 3; turn++)
      for (const end of [failed, passed]) await settled(app, { code, results: [end('t')] })
    expect(await flakyTests(app)).toMatchObject([
      { flakinessRate: { numerator: 3, denominator: 6 }, evidence: { sameTree: 3, retry: 0 } },
    ])
  })

  test('failing is evidence if another run of the same tree and leg passed, and only then', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: TREE }
    const first = await settled(app, { code, results: [failed('t'), ...others] })
    expect(await rates(app)).toEqual([])
    // Another leg, another suite and another tree prove nothing.
    await settled(app, { code, part: { leg: 'windows' }, results: [passed('t'), ...others] })
    await settled(app, { code, suite: 'e2e', results: [passed('t'), ...others] })
    await settled(app, { code: { branch: 'main', tree: 'b'.repeat(40) }, results: [passed('t'), ...others] })
    await settled(app, { code, trust: 'fork', results: [passed('t'), ...others] })
    await settled(app, { code: { ...code, dirty: true }, results: [passed('t'), ...others] })
    await settled(app, {
      code,
      results: [passed('t'), failed('x'), failed('y'), failed('z'), failed('v'), failed('w')],
    })
    expect(await rates(app)).toEqual([])
    await settled(app, {
      code: { branch: 'topic', tree: TREE },
      build: 'same',
      results: [passed('t'), ...others],
    })
    expect(await flakyTests(app)).toMatchObject([
      {
        titles: ['t'],
        flakinessRate: { numerator: 1, denominator: 5 },
        evidence: { sameTree: 1, retry: 0 },
        failedRuns: 1,
        lastEvidence: { id: first },
      },
    ])
    expect(await rates(app, 'branch=topic')).toEqual([])
    // Run again, that run no longer passes it: what it proved is taken back.
    const { data } = await send(
      app,
      run({
        code: { branch: 'topic', tree: TREE },
        build: 'same',
        part: { leg: 'mac' },
        results: [passed('t')],
      }),
    )
    expect(await rates(app)).toEqual([])
    await app.settle(data.execution.id)
    expect(await rates(app)).toEqual(['t 1/6'])
  })

  test('broken means one thing: what the monitor says, in lists, the overview, the test and for agents', async () => {
    const app = await makeApp()
    await runs(app, [passed('t'), passed('t'), failed('t'), failed('t')])
    await runs(app, [failed('young')])
    expect(await rates(app, 'state=broken')).toEqual([])
    await runs(app, [failed('t')])
    const [t] = await flakyTests(app, 'state=broken&branch=main')
    expect(t).toMatchObject({ titles: ['t'], monitor: 'broken', failedRuns: 3 })
    expect(await rates(app, 'state=broken')).toEqual(['t 0/5'])
    expect(await rates(app, 'state=broken&branch=other')).toEqual([])
    const { data } = await app.get<{ isBroken: boolean }>(`/api/tests/${t?.testId}`)
    expect(data.isBroken).toBe(true)
    const overview = await app.get<{ lookFirst: { broken: object } }>('/api/overview?project=shop')
    expect(overview.data.lookFirst.broken).toMatchObject({ count: 1, tests: [{ titles: ['t'] }] })
    // A test that has not run lately is still broken.
    app.advance(40 * DAY_MS)
    expect(await rates(app, 'state=broken')).toEqual(['t 0/0'])
  })

  test('a test that fails in all of its runs is broken, not flaky', async () => {
    const app = await makeApp()
    await runs(app, [failed('t'), failed('t'), failed('t'), skipped('t')])
    expect(await rates(app)).toEqual([])
    expect(await flakyTests(app, 'state=broken')).toMatchObject([
      { titles: ['t'], failedRuns: 3, flakinessRate: { value: 0, numerator: 0, denominator: 3 } },
    ])
    await runs(app, [flaky('t')])
    expect(await rates(app)).toEqual(['t 1/4'])
    expect(await rates(app, 'state=broken')).toEqual([])
  })

  test('outages, forks and uncommitted changes count for nothing, in rate and denominator', async () => {
    const app = await makeApp()
    await runs(app, [flaky('t'), passed('t')])
    await runs(app, [flaky('t')], { trust: 'fork' })
    await runs(app, [flaky('t')], { trust: 'local' })
    await runs(app, [flaky('t')], { code: { branch: 'main', dirty: true } })
    const outage = [failed('x'), failed('y'), failed('z'), failed('w'), flaky('t')]
    await settled(app, { results: outage })
    expect(await rates(app)).toEqual(['t 1/2'])
  })

  test('a laptop’s runs count until the first one of CI', async () => {
    const app = await makeApp()
    await runs(app, [flaky('t'), passed('t')], { trust: 'local', code: { branch: 'main', dirty: true } })
    expect(await rates(app)).toEqual(['t 1/2'])
    await runs(app, [passed('t')])
    expect(await rates(app)).toEqual([])
  })

  test('the window is whole UTC days, today the last of them', async () => {
    const app = await makeApp({ startAt: Date.parse('2026-03-01T23:58:00Z') })
    await runs(app, [flaky('t')])
    app.advance(2 * 60_000)
    await runs(app, [passed('t')])
    expect(await rates(app, 'days=1')).toEqual([])
    expect(await rates(app, 'days=2')).toEqual(['t 1/2'])
    app.advance(28 * DAY_MS)
    expect(await rates(app)).toEqual(['t 1/2'])
    app.advance(DAY_MS)
    expect(await rates(app)).toEqual([])
    expect(await rates(app, 'days=31')).toEqual(['t 1/2'])
  })

  test('pages joined are the whole', async () => {
    const app = await makeApp()
    const titles = Array.from({ length: 7 }, (_, i) => `t${i}`)
    await settled(app, { results: [...titles.map((title) => flaky(title)), ...others] })
    await settled(app, { results: [...titles.map((title, i) => (i % 3 ? passed : flaky)(title)), ...others] })
    const whole = await rates(app)
    expect(whole).toEqual(['t0 2/2', 't3 2/2', 't6 2/2', 't1 1/2', 't2 1/2', 't4 1/2', 't5 1/2'])
    const joined: string[] = []
    let cursor: string | null | undefined
    do {
      const query = `limit=2${cursor ? `&cursor=${cursor}` : ''}`
      joined.push(...(await rates(app, query)))
      cursor = (await app.get(`/api/flaky-tests?${query}`)).page?.nextCursor
    } while (cursor)
    expect(joined).toEqual(whole)
  })

  test('parameters that cannot be are refused by name', async () => {
    const app = await makeApp()
    for (const [query, message] of [
      ['days=0', /^days must be a whole number from 1 to 400/],
      ['days=401', /^days must/],
      ['minRuns=0', /^minRuns must be a whole number from 1 to 100000/],
      ['limit=201', /^limit must be a whole number from 1 to 200/],
      ['state=sick', /^state must be one of flaky, broken/],
      ['branch=', /^branch must/],
      ['cursor=x', /^cursor must be the nextCursor/],
      ['from=2026-01-01', /^There is no parameter "from"/],
    ] as const)
      expect(await app.get(`/api/flaky-tests?${query}`)).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
      })
    expect(await app.get('/api/flaky-tests?project=none')).toMatchObject({ status: 404 })
  })

  test('projects are counted for themselves, and nobody sees another’s', async () => {
    const app = await makeApp()
    await runs(app, [flaky('t'), passed('t')])
    await runs(app, [flaky('t')], { project: 'other' })
    const stranger = await addOrganization(app)
    const { data: made } = await app.post<{ value: string }>('/api/keys', { name: 'one', project: 'other' })
    expect(await rates(app)).toEqual(['t 1/1', 't 1/2'])
    expect(await rates(app, 'project=shop')).toEqual(['t 1/2'])
    expect(await rates(app, '', made.value)).toEqual(['t 1/1'])
    expect(await rates(app, '', stranger)).toEqual([])
    for (const key of [stranger, made.value])
      expect(await app.get('/api/flaky-tests?project=shop', { key })).toMatchObject({ status: 404 })
  })
})
