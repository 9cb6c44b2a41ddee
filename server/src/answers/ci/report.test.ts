import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { pull } from '../../testing/pull-request.ts'
import { ask } from '../../testing/report.ts'
import { sha } from '../../testing/sha.ts'
import {
  failed,
  failedTwice,
  flaky,
  made,
  passed,
  run,
  send,
  settled,
  skipped,
} from '../../testing/upload.ts'

onEachDatabase('the report of an execution', (makeApp) => {
  test('has all that one job needs', async () => {
    const app = await makeApp()
    const locationOf = (file: string, line: number) => ({ location: { file, line } })
    const broken = (title: string, file: string, error: object) =>
      made(title, { file }, [
        { status: 'failed', detail: { errors: [{ message: `${title} is off`, ...error }] } },
        { status: 'failed', detail: { errors: [{ message: `${title} is off`, ...error }] } },
      ])
    const base = [
      passed('adds', { file: 'cart.test.ts' }),
      passed('pays', { file: 'cart.test.ts' }),
      failed('was broken', { message: 'old' }),
      failed('still broken', { message: 'old' }),
      skipped('later'),
      passed('is quick', { durationMs: 100 }),
    ]
    let baseId = ''
    for (let i = 0; i < 5; i++)
      baseId = await settled(app, { code: { branch: 'main', testedSha: sha('1') }, results: base })
    const head = await settled(app, {
      code: { ...pull, mergeBaseSha: sha('1') },
      results: [
        broken('adds', 'cart.test.ts', locationOf('cart.test.ts', 12)),
        flaky('pays', { file: 'cart.test.ts' }),
        passed('was broken'),
        failed('still broken', { message: 'old' }),
        broken('later', 'shop.test.ts', { stack: 'Error\n at lib.ts:3:1\n at t (shop.test.ts:40:7)' }),
        passed('is quick', { durationMs: 5_000 }),
      ],
      errors: [{ file: 'setup.ts', failure: { message: 'no such module', ...locationOf('setup.ts', 3) } }],
    })
    const { data } = await ask(app, head)
    const url = `http://svc.test/executions/${head}`
    expect(data).toMatchObject({
      execution: { id: head, state: 'failed', pullRequest: 7 },
      provisional: false,
      waitingFor: [],
      base: { id: baseId, url: `http://svc.test/executions/${baseId}`, branch: 'main', sha: sha('1') },
      because: 'the commit where this branch left main',
      verdict: 'mine',
      headline: expect.stringMatching(
        /^❌ This change .*1 test and .*1 failing test; it possibly .*1 failure outside tests; 1 test became flaky · shop$/,
      ),
      totals: {
        regressions: 1,
        mine: 2,
        unknown: 0,
        newFailures: 1,
        stillFailing: 1,
        failuresNotCompared: 0,
        newlyFlaky: 1,
        improvements: 1,
        slower: 1,
        errors: 1,
      },
    })
    // The comparison counts the same failures, and no one that the base has too.
    expect((await compare(app, head)).verdicts).toMatchObject({ mine: 2, unknown: 0, 'base-is-broken': 0 })
    expect(data.failures.map(({ kind, file, line, verdict }) => [kind, file, line, verdict])).toEqual([
      ['regression', 'cart.test.ts', 12, 'mine'],
      ['new', 'shop.test.ts', 40, 'mine'],
      ['error', 'setup.ts', 3, null],
      ['still-failing', 'shop.test.ts', null, 'base-is-broken'],
    ])
    expect(data.failures[0]).toEqual({
      kind: 'regression',
      test: {
        testId: expect.stringMatching(/^[0-9a-f]{32}$/),
        file: 'cart.test.ts',
        titles: ['adds'],
        variant: '',
        occurrence: 0,
        leg: 'linux-x64-node24',
      },
      file: 'cart.test.ts',
      line: 12,
      message: 'adds is off',
      verdict: 'mine',
      because: expect.stringContaining('It passed in all 5 recent base runs'),
      owners: [],
      url,
    })
    expect(data.markdown).toMatch(/^#### .*this change \(2\)$/m)
    const { data: comment } = await app.get<{ markdown: string; revision: number }>('/api/pull-requests/7')
    expect(comment.markdown).toBe(`<!-- svc:pull-request -->\n\n${data.markdown}`)
    expect(comment.revision).toBe(data.revision)
  })

  test('of a running execution is provisional and says what is awaited', async () => {
    const app = await makeApp()
    const base = run({ build: 'm', part: { job: 'unit' }, results: [passed('a')] })
    const baseId = (await send(app, base)).data.execution.id
    await send(app, run({ build: 'm', part: { job: 'e2e' }, results: [passed('b')] }))
    await app.settle(baseId)
    app.advance(60_000)
    const lines = run({ build: 'p', code: pull, part: { job: 'unit' }, results: [passed('a')] })
    const { id } = (await send(app, lines)).data.execution
    const first = (await ask(app, id)).data
    expect(first).toMatchObject({
      provisional: true,
      verdict: 'passed',
      headline: '⏳ Nothing broke so far · shop · provisional until 2026-03-02 09:02 UTC',
      missing: [],
      settlesAt: '2026-03-02T09:02:00.000Z',
      waitingFor: ['job e2e on linux-x64-node24, which the base has'],
    })
    await send(app, run({ build: 'p', code: pull, part: { job: 'e2e' }, results: [passed('b')] }))
    const second = (await ask(app, id)).data
    expect(second.waitingFor).toEqual([expect.stringContaining('quiet period')])
    await app.settle(id)
    const third = (await ask(app, id)).data
    expect(third).toMatchObject({
      provisional: false,
      waitingFor: [],
      settlesAt: null,
      totals: { regressions: 0 },
    })
    expect(first.revision).toBeLessThan(second.revision)
    expect(second.revision).toBeLessThan(third.revision)
  })

  test('lists a hundred failures at most, the worst first, and messages of a thousand characters', async () => {
    const app = await makeApp()
    const titles = Array.from({ length: 130 }, (_, i) => `test ${i}`)
    const more = Array.from({ length: 200 }, (_, i) => passed(`fine ${i}`))
    for (let i = 0; i < 5; i++)
      await settled(app, {
        results: [...titles.map((title) => failed(title, { message: 'old' })), ...more, passed('last')],
      })
    const head = await settled(app, {
      code: pull,
      results: [
        ...titles.map((title) => failed(title, { message: 'old' })),
        ...more,
        failedTwice('last', { message: `${'x'.repeat(999)}😀 and more` }),
      ],
    })
    const { data } = await ask(app, head)
    expect(data.failures).toHaveLength(100)
    expect(data.totals).toMatchObject({ stillFailing: 130, regressions: 1 })
    expect(data.failures[0]).toMatchObject({ kind: 'regression', test: { titles: ['last'] } })
    expect(data.failures[0]?.message).toBe(`${'x'.repeat(999)}\ufffd`)
  })

  test('is compared with the base that is asked for, and is as long as is asked for', async () => {
    const app = await makeApp()
    const red = await settled(app, { results: [failed('a')] })
    await settled(app, { results: [passed('a')] })
    const message = (i: number) => `${'no '.repeat(i)}${'m'.repeat(1_000)}`
    const results = Array.from({ length: 40 }, (_, i) => failed(`t${i}`, { message: message(i) }))
    const head = await settled(app, { code: pull, results: [failed('a'), ...results] })
    expect((await ask(app, head, `?base=${red}`)).data).toMatchObject({
      base: { id: red },
      because: expect.stringContaining('by its id'),
      totals: { stillFailing: 1 },
    })
    const whole = (await ask(app, head)).data.markdown
    expect(Buffer.byteLength(whole)).toBeGreaterThan(4_000)
    const short = (await ask(app, head, '?maxBytes=4000')).data.markdown
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(4_000)
    expect(short.split('\n')[0]).toBe(whole.split('\n')[0])
  })

  test('of an archived execution says the same', async () => {
    const app = await makeApp()
    for (let i = 0; i < 5; i++) await settled(app, { results: [passed('a')] })
    const location = { file: 'shop.test.ts', line: 9 }
    const head = await settled(app, {
      code: pull,
      results: [made('a', {}, [{ status: 'failed', detail: { errors: [{ message: 'off', location }] } }])],
    })
    const before = (await ask(app, head)).data
    expect(before.failures[0]?.line).toBe(9)
    await archive(app, head)
    expect((await ask(app, head)).data).toEqual(before)
  })

  test('what is not taken is refused by its name; another organization has no such execution', async () => {
    const app = await makeApp()
    const id = await settled(app, { results: [passed('a')] })
    const other = await settled(app, { project: 'docs', results: [passed('a')] })
    const refused: Record<string, RegExp> = {
      'maxBytes=3999': /^maxBytes must be a whole number from 4000 to 900000/,
      'maxBytes=900001': /^maxBytes must be a whole number from 4000 to 900000/,
      'maxBytes=1e5': /^maxBytes must be a whole number/,
      'base=newest': /^base must be one execution id, or auto/,
      'base=auto&base=auto': /^base must have one value/,
      [`base=${other}`]: /^base .* execution of the same project/,
      'group=regressions': /^There is no parameter "group"/,
    }
    for (const [query, message] of Object.entries(refused))
      expect(await ask(app, id, `?${query}`), query).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
      })
    const { data } = await app.post<{ value: string }>('/api/keys', { name: 'docs only', project: 'docs' })
    for (const key of [await addOrganization(app), data.value])
      expect(await ask(app, id, '', { key })).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
    expect((await ask(app, other, '', { key: data.value })).status).toBe(200)
  })
})
