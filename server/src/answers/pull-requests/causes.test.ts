import { expect, test } from 'vitest'
import { after, broken, CI, comment, many, pull } from '../../testing/comment.ts'
import { makeApp } from '../../testing/make-app.ts'
import { partsOf } from '../../testing/markdown.ts'
import { sha } from '../../testing/sha.ts'
import { failed, failedTwice, flaky, passed, settled } from '../../testing/upload.ts'

/** What each section says it holds, and how many of its causes are open. */
const sectionsOf = (markdown: string) =>
  markdown
    .split(/^#### /m)
    .slice(1)
    .map((section) => [
      Number(/ \((\d+)\)$/m.exec(section)?.[1]),
      [...section.replace(/<details>[\s\S]*/, '').matchAll(/^\*\*/gm)].length,
    ])

test('sixty failures of one cause are one block: the error once, the evidence once, names folded', async () => {
  const app = await makeApp()
  const failure = {
    message: "Cannot read properties of undefined (reading 'currency')",
    stack: 'TypeError: x\n    at priceOf (src/cart/price.ts:31:17)\n    at src/cart/a.test.ts:4:5',
  }
  const results = many(60, (i) => broken(`cart > case ${i}`, `src/cart/${i % 4}.test.ts`, failure))
  const fine = many(60, (i) => passed(`fine ${i}`))
  for (let i = 0; i < 5; i++)
    await settled(app, {
      results: [...results.map(({ file, titles }) => passed(titles.join(' > '), { file })), ...fine],
    })
  await settled(app, { code: pull, results: [...results, ...fine] })
  const markdown = await comment(app)
  expect(markdown).toMatch(/^### ❌ This change .*\b60 tests, one cause · /m)
  expect(sectionsOf(markdown)).toEqual([[60, 1]])
  expect(markdown).toContain('**60 tests in 4 files**')
  expect(partsOf(markdown).code.filter((code) => code.includes('currency'))).toHaveLength(1)
  expect(markdown).toContain('\n  at priceOf (src/cart/price.ts:31)\n')
  expect(markdown.match(/recent base runs/g)).toHaveLength(1)
  // In the order in which people count, within the first file.
  expect(markdown).toContain('<summary>cart › case 0, cart › case 4, cart › case 8 and 57 more</summary>')
  expect(markdown.length).toBeLessThan(2_500)
})

test('two bare assertions of one file are two causes; errors that differ in values are similar, not the same', async () => {
  const app = await makeApp()
  const failureAtLine = (line: number) => `AssertionError: x\n    at a.test.ts:${line}:7`
  const asserted = await after(app, {
    results: [
      broken('one', 'a.test.ts', { message: 'expected 5 to be 6', stack: failureAtLine(10) }),
      broken('two', 'a.test.ts', { message: 'expected 1 to be 2', stack: failureAtLine(20) }),
    ],
  })
  expect(sectionsOf(asserted)).toEqual([[2, 2]])
  expect(partsOf(asserted).code.filter((code) => code.startsWith('expected '))).toEqual([
    'expected 5 to be 6',
    'expected 1 to be 2',
  ])
  expect(asserted).not.toContain('Similar')

  const similar = await after(await makeApp(), {
    results: many(7, (i) => failedTwice(`t${i}`, { message: `no user ${i < 3 ? 17 : 18 + i}` })),
  })
  expect(sectionsOf(similar)).toEqual([[7, 1]])
  expect(partsOf(similar).code).toContain('no user 17')
  expect(similar).toMatch(/^Similar/m)
  for (const message of ['no user 21', 'no user 22', 'no user 23'])
    expect(similar).toContain(`: ${message}\n`)
  expect(similar).toContain('- … and 1 more\n')
})

test('failures that miss one service are one cause, wherever each test noticed it', async () => {
  const missing = (name: string, i: number, message: string) =>
    broken(name, `${name}.test.ts`, { message, stack: `Error: x\n    at ${name}.test.ts:${i}:7` })
  const results = [
    ...many(6, (i) => missing(`stock ${i}`, i, 'connect ECONNREFUSED 10.0.0.5:5432')),
    ...many(2, (i) => missing(`mail ${i}`, i, 'connect ECONNREFUSED 10.0.0.5:1025')),
    ...many(3, (i) => missing(`page ${i}`, i, 'GET /pay answered status 503 Service Unavailable')),
  ]
  expect(sectionsOf(await after(await makeApp(), { results }))).toEqual([[11, 3]])
})

test('five causes are open, the largest first; the others are folded with their counts', async () => {
  const names = ['wool', 'tin', 'oak', 'silk', 'jute', 'flax', 'hemp']
  const results = names.flatMap((name, index) =>
    many(10 - index, (i) => failedTwice(`${name} ${i}`, { message: `no ${name} left` })),
  )
  const markdown = await after(await makeApp(), { results })
  const total = results.length
  expect(markdown).toMatch(new RegExp(`^### ❌ This change .*\\b${total} tests, 7 causes · `, 'm'))
  expect(partsOf(markdown).code.filter((code) => code.startsWith('no '))).toEqual(
    names.slice(0, 5).map((name) => `no ${name} left`),
  )
  expect(markdown).toContain('<summary>2 other causes of 9 failures</summary>')
  for (const [name, count] of [
    ['flax', 5],
    ['hemp', 4],
  ])
    expect(markdown).toContain(`- ${count} failures — no ${name} left\n`)
  // What holds for all of them alike is told once.
  expect(markdown.match(/recent base runs/g)).toHaveLength(1)
})

test('500 failures of five causes name each cause once, and fit on a screen', async () => {
  const names = ['wool', 'tin', 'oak', 'silk', 'jute']
  const results = names.flatMap((name, index) =>
    many(120 - 10 * index, (i) =>
      broken(`${name} > case ${i}`, `src/${name}/${i % 4}.test.ts`, {
        name: 'StockError',
        message: `no ${name} left`,
        stack: `Error: x\n    at take (src/${name}/store.ts:31:17)\n    at src/${name}/${i % 4}.test.ts:4:5`,
      }),
    ),
  )
  const codeowners = { path: 'CODEOWNERS', text: '* @acme/web\n' }
  const markdown = await after(await makeApp(), { ci: CI, codeowners, results })
  expect(markdown).toMatch(/^### ❌ This change broke 500 tests, 5 causes · /m)
  expect(sectionsOf(markdown)).toEqual([[500, 5]])
  for (const [index, name] of names.entries()) {
    // As a runner prints it, with its class.
    expect(partsOf(markdown).code.filter((code) => code === `StockError: no ${name} left`)).toHaveLength(1)
    expect(markdown).toContain(`/src/${name}/store.ts#L31)`)
    expect(markdown).toMatch(
      new RegExp(
        `^(?:${name} › case \\d+, ){2}${name} › case \\d+ and \\[${117 - 10 * index} more\\]\\(http\\S+/executions/\\S+\\)\\.$`,
        'm',
      ),
    )
  }
  // The causes differ in size and share their evidence.
  for (const once of ['acme/web', 'recent base runs', '[Last pass on main]'])
    expect(markdown.split(once)).toHaveLength(2)
  expect(Buffer.byteLength(markdown)).toBeLessThan(2_500)
})

test('the headline counts what the sections hold, each failure in the section of its verdict', async () => {
  const app = await makeApp()
  const base = [passed('a'), flaky('b'), failed('c', { message: 'old' }), passed('d'), passed('e')]
  for (let i = 0; i < 5; i++) await settled(app, { results: base })
  await settled(app, {
    code: pull,
    results: [
      failedTwice('a', { message: 'mine' }),
      failed('b', { message: 'slipped' }),
      failed('c', { message: 'old' }),
      flaky('d', { message: 'late' }),
      passed('e'),
      failedTwice('new', { message: 'mine too' }),
    ],
  })
  const markdown = await comment(app)
  expect(markdown).toMatch(/^### ❌ This change .*\b1 test and .*\b1 failing test; 1 test became flaky · /m)
  expect(sectionsOf(markdown)).toEqual([[2, 2]])
  expect(markdown).toMatch(
    /^<details><summary>Fails on the base too \(1\) · Known flakes \(1\) · Became flaky \(1\)<\/summary>$/m,
  )
})

test('a test that fails on several legs is one test', async () => {
  const app = await makeApp()
  const legs = ['linux', 'windows']
  const send = async (code: object, result: typeof passed) => {
    const build = `b${app.clock()}`
    for (const leg of legs)
      await settled(app, { build, code, part: { leg }, results: [result('a'), passed('b')] })
  }
  for (let i = 0; i < 5; i++) await send({ branch: 'main' }, passed)
  await send(pull, (title) => failedTwice(title, { message: 'off' }))
  const markdown = await comment(app)
  expect(markdown).toMatch(/^### ❌ This change .*\b1 test · /m)
  expect(sectionsOf(markdown)).toEqual([[1, 1]])
  expect(markdown).toContain('**a** (linux, windows)')
})

test('an outage is one paragraph with the runs of other branches that had it', async () => {
  const app = await makeApp()
  const up = many(30, (i) => passed(`t${i}`, { file: `${i % 6}.test.ts` }))
  const down = up.map(({ file, titles: [title = ''] }) =>
    failed(title, { file, message: 'connect ECONNREFUSED 127.0.0.1:5432' }),
  )
  for (let i = 0; i < 5; i++) await settled(app, { results: [...up, passed('fine')] })
  for (const branch of ['blue', 'green'])
    await settled(app, { code: { branch }, results: [...down, passed('fine')] })
  await settled(app, { code: pull, ci: CI, results: [...down, passed('fine')] })
  const markdown = await comment(app)
  expect(markdown).toMatch(
    /^### ⚠️ Not this change: 127\.0\.0\.1:5432 .*PostgreSQL.* refused .*\(30 tests\) · /m,
  )
  expect(sectionsOf(markdown)).toEqual([])
  const [paragraph, ...others] = markdown.split('\n\n').filter((text) => text.includes('ECONNREFUSED'))
  expect(others).toEqual([])
  expect(paragraph).toMatch(/^\[30 tests\]\(http\S+\) in 6 files failed /)
  expect(paragraph).toMatch(/\b2 runs of other branches between \d\d:\d\d and \d\d:\d\d UTC\b/)
  for (const branch of ['blue', 'green']) expect(paragraph).toMatch(new RegExp(`\\[${branch}\\]\\(http`))
  expect(markdown).toContain(`[CI log](${CI.url})`)
  expect(markdown.length).toBeLessThan(1_500)
})

test.each([
  ['connect ECONNREFUSED ::1:6379', /: ::1:6379 \(Redis\) refused /],
  ['getaddrinfo ENOTFOUND db.internal', /: db\.internal could not be resolved /],
  ['page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/cart', /: localhost:3000 refused /],
  ['connect ETIMEDOUT 10.0.0.9:8080', /: 10\.0\.0\.9:8080 did not answer /],
  ['read ECONNRESET', /: connections were closed /],
  ['ENOSPC: no space left on device, write', /: the disk was full /],
])('the headline names what "%s" was about', async (message, named) => {
  const app = await makeApp()
  const up = many(6, (i) => passed(`t${i}`, { file: `${i}.test.ts` }))
  const down = up.map(({ file, titles: [title = ''] }) => failed(title, { file, message }))
  for (let i = 0; i < 3; i++) await settled(app, { results: up })
  await settled(app, { code: { branch: 'blue' }, results: down })
  const head = await settled(app, { code: pull, results: down })
  const { data } = await app.get<{ headline: string }>(`/api/executions/${head}/report`)
  expect(data.headline).toMatch(named)
  expect(data.headline).toContain('(6 tests)')
})

test('of several addresses the headline names none', async () => {
  const app = await makeApp()
  const up = many(6, (i) => passed(`t${i}`, { file: `${i}.test.ts` }))
  const down = up.map(({ file, titles: [title = ''] }, i) =>
    failed(title, { file, message: `connect ECONNREFUSED 127.0.0.1:${5000 + i}` }),
  )
  for (let i = 0; i < 3; i++) await settled(app, { results: up })
  await settled(app, { code: { branch: 'blue' }, results: down })
  await settled(app, { code: pull, results: down })
  expect(await comment(app)).toMatch(/^### ⚠️ Not this change: connections were refused \(6 tests\)/m)
})

test('known flakes are a line each, folded', async () => {
  const app = await makeApp()
  const base = [flaky('a', { message: 'slipped' }), flaky('b', { message: 'fell' }), passed('c')]
  for (let i = 0; i < 5; i++) await settled(app, { results: base })
  await settled(app, {
    code: pull,
    results: [failed('a', { message: 'slipped' }), failed('b', { message: 'fell' }), passed('c')],
  })
  const markdown = await comment(app)
  expect(markdown).toMatch(/^### ⚠️ Not this change: 2 known flakes failed · /m)
  const [before = '', folded = ''] = markdown.split('<details><summary>Known flakes (2)</summary>')
  expect(before.trim().split('\n\n')).toHaveLength(3)
  expect(partsOf(markdown).code).toEqual([])
  for (const [name, error] of [
    ['a', 'slipped'],
    ['b', 'fell'],
  ])
    expect(folded).toMatch(
      new RegExp(`^- ${name} · .*<code>${error}</code>.*\\b5 of .*\\[History\\]\\(http`, 'm'),
    )
})

test('a file whose tests became slower in sum is one line', async () => {
  const app = await makeApp()
  const timed = (i: number, slow: number) =>
    ['slow', 'other'].flatMap((file) =>
      many(30, (j) =>
        passed(`t${j}`, {
          file: `${file}.test.ts`,
          durationMs: (5 + ((i + j) % 3) / 10) * (file === 'slow' ? slow : 1),
        }),
      ),
    )
  for (let i = 0; i < 8; i++) await settled(app, { results: timed(i, 1) })
  const code = { ...pull, tree: sha('c') }
  for (const i of [1, 2]) await settled(app, { code, results: timed(i, 2) })
  const markdown = await comment(app)
  expect(markdown).toMatch(/<summary>[^<]*\bSlower files \(1\)/)
  expect(markdown).toMatch(
    /^- <code>slow\.test\.ts<\/code> — 153 ms → \*\*306 ms\*\* \(30 tests\b.*\b8 runs\)$/m,
  )
})

test('consequences of a file that does not load are listed with it', async () => {
  const app = await makeApp()
  const results = many(4, (i) => passed(`t${i}`, { file: 'x.test.ts' }))
  for (let i = 0; i < 5; i++) await settled(app, { results: [...results, passed('fine')] })
  const failure = { message: "Cannot find module './gone'" }
  await settled(app, { code: pull, results: [passed('fine')], errors: [{ file: 'x.test.ts', failure }] })
  const markdown = await comment(app)
  expect(sectionsOf(markdown)).toEqual([[1, 1]])
  expect(markdown).toMatch(/\b4 tests did not run/)
  expect(markdown).not.toContain('Stopped running')
})

test('what an assertion compared is shown as a difference', async () => {
  const jest = 'expect(received).toBe(expected) // Object.is equality\n\nExpected: "Thanks"\nReceived: "Paid"'
  const chai = { message: "expected 'Paid' to be 'Thanks'", expected: 'Thanks', actual: 'Paid' }
  const markdown = await after(await makeApp(), {
    results: [
      broken('jest', 'a.test.ts', { message: jest, stack: 'Error\n    at a.test.ts:3:1' }),
      broken('own', 'a.test.ts', { message: `the page thanks\n\n${jest}` }),
      broken('chai', 'b.test.ts', { ...chai, stack: 'Error\n    at b.test.ts:9:1' }),
    ],
  })
  const { code } = partsOf(markdown)
  expect(code).toContain('- Expected: "Thanks"\n+ Received: "Paid"')
  expect(code).toContain('the page thanks\n- Expected: "Thanks"\n+ Received: "Paid"')
  expect(code).toContain("expected 'Paid' to be 'Thanks'\n- Expected: Thanks\n+ Received: Paid")
  expect(markdown.match(/^```diff$/gm)).toHaveLength(3)
})

test('an error that says little is followed by what caused it', async () => {
  const cause = { message: 'connect ECONNREFUSED 127.0.0.1:5999' }
  const markdown = await after(await makeApp(), {
    results: [
      broken('reads', 'a.test.ts', { message: 'fetch failed', name: 'TypeError', cause }),
      broken('says it', 'b.test.ts', { message: `no answer: ${cause.message}`, cause }),
    ],
  })
  expect(partsOf(markdown).code).toContain(`TypeError: fetch failed\n  caused by ${cause.message}`)
  expect(markdown.match(/caused by connect/g)).toHaveLength(1)
})
