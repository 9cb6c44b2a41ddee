import type { overviewOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failed, failedTwice, type MadeRun, passed, run, send, settled } from '../../testing/upload.ts'
import { getHome } from './get-home.ts'

type Home = z.output<typeof overviewOperations.getHome.output>

const MOST_THREADS = 8
const HOUR_MS = 3_600_000
const others = ['a', 'b', 'c'].map((title) => passed(title))
const home = async (app: TestApp, key?: string) =>
  (await app.get<Home>('/api/home', key === undefined ? {} : { key })).data

onBothDatabases('the start page', (makeApp) => {
  const uploads = (app: TestApp) => (made: MadeRun) => {
    app.advance(HOUR_MS)
    return settled(app, made)
  }

  test('tells the state of each default branch, the newest run and the runs of fourteen days', async () => {
    const app = await makeApp()
    const upload = uploads(app)
    await upload({ project: 'calm', results: others })
    await upload({ project: 'shop', suite: 'e2e', results: others })
    await upload({ project: 'shop', results: [failed('pays'), ...others] })
    app.advance(48 * HOUR_MS)
    await upload({ project: 'shop', suite: 'e2e', results: others })
    const newest = await upload({ project: 'shop', code: { branch: 'topic' }, results: [failed('a')] })
    await upload({ project: 'other', code: { branch: 'master' }, results: others })
    const { days, projects, hasMore } = await home(app)
    expect(days).toHaveLength(14)
    expect(days.at(-1)).toBe(new Date(app.clock()).toISOString().slice(0, 10))
    expect(hasMore).toBe(false)
    expect(projects).toMatchObject([
      {
        project: 'shop',
        branch: 'main',
        status: 'failed',
        suites: 2,
        failingSuites: 1,
        newest: { id: newest, state: 'failed', branch: 'topic' },
        running: 0,
        pulls: { red: 0, unjudged: 0, newest: [] },
      },
      { project: 'other', branch: 'master', status: 'passed', suites: 1 },
      { project: 'calm', status: 'passed' },
    ])
    const [shop] = projects
    expect(shop?.passed.slice(-3)).toEqual([1, 0, 1])
    expect(shop?.failed.slice(-3)).toEqual([1, 0, 0])
    expect(shop?.passed).toHaveLength(14)
  })

  test('a suite that has not run for weeks still counts; a pull request, a fork and a running run do not', async () => {
    const app = await makeApp()
    const upload = uploads(app)
    await upload({ suite: 'weekly', results: [failed('a')] })
    app.advance(30 * 24 * HOUR_MS)
    await upload({ results: others })
    await upload({ code: { branch: 'main', pullRequest: 3 }, suite: 'pull', results: [failed('a')] })
    await upload({ trust: 'fork', suite: 'fork', results: [failed('a')] })
    await send(app, run({ results: [failed('a')], end: null }))
    await send(app, run({ code: { branch: 'topic', pullRequest: 4 }, results: [failed('a')], end: null }))
    const { projects } = await home(app)
    expect(projects).toMatchObject([{ status: 'failed', suites: 2, failingSuites: 1, running: 2 }])
    expect((await app.get('/api/overview?project=shop')).data).toMatchObject({ running: 2 })
    await upload({ suite: 'weekly', results: others })
    expect((await home(app)).projects).toMatchObject([{ status: 'passed', suites: 2, failingSuites: 0 }])
  })

  test('counts pull requests that are red by their own fault, and no others', async () => {
    const app = await makeApp()
    const upload = uploads(app)
    const rest = [passed('x'), passed('y')]
    for (let i = 0; i < 5; i++) await upload({ results: [...others, failed('always'), ...rest] })
    const pull = (pullRequest: number) => ({
      branch: `b${pullRequest}`,
      baseBranch: 'main',
      pullRequest,
      repository: 'acme/shop',
    })
    await upload({ code: pull(1), results: [...others, failed('always'), ...rest] })
    await upload({ code: pull(2), results: [passed('b'), failedTwice('a'), failed('always'), ...rest] })
    await upload({ code: pull(3), results: [...others, failed('always'), failedTwice('x'), passed('y')] })
    await upload({ code: pull(3), results: [...others, passed('always'), ...rest] })
    const { projects } = await home(app)
    expect(projects[0]?.pulls).toMatchObject({
      red: 1,
      unjudged: 0,
      newest: [{ number: 2, repository: 'acme/shop', headline: expect.stringContaining('broke 1 test') }],
    })
  })

  test('judges ten red pull requests a call, the newest first, and tells how many are left', async () => {
    const app = await makeApp()
    const upload = uploads(app)
    for (let i = 0; i < 5; i++) await upload({ results: others })
    for (let i = 1; i <= 12; i++)
      await upload({
        code: { branch: `b${i}`, baseBranch: 'main', pullRequest: i, repository: 'acme/shop' },
        results: [passed('b'), passed('c'), failedTwice('a', { message: `error of ${'x'.repeat(i)}` })],
      })
    const first = (await home(app)).projects[0]?.pulls
    expect((first?.red ?? 0) + (first?.unjudged ?? 0)).toBe(12)
    expect(first?.unjudged).toBe(2)
    expect(first?.newest.map(({ number }) => number)).toEqual([12, 11, 10])
    // Each thread keeps its own answers, so one of these calls is the second of its thread.
    const later = []
    for (let i = 0; i < MOST_THREADS; i++) later.push((await home(app)).projects[0]?.pulls)
    expect(later).toContainEqual(expect.objectContaining({ red: 12, unjudged: 0 }))
  })

  test('needs as many statements for twenty projects as for two, each by an index; others see nothing', async () => {
    const app = await makeApp()
    const upload = uploads(app)
    const count = async () => (await statementsOf(app, (ctx) => getHome({ ctx, input: {} }))).length
    for (let i = 0; i < 2; i++) await upload({ project: `p${i}`, results: others })
    const few = await count()
    for (let i = 2; i < 20; i++) await upload({ project: `p${i}`, results: others })
    expect(await count()).toBe(few)
    const plans = await plansOf(app, await statementsOf(app, (ctx) => getHome({ ctx, input: {} })))
    for (const [text, plan] of plans)
      expect(plan, text).not.toMatch(/SCAN execution(?! USING)|SCAN newest|Seq Scan on execution/)
    const key = await addOrganization(app)
    expect((await home(app, key)).projects).toEqual([])
  })
})
