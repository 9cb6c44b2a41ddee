import { THOROUGH } from '@svc/test-kit/thorough'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { runAttaching, store } from '../../../testing/artifacts.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, flaky, passed, settled, skipped } from '../../../testing/upload.ts'

const tokensOf = (text: string) => encode(text).length

/** Names and messages that take far more tokens than letters of English. */
const KINDS: [kind: string, text: string, tags?: string[]][] = [
  ['short English', 'adds an item', [THOROUGH]],
  ['long English', 'the cart keeps every item that a customer has put into it '.repeat(12), [THOROUGH]],
  ['Chinese', '購物車應該保留顧客放入的每一件商品，直到結帳為止。'.repeat(14)],
  ['rare characters', '🧿𓀀ꙮ⸘🝳'.repeat(60), [THOROUGH]],
  ['hashes', 'a9F3k0Zq8Lx2Vb7Nw4Yt1Rm6Pc5'.repeat(12)],
]

/** A base, and a pull request whose tests fail in many ways; `text` is in every name. */
async function fill(app: TestApp, text: string) {
  const names = Array.from({ length: 30 }, (_, at) => `${text} ${at} > ${text}`)
  const code = (digit: string, more: object = {}) => ({
    branch: 'main',
    testedSha: sha(digit),
    headSha: sha(digit),
    tree: sha(digit),
    message: text,
    ...more,
  })
  const calm = Array.from({ length: 20 }, (_, at) => passed(`calm ${at}`))
  const suite = text.slice(0, 60).toWellFormed()
  for (let turn = 1; turn <= 3; turn++)
    await settled(app, {
      build: `main-${turn}`,
      suite,
      code: code(`${turn}`),
      results: [
        ...calm,
        ...names.map((name, at) =>
          turn === 2 && at < 20
            ? flaky(name, { message: `${text} slip ${'abcdefghij'[at % 10]}` })
            : passed(name),
        ),
      ],
    })
  const branch = `topic-${text.slice(0, 80).replace(/\s/g, '-').toWellFormed()}`
  const head = await settled(app, {
    build: 'pr',
    suite,
    code: code('a', { branch, baseBranch: 'main', pullRequest: 12, baseSha: sha('3') }),
    results: [
      ...calm.slice(5),
      ...names
        .slice(0, 25)
        .map((name, at) =>
          at % 9 === 8
            ? skipped(name, { reason: text })
            : failed(name, { message: `${'abcdefghij'[at % 10]} ${text}\n${text}` }),
        ),
    ],
  })
  for (const other of ['a', 'b', 'c'])
    await settled(app, { suite: `${suite.slice(2)} ${other}`.toWellFormed(), results: [failed(text)] })
  const log = { name: 'log', contentType: 'text/plain', bytes: Buffer.from(`${text}\n`.repeat(300)) }
  const { journal } = await runAttaching(app, { draws: [log] }, { build: 'attaching' })
  return { head, artifact: await store(app, journal, log), name: names[1] as string }
}

onEachDatabase('budgets of tools about results', (makeApp) => {
  for (const [kind, text, tags = []] of KINDS)
    test(`every answer stays within any budget, as text and as data: ${kind}`, { tags }, async () => {
      const app = await makeApp()
      const { head, artifact, name } = await fill(app, text)
      const { call, client } = await connectAgent(app)
      const { tools } = await client.listTools()
      const history = await call('svc_list_flaky_tests', { max_tokens: 20_000 })
      const calls: [string, object][] = [
        ['svc_get_failures', { pr: 12 }],
        ['svc_list_executions', {}],
        ['svc_get_execution', { execution: head }],
        ['svc_compare_executions', { execution: head }],
        ['svc_compare_executions', { execution: head, group: 'regressions' }],
        ['svc_list_flaky_tests', {}],
        ['svc_get_test_history', { test: history.structured.tests[0]?.testId ?? name }],
        ['svc_get_metrics', {}],
        ['svc_get_trends', {}],
        ['svc_get_artifact', { artifact }],
        ['svc_get_artifact', { artifact, grep: text.slice(0, 2) }],
      ]
      for (const [tool, args] of calls) {
        const sizes = tools.find((one) => one.name === tool)?.inputSchema.properties?.max_tokens
        const { minimum } = sizes as { minimum: number }
        for (const max_tokens of [minimum, minimum + 137, 1_100, 4_000]) {
          const { text: shown, structured, isError } = await call(tool, { ...args, max_tokens })
          expect(isError, `${tool}: ${shown}`).toBe(false)
          const data = JSON.stringify(structured)
          if (structured.nextCursor)
            expect.soft(shown, `${tool} ${max_tokens}`).toContain(structured.nextCursor)
          const most = max_tokens * 1.1
          expect.soft(tokensOf(shown), `${tool} ${max_tokens}: ${shown}`).toBeLessThanOrEqual(most)
          expect.soft(tokensOf(data), `${tool} ${max_tokens}: ${data}`).toBeLessThanOrEqual(most)
        }
      }
    })

  test('slices of lines that are mostly numbers stay within any budget', async () => {
    const app = await makeApp()
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}`).join('\n')
    const log = { name: 'log', contentType: 'text/plain', bytes: Buffer.from(lines) }
    const { journal } = await runAttaching(app, { draws: [log] })
    const artifact = await store(app, journal, log)
    const { call } = await connectAgent(app)
    for (const max_tokens of [500, 800, 4_000, 20_000]) {
      const { text, structured } = await call('svc_get_artifact', { artifact, max_tokens })
      expect.soft(structured.nextOffset, `${max_tokens}`).not.toBeNull()
      expect.soft(tokensOf(text), `${max_tokens}`).toBeLessThanOrEqual(max_tokens * 1.1)
      expect.soft(tokensOf(JSON.stringify(structured)), `${max_tokens}`).toBeLessThanOrEqual(max_tokens * 1.1)
    }
  })
})
