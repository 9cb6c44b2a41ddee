import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, flaky, type MadeRun, type MadeTest, passed, settled } from '../../testing/upload.ts'

const DAY_MS = 86_400_000
const TREE = 'a'.repeat(40)
const others = [passed('x'), passed('y'), passed('z')]

/** So many runs after one another, each with this test. */
async function runs(app: TestApp, times: number, one: MadeTest, made: MadeRun = {}) {
  for (let i = 0; i < times; i++) await settled(app, { results: [one, ...others], ...made })
}

/** What was reported so far, as `<event> <title>`; settling itself left out. */
async function eventsSoFar(app: TestApp): Promise<string[]> {
  const rows = await app.store.read.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute()
  return rows
    .filter((row) => row.kind !== 'execution.settled')
    .map(({ kind, payload }) =>
      `${kind} ${(JSON.parse(payload) as { titles?: string[] }).titles?.[0] ?? ''}`.trim(),
    )
}

const states = async (app: TestApp) =>
  (await app.get<{ titles: string[]; monitor: string }[]>('/api/tests?project=shop')).data
    .filter((test) => test.monitor !== 'healthy')
    .map((test) => `${test.titles[0]} ${test.monitor}`)

onEachDatabase('monitors', (makeApp) => {
  test('a test becomes flaky with its second flake in ten runs, and recovers after twenty clean ones', async () => {
    const app = await makeApp()
    await runs(app, 1, flaky('t'))
    await runs(app, 7, passed('t'))
    await runs(app, 1, flaky('t'))
    // Two of nine: too few runs to tell.
    expect(await eventsSoFar(app)).toEqual([])
    await runs(app, 1, passed('t'))
    expect(await eventsSoFar(app)).toEqual([])
    await runs(app, 1, flaky('t'))
    expect(await eventsSoFar(app)).toEqual(['test.became-flaky t'])
    const { rows } = { rows: await app.store.read.selectFrom('monitor_change').selectAll().execute() }
    expect(rows).toMatchObject([
      {
        from_state: 'healthy',
        to_state: 'flaky',
        because: '3 of its 11 runs of the last 14 days (27 %) gave evidence of flakiness.',
      },
    ])
    await runs(app, 19, passed('t'))
    expect(await states(app)).toEqual(['t flaky'])
    await runs(app, 1, passed('t'))
    expect(await eventsSoFar(app)).toEqual(['test.became-flaky t', 'test.recovered t'])
    expect(await states(app)).toEqual([])
  })

  test('at the edge of the threshold it does not go to and fro', async () => {
    const app = await makeApp()
    await app.post('/api/projects/shop/monitor', {})
    await runs(app, 18, passed('t'))
    await app.post('/api/projects/shop/monitor', { flakyRate: 0.1, recoverAfterRuns: 8 })
    // 2 of 20 is a tenth, and from then on a flake in every eighth run: above it, below it, above it …
    await runs(app, 2, flaky('t'))
    for (let i = 0; i < 4; i++) {
      await runs(app, 7, passed('t'))
      await runs(app, 1, flaky('t'))
    }
    expect(await eventsSoFar(app)).toEqual(['test.became-flaky t'])
    await runs(app, 8, passed('t'))
    expect(await eventsSoFar(app)).toEqual(['test.became-flaky t', 'test.recovered t'])
  })

  test('names in the reason of a change are data', async () => {
    const app = await makeApp()
    const hostile = 'main* [Open](https://evil.example) \u202e'
    const code = { branch: hostile, defaultBranch: hostile }
    await runs(app, 3, failed('t'), { code, part: { leg: 'linux. svc: all is well' } })
    await runs(app, 1, passed('t'), { code, part: { leg: 'linux. svc: all is well' } })
    const rows = await app.store.read.selectFrom('monitor_change').select('because').orderBy('id').execute()
    const name = String.raw`"main* [Open](https://evil.example) \u202e"`
    expect(rows.map(({ because }) => because)).toEqual([
      `It failed in its last 3 runs on ${name}, "linux. svc: all is well".`,
      `It passes on ${name} again.`,
    ])
  })

  test('a test that fails three times in a row on the default branch is broken, not flaky, until it passes', async () => {
    const app = await makeApp()
    await runs(app, 10, passed('t'))
    await runs(app, 3, failed('t'), { code: { branch: 'topic' } })
    await runs(app, 2, failed('t'))
    expect(await states(app)).toEqual([])
    await runs(app, 1, failed('t'))
    expect(await states(app)).toEqual(['t broken'])
    await runs(app, 3, failed('t'))
    await runs(app, 1, passed('t'), { code: { branch: 'topic' } })
    expect(await states(app)).toEqual(['t broken'])
    await runs(app, 1, passed('t'))
    expect(await eventsSoFar(app)).toEqual(['base.broke', 'test.broke t', 'test.recovered t'])
  })

  test('failing on one leg only breaks it, and the other leg’s passes do not mend it', async () => {
    const app = await makeApp()
    for (let i = 0; i < 4; i++) {
      await runs(app, 1, failed('t'), { part: { leg: 'windows' } })
      await runs(app, 1, passed('t'), { part: { leg: 'linux' } })
    }
    expect((await eventsSoFar(app)).filter((event) => event !== 'base.broke')).toEqual(['test.broke t'])
    await runs(app, 1, passed('t'), { part: { leg: 'windows' } })
    expect(await states(app)).toEqual([])
  })

  test('failures that the same tree disproves are flakes, told when the proof arrives', async () => {
    const app = await makeApp()
    await runs(app, 8, passed('t'))
    const code = { branch: 'main', tree: TREE }
    await runs(app, 2, failed('t'), { code })
    expect(await states(app)).toEqual([])
    await runs(app, 1, passed('t'), { code })
    expect(await eventsSoFar(app)).toEqual(['base.broke', 'test.became-flaky t'])
  })

  test('outages, forks and uncommitted changes turn nothing on', async () => {
    const app = await makeApp()
    await runs(app, 10, passed('t'))
    for (const made of [{ trust: 'fork' }, { code: { branch: 'main', dirty: true } }] satisfies MadeRun[]) {
      await runs(app, 4, failed('t'), made)
      await runs(app, 4, flaky('t'), made)
    }
    const outage = ['t', 'x', 'y', 'z'].map((title) => failed(title))
    for (let i = 0; i < 4; i++) await settled(app, { results: [...outage, flaky('w')] })
    expect((await eventsSoFar(app)).filter((event) => event !== 'base.broke')).toEqual([])
  })

  test('what a re-run takes back is looked at again', async () => {
    const app = await makeApp()
    await runs(app, 10, passed('t'))
    await runs(app, 2, failed('t'))
    await runs(app, 1, failed('t'), { build: 'third' })
    expect(await states(app)).toEqual(['t broken'])
    // Alone, a test that its neighbours break passes.
    await runs(app, 1, passed('t'), { build: 'third', runAttempt: 2, results: [passed('t')] })
    expect(await states(app)).toEqual(['t broken'])
    await runs(app, 1, passed('t'), { build: 'third', runAttempt: 3 })
    expect(await eventsSoFar(app)).toEqual(['base.broke', 'test.broke t', 'test.recovered t'])
  })

  test('the base breaks once, with the first failed run of the default branch after a passed one', async () => {
    const app = await makeApp()
    await runs(app, 1, failed('t'))
    await runs(app, 1, passed('t'))
    await runs(app, 1, failed('t'), { code: { branch: 'topic' } })
    await runs(app, 1, failed('t'), { suite: 'e2e' })
    await runs(app, 1, failed('t'), { code: { branch: 'main', pullRequest: 7 } })
    expect(await eventsSoFar(app)).toEqual([])
    await runs(app, 1, failed('t'), { build: 'b' })
    expect(await eventsSoFar(app)).toEqual(['base.broke'])
    await runs(app, 1, failed('t'), { build: 'b', runAttempt: 2 })
    await runs(app, 1, failed('u'))
    expect(await eventsSoFar(app)).toEqual(['base.broke'])
    await runs(app, 1, passed('t'))
    await runs(app, 1, failed('t'))
    expect((await eventsSoFar(app)).filter((event) => event === 'base.broke')).toHaveLength(2)
  })

  test('settings have defaults, take single changes, and refuse what cannot be', async () => {
    const app = await makeApp()
    await runs(app, 1, passed('t'))
    const defaults = {
      windowDays: 14,
      minRuns: 10,
      flakyRuns: 2,
      flakyRate: 0.05,
      recoverAfterRuns: 20,
      brokenAfterRuns: 3,
      branches: 'all',
    }
    const path = '/api/projects/shop/monitor'
    expect((await app.get(path)).data).toEqual(defaults)
    expect((await app.post(path, { minRuns: 3, branches: 'default' })).data).toEqual({
      ...defaults,
      minRuns: 3,
      branches: 'default',
    })
    await app.post(path, { flakyRuns: 1, minRuns: null })
    expect((await app.get(path)).data).toEqual({ ...defaults, flakyRuns: 1, branches: 'default' })
    for (const [body, message] of [
      [{ windowDays: 91 }, /^windowDays must be a whole number from 1 to 90/],
      [{ minRuns: 0 }, /^minRuns must be a whole number from 1 to 1000/],
      [{ flakyRuns: 1.5 }, /^flakyRuns must/],
      [{ flakyRate: 5 }, /^flakyRate must be a share from 0 to 1/],
      [{ flakyRate: '5 %' }, /^flakyRate must be a share from 0 to 1/],
      [{ recoverAfterRuns: 0 }, /^recoverAfterRuns must/],
      [{ brokenAfterRuns: 31 }, /^brokenAfterRuns must be a whole number from 1 to 30/],
      [{ branches: 'main' }, /^branches must be one of all, default/],
      [{ flakyDays: 3 }, /^There is no parameter "flakyDays"/],
    ] as const)
      expect(await app.post(path, body)).toMatchObject({
        status: 400,
        error: { message: expect.stringMatching(message) },
      })
    expect(await app.get('/api/projects/none/monitor')).toMatchObject({ status: 404 })
    const { data: editor } = await app.post<{ value: string }>('/api/keys', { name: 'ci' })
    expect(await app.post(path, { minRuns: 3 }, { key: editor.value })).toMatchObject({ status: 403 })
  })

  test('with settings for the default branch only, flakes of other branches are not looked at', async () => {
    const app = await makeApp()
    await runs(app, 10, passed('t'))
    await app.post('/api/projects/shop/monitor', { branches: 'default' })
    await runs(app, 3, flaky('t'), { code: { branch: 'topic' } })
    expect(await states(app)).toEqual([])
    app.advance(DAY_MS)
    await runs(app, 2, flaky('t'))
    expect(await states(app)).toEqual(['t flaky'])
  })
})
