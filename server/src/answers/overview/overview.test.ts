import type { overviewOperations, pullRequestOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failed, type MadeRun, passed, run as runOf, send, settled } from '../../testing/upload.ts'
import { readLookFirst } from './get-overview.ts'

type Wall = z.output<typeof overviewOperations.getWall.output>
type Overview = z.output<typeof overviewOperations.getOverview.output>
type Listed = z.output<typeof pullRequestOperations.listPullRequests.output>
type PullRequest = z.output<typeof pullRequestOperations.getPullRequest.output>

const HOUR_MS = 3_600_000
const others = ['a', 'b', 'c', 'd', 'e'].map((title) => passed(title))
const pull = (pullRequest: number, made: MadeRun = {}): MadeRun => ({
  ...made,
  code: {
    branch: `b${pullRequest}`,
    baseBranch: 'main',
    pullRequest,
    repository: 'acme/shop',
    message: `Change ${pullRequest}`,
  },
})

onEachDatabase('the overview', (make) => {
  test('says since which run main is in its state, and what else is new', async () => {
    const app = await make()
    const run = async (made: MadeRun) => {
      app.advance(HOUR_MS)
      return settled(app, made)
    }
    await run({ results: others })
    const commit = { message: 'Round each line (#7)', author: 'Grace Hopper' }
    const code = { branch: 'main', testedSha: 'a'.repeat(40), ...commit }
    const since = await run({ code, results: [failed('pays'), ...others] })
    const newest = await run({ results: [failed('pays'), ...others] })
    await run({ suite: 'e2e', results: others })
    await run(pull(7, { results: [passed('pays'), failed('a', { message: 'no cart' })] }))
    const { data } = await app.get<Overview>('/api/overview?project=shop&days=3')
    expect(data.branch).toBe('main')
    expect(data.main).toMatchObject({
      status: 'failed',
      since: { id: since, isOlder: false, commit: { sha: 'a'.repeat(40), ...commit } },
      suites: [
        { suite: 'default', status: 'failed', newest: { id: newest }, since: { id: since }, failed: 1 },
        { suite: 'e2e', status: 'passed' },
      ],
    })
    expect(data.metrics.executionPassRate).toMatchObject({ numerator: 2, denominator: 4, value: 0.5 })
    expect(data.days.map(({ day, executions }) => [day, executions.total])).toEqual([
      ['2026-02-28', 0],
      ['2026-03-01', 0],
      ['2026-03-02', 4],
    ])
    expect(data.executions).toHaveLength(5)
    expect(data.pullRequests).toMatchObject([
      {
        number: 7,
        repository: 'acme/shop',
        status: 'failed',
        executions: [{ suite: 'default', headline: expect.stringContaining('This change') }],
      },
    ])
    expect((await app.get<Overview>('/api/overview?project=shop&branch=none')).data.main).toBe(null)
    const other = await addOrganization(app)
    expect((await app.get('/api/overview?project=shop', { key: other })).status).toBe(404)
  })

  test('names tests that their monitors call broken', async () => {
    const app = await make()
    for (let i = 0; i < 12; i++) await settled(app, { results: [failed('pays'), ...others] })
    const { data } = await app.get<Overview>('/api/overview?project=shop')
    expect(data.lookFirst).toMatchObject({
      broken: { count: 1, tests: [{ titles: ['pays'], since: expect.any(String) }] },
      newlyFlaky: { count: 0, tests: [] },
    })
  })

  test('reads only monitors of ill tests, by their index', async () => {
    const app = await make()
    const statements = await statementsOf(app, (ctx) => readLookFirst(ctx, 1, { from: 0, to: app.clock() }))
    const plans = (await plansOf(app, statements)).filter(([text]) => text.includes('"since"'))
    expect(plans.length).toBeGreaterThanOrEqual(2)
    for (const [text, plan] of plans) expect(plan, text).toContain('test_monitor_ill')
  })

  test('is empty for a project without executions of its branch', async () => {
    const app = await make()
    await settled(app, { code: { branch: 'x' }, results: [] })
    const { data } = await app.get<Overview>('/api/overview?project=shop&days=1')
    expect(data).toMatchObject({ branch: 'main', main: null, pullRequests: [], days: [{ p95Ms: null }] })
  })
})

onEachDatabase('the wall', (make) => {
  test('says what broke in each project, since when and with which commit, the newest break first', async () => {
    const app = await make()
    const run = async (project: string, made: MadeRun) => {
      app.advance(HOUR_MS)
      return settled(app, { project, ...made })
    }
    await run('calm', { results: others })
    await run('old', { results: [failed('x'), ...others] })
    await run('shop', { results: [passed('pays'), ...others] })
    const author = 'Grace Hopper'
    const code = { branch: 'main', testedSha: 'a'.repeat(40), message: 'Round each line (#7)', author }
    const broke = await run('shop', { code, results: [failed('pays'), ...others] })
    const newest = await run('shop', { results: [failed('pays'), ...others] })
    await send(app, runOf({ project: 'shop', results: others, end: null }))
    await run('odd', { code: { branch: 'topic' }, results: others })
    const { data } = await app.get<Wall>('/api/wall')
    expect(data.projects.map(({ project, status }) => [project, status])).toEqual([
      ['shop', 'failed'],
      ['old', 'failed'],
      ['calm', 'passed'],
      ['odd', null],
    ])
    expect(data.projects[0]).toMatchObject({
      branch: 'main',
      running: 1,
      failingSuites: 1,
      since: { id: broke },
      failing: [
        {
          suite: 'default',
          failed: 1,
          newest: { id: newest },
          since: {
            id: broke,
            commit: { sha: 'a'.repeat(40), message: 'Round each line (#7)', author },
          },
          tests: [{ titles: ['pays'] }],
        },
      ],
    })
    const other = await addOrganization(app)
    expect((await app.get<Wall>('/api/wall', { key: other })).data.projects).toEqual([])
  })
})

onBothDatabases('the overview of another branch', (make) => {
  test('has the state of its newest run, also if that run belongs to a pull request', async () => {
    const app = await make()
    await settled(app, { results: others })
    app.advance(HOUR_MS)
    await settled(app, { code: { branch: 'b7' }, results: others })
    app.advance(HOUR_MS)
    const since = await settled(app, pull(7, { results: [failed('pays'), ...others] }))
    const stateOf = async (branch: string) =>
      (await app.get<Overview>(`/api/overview?project=shop&branch=${branch}`)).data.main
    expect(await stateOf('b7')).toMatchObject({ status: 'failed', since: { id: since } })
    // Another repository may name the branch of its pull request as the default branch.
    await settled(app, { code: { branch: 'main', pullRequest: 8 }, results: [failed('pays'), ...others] })
    expect(await stateOf('main')).toMatchObject({ status: 'passed' })
  })
})

onEachDatabase('pull requests as data', (make) => {
  test('name the locator and the values of a matcher, if all failures of the cause have the same', async () => {
    const app = await make()
    const text = (received: string) =>
      `expect(locator).toHaveText(expected) failed\n\nLocator:  getByText('a')\nExpected: "3"\nReceived: "${received}"`
    const read = async (...received: string[]) => {
      const results = received.map((each, i) => failed(`pays ${i}`, { message: text(each) }))
      await settled(app, pull(7, { results: [...results, ...others] }))
      const { data } = await app.get<PullRequest>('/api/pull-requests/7')
      return data.executions[0]?.groups.flatMap(({ causes }) => causes.map(({ message }) => message))
    }
    await settled(app, { results: [passed('pays 0'), passed('pays 1'), ...others] })
    app.advance(HOUR_MS)
    expect(await read('2', '2')).toEqual([`toHaveText: getByText('a') · Expected: "3" · Received: "2"`])
    app.advance(HOUR_MS)
    expect(await read('2', '7')).toEqual(['expect(locator).toHaveText(expected) failed'])
  })

  test('say in the answer what the comment says', async () => {
    const app = await make()
    await settled(app, { results: [passed('pays'), ...others] })
    app.advance(HOUR_MS)
    const id = await settled(
      app,
      pull(7, { results: [failed('pays', { message: 'no cart\nat all' }), ...others] }),
    )
    const { data } = await app.get<PullRequest>('/api/pull-requests/7')
    const [one] = data.executions
    expect(data).toMatchObject({ branch: 'b7', baseBranch: 'main', message: 'Change 7' })
    expect(data.markdown).toContain(String(one?.headline).slice(0, 20))
    expect(one).toMatchObject({
      id,
      project: 'shop',
      suite: 'default',
      state: 'failed',
      totals: { regressions: 1, stillFailing: 0 },
      base: { branch: 'main' },
      groups: [
        {
          tests: 1,
          errors: 0,
          causeCount: 1,
          causes: [
            {
              message: 'no cart',
              tests: 1,
              failures: [
                { kind: 'broke', test: { titles: ['pays'] }, verdict: { because: expect.any(String) } },
              ],
            },
          ],
        },
      ],
    })
    await app.store.write((db) =>
      db
        .updateTable('execution')
        .set({ results_removed_at: app.clock() })
        .where('public_id', '=', id)
        .execute(),
    )
    const removed = await app.get<PullRequest>('/api/pull-requests/7')
    expect(removed.data.executions).toMatchObject([
      { id, headline: null, totals: null, groups: [], resultsRemovedAt: expect.any(String) },
    ])
  })

  test('have one answer for all suites', async () => {
    const app = await make()
    const suites = (...names: [suite: string, fails: string[]][]) =>
      Promise.all(
        names.map(([suite, fails]) =>
          settled(app, {
            suite,
            ...pull(8, {
              results: [...fails.map((title) => failed(title, { message: `no ${title}` })), ...others],
            }),
          }),
        ),
      )
    for (const suite of ['unit', 'e2e', 'docs']) await settled(app, { suite, results: others })
    app.advance(HOUR_MS)
    await suites(['unit', ['pays', 'ships']], ['e2e', ['signs in']], ['docs', []])
    const read = async () => (await app.get<PullRequest>('/api/pull-requests/8')).data
    const list = async () => (await app.get<Listed>('/api/pull-requests')).data.pullRequests[0]
    expect(await read()).toMatchObject({
      headline: '❌ This change added 3 failing tests in 2 of 3 suites',
      conclusion: 'mine',
    })
    expect(await list()).toMatchObject({
      headline: '❌ This change added 3 failing tests in 2 of 3 suites',
    })
    app.advance(HOUR_MS)
    await suites(['unit', []], ['e2e', []])
    expect(await read()).toMatchObject({ headline: '✅ Nothing broke in all 3 suites', conclusion: 'passed' })
    expect(await list()).toMatchObject({ conclusion: 'passed' })
  })

  test('are listed by their newest run, each suite once, and only what the caller sees', async () => {
    const app = await make()
    await settled(app, { results: others })
    for (const number of [1, 2, 3, 4, 5, 6]) {
      app.advance(HOUR_MS)
      await settled(app, pull(number, { results: number === 2 ? [failed('a')] : others }))
    }
    app.advance(HOUR_MS)
    await settled(app, pull(1, { results: others }))
    await settled(app, pull(1, { suite: 'e2e', results: [failed('z')] }))
    const list = async (query = '', key?: string) =>
      (await app.get<Listed>(`/api/pull-requests?${query}`, key ? { key } : {})).data
    const all = await list()
    expect(all.pullRequests.map(({ number, status }) => [number, status])).toEqual([
      [1, 'failed'],
      [6, 'passed'],
      [5, 'passed'],
      [4, 'passed'],
      [3, 'passed'],
      [2, 'failed'],
    ])
    expect(all.pullRequests[0]?.executions.map(({ suite }) => suite)).toEqual(['e2e', 'default'])
    expect(all.pullRequests.map(({ executions }) => executions[0]?.headline !== null)).toEqual([
      ...Array(5).fill(true),
      false,
    ])
    expect((await list('status=failed')).pullRequests.map(({ number }) => number)).toEqual([1, 2])
    expect(await list('limit=2')).toMatchObject({
      pullRequests: [{ number: 1 }, { number: 6 }],
      hasMore: true,
    })
    expect((await list('project=shop&days=1')).pullRequests).toHaveLength(6)
    app.advance(30 * 24 * HOUR_MS)
    expect(await list()).toEqual({ pullRequests: [], hasMore: false })
    expect((await list('days=60', await addOrganization(app))).pullRequests).toEqual([])
  })
})
