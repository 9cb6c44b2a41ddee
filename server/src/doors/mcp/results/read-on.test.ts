import { expect, test } from 'vitest'
import { mostTokens } from '../../../ground/kernel/most-tokens.ts'
import { runAttaching, store } from '../../../testing/artifacts.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, flaky, passed, settled } from '../../../testing/upload.ts'
import { TOOLS as ALL } from '../tools.ts'

const DAY_MS = 86_400_000
const FRUIT = ['apple', 'pear', 'plum', 'fig', 'lemon', 'lime', 'mango', 'grape', 'cherry']
const NAMES = FRUIT.map((fruit) => `the shop > keeps what ${'a customer chose and '.repeat(4)}calls ${fruit}`)
const CALM = Array.from({ length: 30 }, (_, at) => passed(`calm ${at}`))
const LOG = {
  name: 'log',
  contentType: 'text/plain',
  bytes: Buffer.from(
    Array.from({ length: 150 }, (_, at) => `line ${at} of the log, with some words`).join('\n'),
  ),
}

const commit = (digit: string) => ({ testedSha: sha(digit), headSha: sha(digit), tree: sha(digit) })

/** A branch with runs on 14 of 28 days, flakes and ten suites, and a pull request in which changes of each group are. */
async function fill(app: TestApp) {
  const now = app.clock()
  let base = ''
  for (let turn = 1; turn <= 14; turn++)
    base = await settled(app, {
      build: `main-${turn}`,
      startedAt: now - (15 - turn) * 2 * DAY_MS,
      code: { branch: 'main', ...commit(turn.toString(16)) },
      results: [
        ...CALM,
        ...NAMES.map((name, at) =>
          turn % 3 === 0 ? flaky(name, { message: `slip on the ${FRUIT[at]}` }) : passed(name),
        ),
        failed('never passed', { message: 'nobody knows' }),
        ...Array.from({ length: 5 }, (_, at) => passed(`soon removed ${at}`)),
      ],
    })
  for (const [at, fruit] of FRUIT.entries())
    await settled(app, {
      suite: `suite of ${fruit}`,
      startedAt: now - (at + 1) * DAY_MS,
      results: [at % 2 === 0 ? passed('grows') : failed('grows')],
    })
  const head = await settled(app, {
    build: 'pr',
    code: { branch: 'topic', baseBranch: 'main', pullRequest: 12, ...commit('f'), baseSha: sha('e') },
    results: [
      ...CALM,
      ...NAMES.map((name, at) =>
        failed(name, { message: `${FRUIT[at]} is missing ${'as so often '.repeat(9)}` }),
      ),
      passed('never passed'),
      ...Array.from({ length: 40 }, (_, at) => passed(`born ${at}`)),
      failed('born to fail', { message: 'not done yet' }),
    ],
  })
  const { journal } = await runAttaching(app, { draws: [LOG] }, { build: 'attaching', project: 'other' })
  return { base, head, artifact: await store(app, journal, LOG) }
}

type Data = Record<string, unknown>
type Entry = Record<string, string | null>
type Filled = Awaited<ReturnType<typeof fill>>
const entries = (list: string, key: (entry: Entry) => unknown) => (data: Data) =>
  (data[list] as Entry[]).map(key)

/** Every tool about results: its arguments, and what its answer lists. */
const TOOLS: Record<string, { args(filled: Filled): object; listed(data: Data): unknown[] }> = {
  svc_list_executions: { args: () => ({}), listed: entries('executions', ({ id }) => id) },
  svc_get_execution: {
    args: ({ head }) => ({ execution: head }),
    listed: entries('failures', ({ fingerprint }) => fingerprint),
  },
  svc_get_failures: {
    args: () => ({ pr: 12 }),
    listed: entries('clusters', ({ fingerprint }) => fingerprint),
  },
  svc_compare_executions: {
    args: ({ head, base }) => ({ execution: head, base }),
    listed: entries('entries', ({ group, testId, leg }) => [group, testId, leg]),
  },
  svc_list_flaky_tests: { args: () => ({}), listed: entries('tests', ({ testId }) => testId) },
  svc_get_test_history: {
    args: () => ({ test: NAMES[0] }),
    // A small page shows fewer runs on a line.
    listed: ({ runs }) =>
      (runs as { runs?: number }[]).flatMap(({ runs: alike = 1 }) => Array(alike).fill('run')),
  },
  svc_get_metrics: { args: () => ({}), listed: entries('suites', ({ suite }) => suite) },
  svc_get_trends: { args: () => ({}), listed: entries('points', ({ bucket }) => bucket) },
}

onEachDatabase('reading on', (makeApp) => {
  test('each tool about results gives every entry once, and says whether more follow', async () => {
    const app = await makeApp({ startAt: Date.parse('2026-03-31T12:00:00Z') })
    const filled = await fill(app)
    const { call, client } = await connectAgent(app, { headers: { 'svc-project': 'shop' } })
    const { tools } = await client.listTools()
    const growing = ALL.filter(({ input, scope }) => scope === 'read' && 'max_tokens' in input.shape)
    // The slices of an artifact have a test below.
    expect(Object.keys(TOOLS).concat('svc_get_artifact').sort()).toEqual(
      growing.map((one) => one.name).sort(),
    )
    const obeyEach = async (text: string) => {
      for (const [, tool = '', json = ''] of text.matchAll(/^Next: (svc_\w+) (\{.*\})/gm))
        expect(await call(tool, JSON.parse(json)), `${tool} ${json}`).toMatchObject({ isError: false })
    }
    // Of another tool; see the end of the loop.
    let foreign = 'c'
    for (const [name, { args, listed }] of Object.entries(TOOLS)) {
      const properties = tools.find((one) => one.name === name)?.inputSchema.properties ?? {}
      expect(properties.max_tokens, name).toMatchObject({ default: 4_000 })
      const whole = await call(name, { ...args(filled), max_tokens: 20_000 })
      expect
        .soft(whole.structured, `${name}: ${whole.text}`)
        .toMatchObject({ truncated: false, nextCursor: null })
      expect(whole.text, name).not.toMatch(/cursor|\[more|\[truncated/)
      await obeyEach(whole.text)
      const seen: unknown[] = []
      let [calls, first, given] = [0, '', { ...args(filled), max_tokens: 500 }]
      for (let cursor: string | null | undefined; cursor !== null && calls < 60; calls++) {
        const { text, structured, isError } = await call(name, given)
        expect(isError, `${name}: ${text}`).toBe(false)
        seen.push(...listed(structured))
        cursor = structured.nextCursor
        if (calls === 0) first = structured.nextCursor
        // An entry that does not fit as a whole is shortened, and says how to see all of it.
        const isShort = / larger max_tokens/.test(text)
        expect.soft(structured.truncated, `${name}: ${text}`).toBe(cursor !== null || isShort)
        // Agents look for it there, and obey it to the letter.
        const last = text.split('\n').at(-1) ?? ''
        if (cursor !== null) {
          expect(last, name).toContain(`"cursor":"${cursor}"`)
          const named = JSON.parse(/\{.*\}/.exec(last)?.[0] ?? '{}')
          given = last.includes('with the same arguments') ? { ...given, ...named } : named
          expect.soft(given, name).toMatchObject({ max_tokens: 500 })
        } else expect.soft(text, name).not.toMatch(/cursor|\[more|\[truncated/)
        // What arrives while an agent reads on is at the top, where it has been.
        if (calls === 0)
          await settled(app, { build: `late ${name}`, code: { branch: 'main' }, results: CALM })
      }
      expect.soft(seen, name).toEqual(listed(whole.structured))
      expect.soft(calls, name).toBeGreaterThan(1)
      for (const cursor of ['x'.repeat(40), foreign])
        expect.soft(await call(name, { ...args(filled), cursor })).toMatchObject({
          isError: true,
          text: expect.stringMatching(/^INVALID_REQUEST: cursor must be the nextCursor of an earlier page/),
        })
      foreign = first
    }
  })

  test('a group of a comparison is whole; without a group, new tests that pass are left out', async () => {
    const app = await makeApp()
    const { head, base } = await fill(app)
    const { call } = await connectAgent(app)
    const groups = async (args: object) => {
      const { structured } = await call('svc_compare_executions', {
        execution: head,
        base,
        max_tokens: 20_000,
        ...args,
      })
      return Object.groupBy(structured.entries as Entry[], ({ group }) => `${group}`)
    }
    expect((await groups({ group: 'newTests' })).newTests).toHaveLength(41)
    expect((await groups({})).newTests).toMatchObject([{ test: 'shop.test.ts > born to fail' }])
  })

  test('slices of an artifact are its text', async () => {
    const app = await makeApp()
    const { artifact } = await fill(app)
    const { call } = await connectAgent(app)
    let text = ''
    for (let offset: number | null = 0; offset !== null; ) {
      const { structured, text: shown } = await call('svc_get_artifact', {
        artifact,
        offset,
        max_tokens: 500,
      })
      text += structured.text
      expect(structured.truncated).toBe(structured.nextOffset !== null)
      const [, next] =
        /\nNext: svc_get_artifact with the same arguments and "offset": (\d+)$/.exec(shown) ?? []
      offset = next === undefined ? null : Number(next)
      expect(offset).toBe(structured.nextOffset)
      // Small slices would cost an agent many calls.
      const size = Math.max(mostTokens(shown), mostTokens(JSON.stringify(structured)))
      if (offset !== null) expect(size).toBeGreaterThan(400)
    }
    expect(text).toBe(LOG.bytes.toString())
  })
})
