import { expect, test } from 'vitest'
import { countRows } from '../../testing/count-rows.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { commit, result, SHA, upload } from '../../testing/send-document.ts'
import { sha } from '../../testing/sha.ts'

interface Detail {
  project: string
  suite: string
  build: string
  state: string
  trust: string
  branch: string | null
  testedSha: string | null
  startedAt: string
  durationMs: number
  counts: Record<string, number>
  results: {
    file: string
    titles: string[]
    variant: string
    occurrence: number
    leg: string
    status: string
    durationMs: number
    attempts: { status: string; errors?: { message: string }[] }[]
  }[]
}

async function stored(app: TestApp, document: unknown, query = ''): Promise<Detail> {
  const { data, error } = await upload(app, document, query)
  if (error) throw new Error(error.message)
  return (await app.get<Detail>(`/api/executions/${data.execution.id}`)).data
}

onEachDatabase('documents', (makeApp) => {
  test('all that a document may say of its code, its part and its CI run is kept', async () => {
    const app = await makeApp()
    const code = {
      testedSha: sha('1'),
      headSha: sha('2'),
      baseSha: sha('3'),
      mergeBaseSha: sha('4'),
      parents: [sha('3'), sha('2')],
      tree: sha('5'),
      dirty: false,
      branch: 'feature',
      baseBranch: 'trunk',
      pullRequest: 12,
      repository: 'acme/shop',
      defaultBranch: 'trunk',
      ancestry: [commit],
      message: 'Pay by card',
      fork: true,
    }
    const part = {
      job: 'test',
      package: 'web',
      config: 'a.config.ts',
      leg: 'linux',
      shard: { index: 2, total: 3 },
    }
    const ci = {
      provider: 'Jenkins',
      url: 'https://ci.example.com/1',
      event: 'pull_request',
      workflow: 'test',
    }
    const { ancestry: _a, defaultBranch: _d, fork: _f, parents: _p, ...shown } = code
    expect(await stored(app, { build: 'b', code, part, ci, results: [result] })).toMatchObject({
      ...shown,
      // Never taken for a branch of the repository.
      branch: 'fork:feature',
      project: 'shop',
      trust: 'fork',
      ci,
      parts: [part],
    })
  })

  test('a start of more than a day ahead is refused with what the server’s clock says; in CTRF it is a warning', async () => {
    const app = await makeApp()
    const now = new Date(app.clock()).toISOString()
    const late = app.clock() + 86_400_001
    const own = (startedAt: number) => upload(app, { project: 'shop', startedAt, results: [result] })
    expect((await own(late)).error).toEqual({
      code: 'INVALID_REQUEST',
      message: `body.startedAt: expected milliseconds since the epoch, at most a day after the server's clock, which says ${now}, not ${late}.`,
    })
    expect((await own(late - 1)).data.warnings).toEqual([])
    const results = { tool: { name: 'mocha' }, summary: { start: late }, tests: [] }
    const foreign = await upload(
      app,
      { reportFormat: 'CTRF', specVersion: '0.0.0', results },
      '?project=shop',
    )
    expect(foreign.data.warnings).toEqual([expect.stringContaining(`server's clock said ${now}`)])
  })

  test('the least that is taken is results, and the rest has a default', async () => {
    const app = await makeApp()
    expect(await stored(app, { project: 'shop', results: [result] })).toMatchObject({
      project: 'shop',
      suite: 'default',
      state: 'passed',
      trust: 'local',
      counts: { total: 1, passed: 1 },
      results: [{ file: 'a.test.ts', titles: ['a'], leg: 'default', status: 'passed', durationMs: 5 }],
    })
    expect(await stored(app, { results: [] }, '?project=shop')).toMatchObject({
      state: 'passed',
      counts: { total: 0 },
    })
  })

  test('everything that may be said is kept', async () => {
    const app = await makeApp()
    const startedAt = app.clock() - 60_000
    const detail = await stored(app, {
      project: 'shop',
      suite: 'e2e',
      build: '77',
      code: { testedSha: SHA, branch: 'main' },
      ci: { provider: 'Jenkins', url: 'https://ci.example/77' },
      runner: { name: 'phpunit', version: '12' },
      part: { leg: 'php8', job: 'unit' },
      tags: ['nightly'],
      startedAt,
      durationMs: 9_000,
      results: [
        result,
        { ...result, file: 'src\\b.test.php', variant: 'mysql' },
        {
          file: 'a.test.ts',
          titles: ['outer', 'retried'],
          attempts: [
            { status: 'failed', durationMs: 10, startedAt: startedAt + 5, errors: [{ message: 'first' }] },
            { status: 'passed', durationMs: 20, startedAt: startedAt + 20 },
          ],
        },
        result,
      ],
      errors: [{ file: 'c.test.ts', failure: { message: 'does not load' } }],
    })
    expect(detail).toMatchObject({
      suite: 'e2e',
      build: '77',
      trust: 'ci',
      branch: 'main',
      testedSha: SHA,
      state: 'running',
      startedAt: new Date(startedAt).toISOString(),
      counts: { total: 4, passed: 3, flaky: 1, errors: 1 },
    })
    expect(detail.results).toMatchObject([
      { file: 'a.test.ts', titles: ['a'], occurrence: 0, leg: 'php8' },
      { file: 'src/b.test.php', variant: 'mysql' },
      {
        titles: ['outer', 'retried'],
        status: 'flaky',
        attempts: [{ status: 'failed', errors: [{ message: 'first' }] }, { status: 'passed' }],
      },
      { titles: ['a'], occurrence: 1 },
    ])
  })

  test('the same document twice is one execution, by its content or by its id', async () => {
    const app = await makeApp()
    const document = { project: 'shop', results: [result] }
    const first = await upload(app, document)
    const rows = await countRows(app)
    expect((await upload(app, document)).data.execution.id).toBe(first.data.execution.id)
    expect(await countRows(app)).toEqual(rows)
    const other = await upload(app, { ...document, results: [{ ...result, durationMs: 6 }] })
    expect(other.data.execution.id).not.toBe(first.data.execution.id)

    const named = await upload(app, { id: 'run 7', ...document })
    const again = await upload(app, { id: 'run 7', ...document, tags: ['said later'] })
    expect(again.data.execution.id).toBe(named.data.execution.id)
    expect((await upload(app, { id: 'run 8', ...document })).data.execution.id).not.toBe(
      named.data.execution.id,
    )
  })

  test('times at the edge of what is taken can be read again', async () => {
    const app = await makeApp()
    const year = 366 * 86_400_000
    const detail = await stored(app, {
      project: 'shop',
      startedAt: 0,
      durationMs: year,
      results: [{ ...result, durationMs: year, startedAt: Number.MAX_SAFE_INTEGER }],
    })
    expect(detail).toMatchObject({ state: 'passed', results: [{ durationMs: year }] })
    const summed = await stored(app, {
      project: 'shop',
      results: Array.from({ length: 2_000 }, (_, i) => ({ ...result, titles: [`${i}`], durationMs: year })),
    })
    expect(summed.state).toBe('passed')
  })
})
