import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { runAttaching, store } from '../../../testing/artifacts.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, flaky, passed, settled } from '../../../testing/upload.ts'

const tokens = (value: unknown) => encode(typeof value === 'string' ? value : JSON.stringify(value)).length
const FRUIT = ['apple', 'pear', 'plum', 'fig', 'lemon', 'lime', 'mango', 'grape', 'cherry', 'melon']

/** A base with flakes, and a pull request with 60 failures of long names. */
async function fill(app: TestApp) {
  const names = Array.from(
    { length: 60 },
    (_, at) => `module ${at} > does what its ${'very '.repeat(at % 20)}long name says`,
  )
  for (let turn = 1; turn <= 4; turn++)
    await settled(app, {
      build: `main-${turn}`,
      code: { branch: 'main', testedSha: sha(`${turn}`), headSha: sha(`${turn}`), tree: sha(`${turn}`) },
      results: names.map((name, at) =>
        turn % 2 === 0 && at < 40 ? flaky(name, { message: `slip ${'abcdefghij'[at % 10]}` }) : passed(name),
      ),
    })
  const head = await settled(app, {
    build: 'pr',
    code: {
      branch: 'topic',
      baseBranch: 'main',
      pullRequest: 12,
      testedSha: sha('a'),
      headSha: sha('a'),
      baseSha: sha('4'),
      tree: sha('b'),
    },
    results: names.map((name, at) =>
      failed(name, { message: `the ${FRUIT[at % 10]} is not there\n${'more of the error '.repeat(30)}` }),
    ),
  })
  const log = {
    name: 'log',
    contentType: 'text/plain',
    bytes: Buffer.from('a line of the log with words and numbers 123\n'.repeat(2_000)),
  }
  const { journal } = await runAttaching(app, { draws: [log] }, { build: 'attaching' })
  return { head, artifact: await store(app, journal, log) }
}

onEachDatabase('tools about results', (makeApp) => {
  test('an execution shows the expected and the received value of a failure, below empty lines', async () => {
    const app = await makeApp()
    const message = 'expect(received).toBe(expected)\n\nExpected: 2719\nReceived: 2718'
    await settled(app, { results: [failed('prices', { message }), passed('stock')] })
    const { text } = await (await connectAgent(app)).call('svc_get_execution')
    expect(text).toContain('expect(received).toBe(expected)\nExpected: 2719\nReceived: 2718')
    expect(text).toContain('; 1 test, for example')
  })

  test('every answer stays within its budget, as text and as data', async () => {
    const app = await makeApp()
    const { head, artifact } = await fill(app)
    const { call } = await connectAgent(app)
    const calls: [string, object][] = [
      ['svc_get_failures', { pr: 12 }],
      ['svc_list_executions', {}],
      ['svc_get_execution', { pr: 12 }],
      ['svc_compare_executions', { execution: head }],
      ['svc_list_flaky_tests', {}],
      ['svc_get_test_history', { test: 'module 0 > does what its long name says' }],
      ['svc_get_metrics', {}],
      ['svc_get_trends', {}],
      ['svc_get_artifact', { artifact }],
    ]
    for (const [name, args] of calls)
      for (const max_tokens of [4_000, 800, 500]) {
        const { text, structured, isError } = await call(name, { ...args, max_tokens })
        expect(isError, `${name}: ${text}`).toBe(false)
        expect.soft(tokens(text), `${name} ${max_tokens}: ${text}`).toBeLessThanOrEqual(max_tokens)
        const data = JSON.stringify(structured)
        expect.soft(tokens(data), `${name} ${max_tokens}: ${data}`).toBeLessThanOrEqual(max_tokens)
        expect(typeof structured.truncated, name).toBe('boolean')
      }
  })

  test('suites of a run that do not fit are counted, with the call that lists them', async () => {
    const app = await makeApp()
    for (const suite of ['unit', 'server', 'e2e', 'visual'])
      await settled(app, { suite, build: 'one', results: [failed('adds')] })
    const { call } = await connectAgent(app)
    const { text, structured } = await call('svc_get_execution', { max_tokens: 500 })
    expect(structured).toMatchObject({ truncated: true })
    expect(text).toMatch(/\(\d more\)[\s\S]*\[more: call svc_list_executions/)
  })

  test('tests that differ only in their variant are told apart', async () => {
    const app = await makeApp()
    await settled(app, {
      results: ['desktop', 'phone'].map((variant) => failed('adds', { message: 'no total', variant })),
    })
    const { call } = await connectAgent(app)
    const history = await call('svc_get_test_history', { test: 'adds' })
    expect(history.text).toMatch(/adds \[desktop\] \(/)
    expect(history.text).toMatch(/adds \[phone\] \(/)
    const { text } = await call('svc_get_failures')
    expect(text).toMatch(/Test: `adds` in `.*` \[`desktop`\]; also `adds \[phone\]`/)
  })

  test('references that an agent has at hand suffice, and typing errors list existing names', async () => {
    const app = await makeApp()
    const { head } = await fill(app)
    const { call } = await connectAgent(app)
    expect(
      (await call('svc_get_execution', { execution: `http://svc.test/executions/${head}` })).text,
    ).toContain(head)
    expect((await call('svc_compare_executions', { pr: 12 })).structured.totals).toMatchObject({
      regressions: 60,
    })
    expect((await call('svc_get_execution', { pr: 13 })).text).toMatch(/^NOT_FOUND: .*12\. Use one of those/)
    const { fingerprint } = (await call('svc_get_failures', { pr: 12 })).structured.clusters[0]
    const typo = `${fingerprint.slice(0, -1)}${fingerprint.endsWith('0') ? '1' : '0'}`
    const failure = await call('svc_get_failures', { pr: 12, fingerprint: typo })
    expect(failure.text).toMatch(/^NOT_FOUND: No failure .*has this fingerprint/)
    expect(failure.structured.error.similar).toContain(fingerprint)
    const history = await call('svc_get_test_history', { test: 'module 7 > does what its' })
    expect(history.text).toMatch(/Test `shop.test.ts > module 7/)
    const several = await call('svc_get_test_history', { test: 'does what its' })
    expect(several).toMatchObject({
      isError: true,
      text: expect.stringMatching(/NOT_FOUND: Several tests fit.*Did you mean: "shop.test.ts > module/s),
    })
    const byId = await call('svc_get_test_history', { test: history.structured.testId, max_tokens: 800 })
    expect(byId.structured.testId).toBe(history.structured.testId)
    expect((await call('svc_get_artifact', { artifact: 'the log' })).text).toMatch(
      /INVALID_REQUEST: artifact takes the id or the URL/,
    )
  })

  test('a cursor continues, and the text names the call that uses it', async () => {
    const app = await makeApp()
    await fill(app)
    const { call } = await connectAgent(app)
    for (const [name, list] of [
      ['svc_list_flaky_tests', 'tests'],
      ['svc_get_test_history', 'runs'],
    ] as const) {
      const args = {
        max_tokens: 500,
        ...(list === 'runs' && { test: 'module 1 > does what its very long name says' }),
      }
      const first = await call(name, args)
      expect(first.text, name).toContain(`call ${name} with the same arguments and cursor`)
      const second = await call(name, { ...args, cursor: first.structured.nextCursor })
      expect(second.isError, second.text).toBe(false)
      expect(second.structured[list]).not.toEqual(first.structured[list])
    }
    const failures = await call('svc_get_failures', { pr: 12, max_tokens: 1_500 })
    const line = failures.text
      .split('\n')
      .find((text: string) => text.startsWith('Next: svc_get_failures {"pr":12'))
    const next = await call('svc_get_failures', {
      ...JSON.parse(line?.slice('Next: svc_get_failures '.length).split(' — ')[0] ?? '{}'),
      max_tokens: 1_500,
    })
    expect(next.structured.clusters[0].rank).toBeGreaterThan(1)
  })

  test('a page that exceeds the budget ends where its cursor continues: no entry is missing', async () => {
    const app = await makeApp()
    const names = Array.from({ length: 9 }, (_, at) => `${'a rather long name of a suite '.repeat(12)}${at}`)
    const runs: string[] = []
    for (let turn = 1; turn <= 5; turn++)
      runs.push(
        await settled(app, {
          build: `build-${turn}`,
          code: {
            branch: turn === 5 ? 'topic' : 'main',
            testedSha: sha(`${turn}`),
            headSha: sha(`${turn}`),
            tree: sha(`${turn}`),
          },
          // Most tests pass: a run in which all stumble says nothing of them.
          results: [
            ...Array.from({ length: 20 }, (_, at) => passed(`calm ${at}`)),
            ...names.map((name, at) =>
              turn === 5
                ? failed(name, { message: `${FRUIT[at]} is missing: ${'because of reasons '.repeat(20)}` })
                : turn % 2 === 0
                  ? flaky(name, { message: `slip on the ${FRUIT[at]}` })
                  : passed(name),
            ),
          ],
        }),
      )
    const { call } = await connectAgent(app)
    const pages: [string, object, string, string, number][] = [
      ['svc_list_flaky_tests', { max_tokens: 900 }, 'tests', 'testId', 9],
      ['svc_get_execution', { execution: runs[4], max_tokens: 1_200 }, 'failures', 'fingerprint', 9],
      [
        'svc_compare_executions',
        { execution: runs[4], base: runs[3], group: 'regressions', max_tokens: 1_100 },
        'entries',
        'testId',
        9,
      ],
    ]
    for (const [name, args, list, id, count] of pages) {
      const seen: string[] = []
      let cursor: string | null = null
      let calls = 0
      do {
        const { text, structured, isError } = await call(name, { ...args, ...(cursor && { cursor }) })
        expect(isError, text).toBe(false)
        expect(text, name).not.toMatch(/larger max_tokens/)
        seen.push(...structured[list].map((one: Record<string, string>) => one[id]))
        cursor = structured.nextCursor
        expect(structured.truncated, name).toBe(cursor !== null)
        calls++
      } while (cursor !== null && calls < 20)
      expect(new Set(seen).size, name).toBe(count)
      expect(seen, name).toHaveLength(count)
      expect(calls, name).toBeGreaterThan(1)
    }
  })
})
