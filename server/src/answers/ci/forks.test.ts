import type { ciOperations, ExecutionSummary } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { compare, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { sha } from '../../testing/sha.ts'
import { failed, failedTwice, flaky, type MadeRun, passed, run, send, settled } from '../../testing/upload.ts'

type Summary = z.output<typeof ExecutionSummary>
type Report = z.output<typeof ciOperations.getReport.output>

const repository = 'acme/shop'
const main = { branch: 'main', testedSha: sha('1'), headSha: sha('1'), tree: sha('2'), repository }
/** What a fork can say at worst: that it is exactly the main branch. */
const likeMain = { ...main, baseBranch: 'main', pullRequest: 9, repository }
const fork = (made: MadeRun): MadeRun => ({ trust: 'fork', ...made, code: { ...likeMain, ...made.code } })
const results = [passed('a'), passed('b'), passed('c')]

const summary = async (app: TestApp, id: string) => (await app.get<Summary>(`/api/executions/${id}`)).data
const report = async (app: TestApp, id: string) =>
  (await app.get<Report>(`/api/executions/${id}/report`)).data
const refusal = async (app: TestApp, made: MadeRun) => {
  const { status, error } = await send(app, run(made))
  return [status, error?.code, error?.message]
}

onEachDatabase('what a fork sends', (makeApp) => {
  test('joins no execution of the repository, nor of another pull request; nobody joins its own', async () => {
    const app = await makeApp()
    const id = await settled(app, { build: '100', code: main, results })
    const before = await summary(app, id)
    expect(await refusal(app, fork({ build: '100', results: [failed('a')] }))).toEqual([
      409,
      'CONFLICT',
      'Build "100" was started by a run of this repository, and a part from a fork cannot join it. Send the part under its own build (SVC_BUILD).',
    ])
    expect(await summary(app, id)).toEqual(before)

    const own = await settled(app, fork({ build: '200', results }))
    for (const trust of ['ci', 'local'] as const)
      expect(await refusal(app, { build: '200', trust, code: main, results })).toEqual([
        409,
        'CONFLICT',
        'Build "200" was started by a fork, and only parts of that fork can join it. Send this part under another build (SVC_BUILD).',
      ])
    expect(await refusal(app, fork({ build: '200', code: { pullRequest: 10 }, results }))).toEqual([
      409,
      'CONFLICT',
      'Build "200" was started by the fork of pull request 9, and a part of pull request 10 cannot join it. Send the part under its own build (SVC_BUILD).',
    ])
    const more = await send(app, run(fork({ build: '200', part: { leg: 'windows' }, results })))
    expect(more.data.execution).toMatchObject({ id: own, state: 'running' })
    expect(await summary(app, own)).toMatchObject({ trust: 'fork', partCount: 2, pullRequest: 9 })
  })

  test('continues with no journal of the repository, regardless of its id, and by no other door', async () => {
    const app = await makeApp()
    const lines = run({ build: '100', code: main, results, end: null })
    const [open] = lines
    const journal = open?.[0] === 'open' ? open[2].journal : ''
    const { id } = (await send(app, lines)).data.execution
    const stolen = run(fork({ build: '300', journal, results: [...results, failed('d')] }))
    expect((await send(app, stolen)).error?.code).toBe('CONFLICT')
    const document = {
      build: '100',
      project: 'shop',
      ci: { provider: 'GitHub Actions' },
      code: { ...likeMain, fork: true },
      results: [{ file: 'x.test.ts', titles: ['d'], status: 'failed', durationMs: 1 }],
    }
    expect((await app.post('/api/test-results', document)).error?.code).toBe('CONFLICT')
    expect(await summary(app, id)).toMatchObject({ trust: 'ci', partCount: 1, counts: { failed: 0 } })
  })

  test('is never a base, by any rule, and does not determine the base branch', async () => {
    const app = await makeApp()
    const master = await settled(app, { code: { branch: 'master', repository }, results })
    await settled(app, fork({ results: [failed('a')] }))
    // By commit, by tree, by ancestry, as the newest, and as the only one of a branch `main`.
    const heads = [
      { mergeBaseSha: sha('1') },
      { baseSha: sha('1') },
      { testedSha: sha('5'), headSha: sha('5'), ancestry: [{ sha: sha('5'), parents: [sha('1')] }] },
      {},
    ]
    for (const code of heads) {
      const head = await settled(app, { code: { branch: 'topic', repository, ...code }, results })
      expect((await compare(app, head)).base?.id).toBe(master)
    }
    const toMain = await settled(app, { code: { branch: 'topic', baseBranch: 'main', repository }, results })
    expect((await compare(app, toMain)).base).toBeNull()
  })

  test('says nothing of the project, nor of its commits', async () => {
    const app = await makeApp()
    const lies = {
      defaultBranch: 'evil',
      testedSha: sha('8'),
      headSha: sha('7'),
      parents: [sha('1'), sha('7')],
      tree: sha('3'),
      ancestry: [{ sha: sha('6'), parents: [sha('8')], tree: sha('2') }],
    }
    await settled(app, fork({ code: lies, results }))
    const { data } =
      await app.get<{ defaultBranch: string | null; repository: string | null }[]>('/api/projects')
    expect(data).toMatchObject([{ slug: 'shop', defaultBranch: null, repository: null }])
    expect(await app.store.read.selectFrom('commit').selectAll().execute()).toEqual([])
    // The next to tell is the repository itself.
    await settled(app, { code: { ...main, defaultBranch: 'main' }, results })
    const { data: after } = await app.get<object[]>('/api/projects')
    expect(after).toMatchObject([{ defaultBranch: 'main', repository }])
  })

  test('is in nobody’s history: no flake, no monitor, no failure, no excuse', async () => {
    const app = await makeApp()
    const slip = { message: 'slipped on ice' }
    for (let i = 0; i < 10; i++) await settled(app, { code: main, results })
    for (let i = 0; i < 10; i++) {
      await settled(app, fork({ results: [flaky('a', slip), passed('b'), passed('c')] }))
      await settled(
        app,
        fork({ code: { pullRequest: 10 + i }, results: [failedTwice('a', slip), passed('b')] }),
      )
    }
    const list = async (path: string) => (await app.get<unknown[]>(path)).data
    expect(await list('/api/flaky-tests?project=shop&minRuns=1')).toEqual([])
    expect(await list('/api/flaky-tests?project=shop&minRuns=1&state=broken')).toEqual([])
    expect(await list('/api/failures?project=shop')).toEqual([])
    const events = await app.store.read.selectFrom('outbox').select('kind').execute()
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['execution.settled']))
    for (const table of ['test_monitor', 'test_day', 'bad_run', 'failure_run'] as const)
      expect(await app.store.read.selectFrom(table).selectAll().execute(), table).toEqual([])
    const ran = await app.store.read.selectFrom('leg_run').select('execution_id').execute()
    expect(ran).toHaveLength(10)

    const head = await settled(app, {
      code: { branch: 'topic', baseBranch: 'main', pullRequest: 7, repository },
      results: [failedTwice('a', slip), passed('b'), passed('c')],
    })
    const [regression] = (await compare(app, head)).regressions
    expect(regression?.verdict).toMatchObject({
      kind: 'mine',
      history: { runs: 10, passed: 10, flaky: 0, failed: 0 },
      flakiness: null,
    })
    expect(Object.keys(regression?.verdict.evidenceTotals ?? {}).sort()).toEqual([
      'failed-here',
      'passed-on-base',
    ])
  })

  test('is not evidence against a rename', async () => {
    const app = await makeApp()
    const named = (...titles: string[]) => [...titles.map((title) => passed(title)), passed('other')]
    const code = { branch: 'main', repository }
    await settled(app, { code, results: named('cart > adds an item') })
    await settled(app, { code, results: named('cart > adds one item') })
    await settled(app, fork({ results: named('cart > adds an item', 'cart > adds one item') }))
    const { data: tests } = await app.get<{ testId: string; titles: string[] }[]>('/api/tests?project=shop')
    const idOf = (title: string) => tests.find(({ titles }) => titles.at(-1) === title)?.testId
    const answer = await app.post('/api/renames', {
      project: 'shop',
      from: idOf('adds an item'),
      to: idOf('adds one item'),
    })
    expect(answer).toMatchObject({ status: 200 })
  })

  test('appears only at its own pull request, and its branch is not the repository’s', async () => {
    const app = await makeApp()
    const base = await settled(app, { code: main, results })
    const trusted = await settled(app, {
      code: { branch: 'topic', baseBranch: 'main', pullRequest: 7, repository },
      results,
    })
    const foreign = await settled(app, fork({ results: [failed('a')] }))
    const owned = await settled(app, fork({ code: { branch: 'octocat:main', pullRequest: 11 }, results }))
    const pullRequest = async (number: number) =>
      (await app.get<{ executions: { id: string }[] }>(`/api/pull-requests/${number}`)).data.executions
    expect((await pullRequest(7)).map(({ id }) => id)).toEqual([trusted])
    expect((await pullRequest(9)).map(({ id }) => id)).toEqual([foreign])
    expect(await summary(app, foreign)).toMatchObject({ branch: 'fork:main', trust: 'fork' })
    expect(await summary(app, owned)).toMatchObject({ branch: 'octocat:main' })
    const ofMain = await app.get<Summary[]>('/api/executions?branch=main')
    expect(ofMain.data.map(({ id }) => id)).toEqual([base])
    const metrics = await app.get<{ current: { executions: object } }>(
      '/api/metrics?project=shop&branch=main',
    )
    expect(metrics.data.current.executions).toMatchObject({ total: 1, failed: 0 })
  })

  test('is compared with the repository’s own base, and judged by its own pull request', async () => {
    const app = await makeApp()
    const tests = [passed('a'), passed('b'), passed('c')]
    let base = ''
    for (let i = 0; i < 6; i++) base = await settled(app, { code: main, results: tests })
    const slip = { message: 'slipped on ice' }
    const code = { testedSha: sha('8'), headSha: sha('7'), parents: [sha('1'), sha('7')], tree: sha('4') }
    // Another fork with a branch of the same name, and the same files by its own word.
    await settled(app, fork({ code: { ...code, pullRequest: 10 }, results: tests }))
    const head = await settled(
      app,
      fork({ code, results: [failedTwice('a', slip), passed('b'), passed('c')] }),
    )
    const compared = await compare(app, head)
    expect(compared.base?.id).toBe(base)
    expect(compared.baseChoice.rule).toBe('merge-parent')
    expect(grouped(compared)).toEqual({ regressions: ['a'] })
    expect(compared.regressions[0]?.verdict.kind).toBe('mine')
    expect(await report(app, head)).toMatchObject({ verdict: 'mine', totals: { mine: 1 } })
  })

  test('is never trusted more by what CI adds to it', async () => {
    const app = await makeApp()
    const id = await settled(app, fork({ code: { pullRequest: 9 }, results }))
    const { data } = await app.post<Summary>(`/api/executions/${id}/facts`, {
      mergeBaseSha: sha('1'),
      settle: 'now',
    })
    expect(data).toMatchObject({ trust: 'fork', branch: 'fork:main', mergeBaseSha: sha('1') })
  })
})
