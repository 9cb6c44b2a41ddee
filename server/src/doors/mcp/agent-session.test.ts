import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent, type ToolAnswer } from '../../testing/mcp-client.ts'
import { PULL_REQUEST_RUN, runOnMain } from '../../testing/red-pull-requests.ts'
import { sha } from '../../testing/sha.ts'
import { failed, flaky, made, passed, settled } from '../../testing/upload.ts'

const PRICES = 'expected 900 to be 450'
const PRINTER = 'printer on fire'

/** A pull request that breaks one test, beside a broken base and a known flake; two documents, of which one has the fix. */
async function redPullRequest(app: TestApp): Promise<string> {
  for (let turn = 1; turn <= 8; turn++) {
    await settled(app, {
      ...runOnMain(turn),
      results: [
        passed('cart > totals'),
        failed('report > prints', { message: PRINTER }),
        turn % 2 === 0
          ? flaky('search > finds', { message: 'Element is detached' })
          : passed('search > finds'),
      ],
    })
    app.advance(3_600_000)
  }
  const head = await settled(app, {
    ...PULL_REQUEST_RUN,
    results: [
      // Tried twice.
      made(
        'cart > totals',
        {},
        Array.from({ length: 2 }, () => ({
          status: 'failed' as const,
          detail: { errors: [{ message: PRICES, name: 'AssertionError', expected: '450', actual: '900' }] },
        })),
      ),
      failed('report > prints', { message: PRINTER }),
      failed('search > finds', { message: 'Element is detached' }),
    ],
  })
  await put(app, 'runbooks/prices.md', [
    '# Prices are doubled',
    'The cart adds prices as floats.',
    '## How to mend it',
    'Round each price to cents **before** the sum: `toCents(price)`.',
  ])
  await put(app, 'runbooks/printer.md', ['# Printers', 'A printer on fire is none of your business.'])
  return head
}

const put = (app: TestApp, path: string, paragraphs: string[]) =>
  app.request('/api/documents', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ project: 'shop', path, content: paragraphs.join('\n\n') }),
  })

/** The calls that an answer offers: `svc_tool {"argument":…}`, in their order. */
function offeredBy({ text }: ToolAnswer): { tool: string; args: Record<string, unknown> }[] {
  return [...text.matchAll(/\b(svc_\w+) (\{"[^\n]*?\})(?= |$|\.|\])/gm)].map(([, tool = '', json = '']) => ({
    tool,
    args: JSON.parse(json) as Record<string, unknown>,
  }))
}

/** Follows the first offer of a tool. Without one, or if it fails, the session is at a dead end. */
async function follow(
  { call }: Awaited<ReturnType<typeof connectAgent>>,
  answer: ToolAnswer,
  tool: string,
): Promise<ToolAnswer> {
  const offer = offeredBy(answer).find((one) => one.tool === tool)
  expect(offer, `a dead end: no call of ${tool} in\n${answer.text}`).toBeDefined()
  const next = await call(tool, offer?.args ?? {})
  expect(next.isError, next.text).toBe(false)
  return next
}

onEachDatabase('a session of an agent', (makeApp) => {
  test('from a red execution to the document with the fix, by what the answers offer alone', async () => {
    const app = await makeApp()
    const head = await redPullRequest(app)
    const agent = await connectAgent(app)
    const run = await agent.call('svc_get_execution', { execution: head })
    const failures = await follow(agent, run, 'svc_get_failures')
    expect(failures.structured.clusters.map((one: { verdict: string }) => one.verdict)).toEqual([
      'mine',
      'base-is-broken',
      'known-flake',
    ])
    expect(failures.text).toContain(PRICES)
    // No document names this error: the agent reads the cluster, and searches with the words of the answer.
    const found = await agent.call('svc_search_index', { query: 'cart totals prices doubled' })
    const chunks = await follow(agent, found, 'svc_read_chunks')
    expect(chunks.text).toContain('runbooks/prices.md')
    const [{ fingerprint }] = failures.structured.clusters
    const tied = await app.request(`/api/failures/${fingerprint}/documents`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ project: 'shop', document: 'runbooks/prices.md', fix: 'Round to cents.' }),
    })
    expect(tied.status).toBe(200)
    // Once it is tied, the first answer leads there.
    const known = await follow(agent, run, 'svc_get_failures')
    expect(known.text).toContain('fix: `Round to cents.`')
    const document = await follow(agent, known, 'svc_read_doc')
    expect(document.text).toContain('source: document runbooks/prices.md of project shop revision 1')
    expect(document.text).toContain('toCents(price)')
    expect(document.text).not.toContain('on fire')
  })

  test('five failures of one call each lead to their document, and to what changed', async () => {
    const app = await makeApp()
    const subjects = ['coupon codes', 'invoice numbers', 'tax rates', 'stock counts', 'mail addresses']
    await settled(app, { ...runOnMain(8), results: subjects.map((subject) => passed(`${subject} > hold`)) })
    for (const [at, subject] of subjects.entries())
      await put(app, `rules/${at}.md`, [`# The ${subject}`, `Never rename the ${subject} of an order.`])
    app.advance(60_000)
    await settled(app, {
      ...PULL_REQUEST_RUN,
      results: subjects.map((subject) => failed(`${subject} > hold`, { message: `the ${subject} are gone` })),
    })
    const { text, structured } = await (await connectAgent(app)).call('svc_get_failures', { pr: 12 })
    expect(structured.clusters).toHaveLength(subjects.length)
    for (const { message, documents = [] } of structured.clusters) {
      const at = subjects.findIndex((subject) => message.includes(subject))
      expect(documents[0], message).toMatchObject({ path: `rules/${at}.md` })
      expect(text).toContain(`Never rename the ${subjects[at]} of an order.`)
    }
    expect(text).toContain(`Use git diff ${sha('8').slice(0, 10)}...${sha('a').slice(0, 10)}.`)
  })

  test('a small budget leads to the same document', async () => {
    const app = await makeApp()
    const head = await redPullRequest(app)
    const agent = await connectAgent(app)
    const run = await agent.call('svc_get_execution', { execution: head, max_tokens: 600 })
    const offer = offeredBy(run).find(({ tool }) => tool === 'svc_get_failures')
    const brief = await agent.call('svc_get_failures', { ...offer?.args, max_tokens: 800 })
    const [{ fingerprint }] = brief.structured.clusters
    await app.request(`/api/failures/${fingerprint}/documents`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ project: 'shop', document: 'runbooks/prices.md', fix: 'Round to cents.' }),
    })
    const known = await agent.call('svc_get_failures', { ...offer?.args, max_tokens: 800 })
    const document = await follow(agent, known, 'svc_read_doc')
    expect(document.text).toContain('toCents(price)')
  })
})
