import { expect, test } from 'vitest'
import { countRows } from '../testing/count-rows.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import type { TestAnswer, TestApp } from '../testing/make-app.ts'

interface Receipt {
  execution: { id: string; state: string }
  warnings: string[]
}
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

const upload = (app: TestApp, document: unknown, query = '', key?: string): Promise<TestAnswer<Receipt>> =>
  app.post<Receipt>(`/api/test-results${query}`, document, key ? { key } : {})

async function stored(app: TestApp, document: unknown, query = ''): Promise<Detail> {
  const { data, error } = await upload(app, document, query)
  if (error) throw new Error(error.message)
  return (await app.get<Detail>(`/api/executions/${data.execution.id}`)).data
}

const SHA = '0123456789abcdef0123456789abcdef01234567'
const commit = { sha: SHA, parents: [] }
const result = { file: 'a.test.ts', titles: ['a'], status: 'passed', durationMs: 5 }

onEachDatabase('documents', (makeApp) => {
  test('a field that is not known is refused by name, however deep it stands', async () => {
    const app = await makeApp()
    const failure = { message: 'wrong' }
    const failing = { file: 'a.test.ts', titles: ['a'] }
    const tried = (detail: object) => ({
      results: [{ ...failing, attempts: [{ status: 'failed', durationMs: 1, ...detail }] }],
    })
    const faulty: [place: string, document: object][] = [
      ['body', { x: 1 }],
      ['body.code', { code: { x: 1, testedSHA: 'abc' } }],
      ['body.code.ancestry[1]', { code: { ancestry: [commit, { ...commit, x: 1 }] } }],
      ['body.part', { part: { x: 1 } }],
      ['body.part.shard', { part: { shard: { index: 1, total: 2, x: 1 } } }],
      ['body.ci', { ci: { provider: 'Jenkins', x: 1 } }],
      ['body.runner', { runner: { name: 'mocha', x: 1 } }],
      ['errors[0]', { errors: [{ failure, x: 1 }] }],
      ['errors[0].failure', { errors: [{ failure: { ...failure, x: 1 } }] }],
      ['results[0]', { results: [{ ...result, x: 1 }] }],
      ['results[0].skip', { results: [{ ...result, status: 'skipped', skip: { kind: 'todo', x: 1 } }] }],
      ['results[0].location', { results: [{ ...result, location: { file: 'a', line: 1, x: 1 } }] }],
      ['results[0].attempts[0]', tried({ x: 1 })],
      [
        'results[0].attempts[0].errors[0].cause',
        tried({ errors: [{ ...failure, cause: { ...failure, x: 1 } }] }),
      ],
      [
        'results[0].attempts[0].errors[0].errors[1]',
        tried({ errors: [{ ...failure, errors: [failure, { ...failure, x: 1 }] }] }),
      ],
      [
        'results[0].attempts[0].steps[0].steps[0]',
        tried({ steps: [{ title: 's', durationMs: 1, steps: [{ title: 't', durationMs: 1, x: 1 }] }] }),
      ],
      [
        'results[0].attempts[0].attachments[0]',
        tried({ attachments: [{ name: 'n', contentType: 'text/plain', x: 1 }] }),
      ],
      ['results[0].attempts[0].annotations[0]', tried({ annotations: [{ type: 'issue', x: 1 }] })],
    ]
    const before = await countRows(app)
    for (const [place, document] of faulty) {
      const { status, error } = await upload(app, { project: 'shop', results: [], ...document })
      expect({ status, message: error?.message }).toEqual({
        status: 400,
        message: expect.stringContaining(`${place}: expected no field "x" (known: `),
      })
    }
    expect(await countRows(app)).toEqual(before)
  })

  test('all that a document may say of its code, its part and its CI run is kept', async () => {
    const app = await makeApp()
    const sha = (digit: string) => digit.repeat(40)
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

  test('what is wrong is named, and nothing of it is stored', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const shop = (more: object) => ({ project: 'shop', results: [result], ...more })
    const one = (more: object) => shop({ results: [{ ...result, ...more }] })
    const year = 366 * 86_400_000
    const cases: [unknown, string | RegExp][] = [
      [[], 'body: expected an object, not an array.'],
      [null, 'body: expected an object, not null.'],
      [{ results: [result] }, /^project: expected a slug\. The upload names no repository/],
      [{ project: 'shop' }, 'results: expected an array.'],
      [shop({ results: {} }), 'results: expected an array, not an object.'],
      [shop({ result: [] }), /^body: expected no field "result" \(known: id, project, /],
      [shop({ id: 5 }), 'id: expected a string, not 5.'],
      [shop({ runAttempt: 1.5 }), 'body.runAttempt: expected a whole number, not 1.5.'],
      [shop({ runAttempt: '1' }), /^body\.runAttempt: expected a number from 1/],
      [shop({ startedAt: -1 }), /^body\.startedAt: expected a number from 0/],
      [
        shop({ durationMs: year + 1 }),
        `body.durationMs: expected a number from 0 to ${year}, not ${year + 1}.`,
      ],
      [shop({ status: 'green' }), 'body.status: expected one of passed, failed, interrupted, not "green".'],
      [shop({ code: { testedSha: 'main' } }), /^body\.code\.testedSha: expected a commit sha/],
      [shop({ errors: [{ failure: {} }] }), 'errors[0].failure.message: expected a string.'],
      [shop({ results: ['a'] }), 'results[0]: expected an object, not "a".'],
      [one({ file: 7 }), 'results[0].file: expected a string, not 7.'],
      [one({ titles: 'a' }), 'results[0].titles: expected an array, not "a".'],
      [one({ titles: [] }), 'results[0].titles: expected at least one title.'],
      [one({ status: 'ok' }), /^results\[0\]\.status: expected one of passed, failed/],
      [one({ status: undefined }), /^results\[0\]\.status: expected one of passed, failed/],
      [one({ durationMs: -5 }), `results[0].durationMs: expected a number from 0 to ${year}, not -5.`],
      [one({ durationMs: year + 1 }), /^results\[0\]\.durationMs: expected a number from 0/],
      [one({ durationMs: '5' }), /^results\[0\]\.durationMs: expected a number.*not "5"/],
      [one({ occurrence: 1.5 }), 'results[0].occurrence: expected a whole number, not 1.5.'],
      [one({ title: 'a' }), /^results\[0\]: expected no field "title"/],
      [one({ attempts: [{ status: 'passed' }] }), /^results\[0\]: expected either "attempts" or "status"/],
      [one({ status: undefined, attempts: [] }), 'results[0].attempts: expected at least one attempt.'],
      [
        one({ status: undefined, attempts: Array(2_001).fill({ status: 'failed', durationMs: 1 }) }),
        'results[0].attempts: expected at most 2000 items, not 2001.',
      ],
      [one({ errors: [{ message: 5 }] }), 'results[0].errors[0].message: expected a string, not 5.'],
    ]
    for (const [document, message] of cases)
      expect(await upload(app, document), `${message}`).toMatchObject({
        status: 400,
        error: {
          code: 'INVALID_REQUEST',
          message: typeof message === 'string' ? message : expect.stringMatching(message),
        },
      })
    for (const body of ['', '{', `{"results":${'['.repeat(100_000)}`, 'null null'])
      expect(
        await app.request('/api/test-results', {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json' },
        }),
      ).toMatchObject({ status: 400 })
    expect(await upload(app, shop({}), '?suites=x')).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^There is no parameter "suites"/) },
    })
    for (const query of ['project=No%20Slug', 'commit=HEAD', `suite=${'x'.repeat(300)}`])
      expect((await upload(app, shop({}), `?${query}`)).status, query).toBeGreaterThanOrEqual(400)
    expect(await countRows(app)).toEqual(before)
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
