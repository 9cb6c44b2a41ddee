import { expect, test } from 'vitest'
import { onEachDatabase } from '../testing/each-database.ts'
import type { TestApp } from '../testing/make-app.ts'
import { partsOf } from '../testing/markdown.ts'
import { addOrganization } from '../testing/organization.ts'
import {
  failed,
  failedTwice,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
  settled,
  skipped,
} from '../testing/upload.ts'

interface PullRequest {
  number: number
  repository: string | null
  revision: number
  provisional: boolean
  markdown: string
  executions: { id: string; suite: string; state: string }[]
}

const pull = { branch: 'topic', baseBranch: 'main', pullRequest: 7, repository: 'acme/shop' }
const comment = async (app: TestApp, query = '') =>
  (await app.get<PullRequest>(`/api/pull-requests/7${query}`)).data

/** What the comment says first, after so many runs of main and one of the pull request. */
async function headlineOf(app: TestApp, base: MadeRun | null, head: MadeRun, baseRuns = 5): Promise<string> {
  const suite = `s${app.clock()}`
  for (let i = 0; base && i < baseRuns; i++) await settled(app, { suite, ...base })
  await settled(app, { suite, code: pull, ...head })
  const sections = (await comment(app)).markdown.split('\n\n### ').slice(1)
  const own = sections.find((section) => section.includes(` / ${suite}`)) ?? ''
  return own.split(' · ')[0] ?? ''
}

onEachDatabase('the comment of a pull request', (makeApp) => {
  test('answers first whether it is this change', async () => {
    const app = await makeApp()
    const good = { results: [passed('a'), passed('b'), passed('c')] }
    const bad = { results: [failedTwice('a', { message: 'slipped' }), passed('b'), passed('c')] }
    const outside = { errors: [{ file: 'x.test.ts', failure: { message: 'does not load' } }] }
    const words = ['wool', 'tin', 'oak', 'silk']
    const own = (i: number) => `no ${words[i]} left`
    const all = () => ({ results: [...words, 'e'].map((title) => passed(title)) })
    const most = (made: () => typeof failed, message = (_: number) => 'helper is gone') => ({
      results: [...words.map((title, i) => made()(title, { message: message(i) })), passed('e')],
    })
    const refused = () => 'connect ECONNREFUSED'
    const inFiles = (made: typeof failed) => ({
      results: [
        ...words.map((title) => made(title, { file: `${title}.test.ts`, message: 'ENOSPC: no space left' })),
        passed('e'),
      ],
    })
    const three = (made: typeof failed) => ({
      results: [
        ...words.map((title, i) => (i < 3 ? made(title, { message: 'slipped' }) : passed(title))),
        passed('e'),
      ],
    })
    const cases: [MadeRun | null, MadeRun, string, number?][] = [
      [good, good, '✅ Nothing broke'],
      [good, bad, '❌ It is this change: 1 test broke'],
      [good, bad, '⚠️ Perhaps this change: 1 test broke', 4],
      [
        { results: [flaky('a'), passed('b'), passed('c')] },
        bad,
        '✅ Not this change: 1 failure explained otherwise',
      ],
      [bad, bad, '✅ Not this change: what fails, fails on the base too'],
      [
        good,
        { ...good, ...outside },
        '❌ Perhaps this change: 1 failure outside tests that the base does not have',
      ],
      [
        { ...good, ...outside },
        { ...good, ...outside },
        '✅ Not this change: what fails, fails on the base too',
      ],
      [good, { results: [...good.results, failed('new')] }, '❌ It is this change: 1 new test fails'],
      [
        { results: [skipped('a'), passed('b'), passed('c')] },
        bad,
        '❌ It is this change: 1 test fails that was skipped before',
      ],
      [
        good,
        { results: [...bad.results, failed('new')] },
        '❌ It is this change: 1 new test fails; perhaps also: 1 test broke',
        4,
      ],
      [
        { results: [...good.results, skipped('d'), skipped('e')] },
        { results: [...bad.results, failed('d'), failed('e'), failed('f')], ...outside },
        '❌ It is this change: 1 test broke, 1 new test fails and 2 tests fail that were skipped before; perhaps also: 1 failure outside tests that the base does not have',
      ],
      [
        good,
        { ...bad, ...outside },
        '❌ Perhaps this change: 1 test broke and 1 failure outside tests that the base does not have',
        4,
      ],
      [good, { ...good, end: 'failed' }, '⚠️ The run failed, though no test did'],
      [good, { ...good, end: 'interrupted' }, '⚠️ The run is cancelled'],
      [all(), most(() => failed), '⚠️ Perhaps this change: 4 of 5 tests failed'],
      [all(), most(() => failedTwice, own), '❌ It is this change: 4 tests broke'],
      // Of one runner alone, a connection that was refused may as well be this change.
      [all(), most(() => failed, refused), '⚠️ Perhaps this change: 4 of 5 tests failed'],
      [inFiles(passed), inFiles(failed), '⚠️ 4 of 5 tests failed: infrastructure'],
      [
        { results: [passed('a'), failed('b'), failed('c'), passed('d')] },
        { results: [failed('a'), failed('b'), failed('c'), passed('d')] },
        '⚠️ Perhaps this change: 1 test broke',
        4,
      ],
      [most(() => failed, own), most(() => failed, own), '⚠️ 4 of 5 tests failed: they fail on the base too'],
      [three(flaky), three(failed), '⚠️ 3 of 5 tests failed: known flakes'],
      [
        bad,
        { results: [failedTwice('a'), passed('b'), passed('c')] },
        '⚠️ 1 failure, perhaps in another way than on the base',
      ],
      [null, good, '✅ All passed, nothing to compare with yet'],
      [null, bad, '❌ 1 failure, nothing to compare with yet'],
    ]
    for (const [base, head, headline, baseRuns] of cases)
      expect(await headlineOf(app, base, head, baseRuns)).toBe(headline)
  })

  test('a failure on a leg that the base did not run is not passed over', async () => {
    const app = await makeApp()
    await settled(app, { part: { leg: 'linux' }, results: [passed('a')] })
    const made = { build: 'pr', code: pull }
    await send(app, run({ ...made, part: { leg: 'linux' }, results: [passed('a')] }))
    const { data } = await send(app, run({ ...made, part: { leg: 'windows' }, results: [failed('a')] }))
    await app.settle(data.execution.id)
    const { markdown } = await comment(app)
    expect(markdown).toContain(
      '### ⚠️ Perhaps this change: 1 failure where the base did not run · shop / default',
    )
    expect(markdown).toContain('- **a · shop.test.ts (windows)**')
    expect(markdown).toContain('Not compared, since the base did not run there: windows.')
  })

  test('while it runs it says what is waited for', async () => {
    const app = await makeApp()
    const legs = ['linux', 'windows', 'mac <b>', 'bsd', 'solaris', 'aix', 'plan9', 'haiku']
    const results = [passed('a')]
    const code = { branch: 'main' }
    let id = ''
    for (const leg of legs)
      id = (await send(app, run({ build: 'base', code, part: { leg }, results }))).data.execution.id
    await app.settle(id)
    app.advance(60_000)
    await send(app, run({ build: 'pr', code: pull, part: { leg: 'linux' }, results }))
    const { markdown } = await comment(app)
    expect(markdown).toContain(
      '⏳ Waiting for job test on windows, which the base has; job test on mac &#60;b&#62;, which the base has; ',
    )
    expect(markdown).toContain('; and 2 more.\n')
    for (const leg of legs.slice(1))
      id = (await send(app, run({ build: 'pr', code: pull, part: { leg }, results }))).data.execution.id
    expect((await comment(app)).markdown).toContain(
      '⏳ Waiting for silence, or word that no more parts will come.',
    )
    await app.settle(id)
    expect((await comment(app)).markdown).not.toContain('Waiting')
  })

  test('reads as it should', async () => {
    const app = await makeApp()
    const timed = (durationMs: number) => passed('search > is quick', { durationMs })
    const base = [passed('cart > adds'), passed('pays'), failed('was broken'), passed('removed'), timed(100)]
    for (let i = 0; i < 5; i++)
      await settled(app, { code: { branch: 'main', testedSha: 'abcdef0123456789' }, results: base })
    await settled(app, {
      code: { ...pull, mergeBaseSha: 'abcdef0123456789', headSha: 'fedcba9876543210' },
      codeowners: { path: 'CODEOWNERS', text: '*.test.ts @acme/web' },
      results: [
        failedTwice('cart > adds', { message: 'expected 2 to be 1\nat cart.ts' }),
        flaky('pays', { message: 'timeout' }),
        passed('was broken'),
        timed(1_900),
        skipped('to come', { reason: 'later' }),
      ],
    })
    const { markdown, executions } = await comment(app)
    const link = `http://svc.test/executions/${executions[0]?.id}`
    const baseLink = /\(http:\/\/svc\.test\/executions\/[0-9a-f-]{36}\), the commit/
    expect(
      markdown
        .replace(baseLink, '(BASE), the commit')
        .replaceAll(link, 'HEAD')
        .replace(/\(http:\/\/svc\.test\/executions\/[0-9a-f-]{36}\)/g, '(RUN)'),
    ).toBe(`<!-- svc:pull-request -->

### ❌ It is this change: 1 test broke · shop / default

5 tests, 2 passed, 1 failed, 1 flaky, 1 skipped in 1.9 s at fedcba9. Compared with [abcdef0](BASE), the commit where this branch left main.

<details open><summary>❌ Regressions (1)</summary>

- **cart › adds · shop.test.ts** — this change · owned by &#64;&#8203;acme/web  
  It passed in all of its 5 recent base runs, failed at every attempt here, and this error is on no other branch. Runs: [1](HEAD), [2](RUN), [3](RUN), [4](RUN), [5](RUN) and 1 more

  \`\`\`text
  expected 2 to be 1
  at cart.ts
  \`\`\`

</details>

<details><summary>🎲 Newly flaky (1)</summary>

- pays · shop.test.ts — timeout

</details>

<details><summary>🐢 Slower (1)</summary>

- search › is quick · shop.test.ts — 100 ms → **1.9 s** (usual spread 2 ms, 5 runs)

</details>

<details><summary>✅ Fixed (1)</summary>

- was broken · shop.test.ts

</details>

<details><summary>🆕 New (1)</summary>

- to come · shop.test.ts — **skipped**

</details>

<details><summary>🗑️ Removed (1)</summary>

- removed · shop.test.ts

</details>

[The whole run](HEAD)`)
  })

  test('of several failures it says where to begin: with the error that most of them share', async () => {
    const app = await makeApp()
    const names = ['wool', 'tin', 'oak', 'silk', 'jute', 'flax', 'hemp', 'ramie']
    for (let i = 0; i < 5; i++) await settled(app, { results: names.map((title) => passed(title)) })
    const broken = async (messages: (string | null)[]) => {
      const results = names.map((title, i) => {
        const message = messages[i] ?? null
        return message === null ? passed(title) : failedTwice(title, { message })
      })
      await settled(app, { code: pull, results })
      return (await comment(app)).markdown.split('\n').find((line) => line.startsWith('**Look first'))
    }
    expect(await broken(['slipped'])).toBeUndefined()
    expect(await broken(['slipped', 'burnt\nat all'])).toBe('**Look first at** tin · shop.test.ts — burnt')
    expect(await broken([null, 'slipped', 'burnt\nat all', 'burnt\nat all'])).toBe(
      '**Look first at** oak · shop.test.ts — burnt (2 of 3 failures have this error)',
    )
    expect(await broken(['burnt', null, null, 'burnt'])).toMatch(/\(all 2 failures have this error\)$/)
  })

  test('an error that many tests have is told once, and the worst section comes first', async () => {
    const app = await makeApp()
    for (const suite of ['a fine one', 'broken'])
      for (let i = 0; i < 5; i++)
        await settled(app, {
          suite,
          results: [passed('a'), passed('b'), passed('c'), passed('d'), passed('e')],
        })
    await settled(app, { suite: 'a fine one', code: pull, results: [passed('a')] })
    const bad = (title: string) => failedTwice(title, { message: 'no helper' })
    await settled(app, {
      suite: 'broken',
      code: pull,
      results: [bad('a'), bad('b'), passed('c'), passed('d'), passed('e')],
    })
    const { markdown } = await comment(app)
    expect(markdown).toMatch(
      /^<!-- svc:pull-request -->\n\n### ❌ It is this change: 2 tests broke · shop \/ broken\n/,
    )
    expect(partsOf(markdown).code).toEqual(['no helper'])
    expect(markdown).toContain('\n  The same error as a · shop.test.ts.\n')
  })

  test('a new test that fails is not folded away', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    await settled(app, {
      code: pull,
      results: [passed('a'), passed('b'), failedTwice('c', { message: 'no c' })],
    })
    const { markdown } = await comment(app)
    expect(
      markdown,
    ).toContain(`<details open><summary>❌ Failing tests that are new or were skipped before (1)</summary>

- **c · shop.test.ts** — this change  `)
    expect(markdown).toContain('  no c\n')
    expect(markdown).toContain('<summary>🆕 New (1)</summary>\n\n- b · shop.test.ts\n')
  })

  test('nothing that tests, errors, branches and suites say breaks out', async () => {
    const app = await makeApp()
    const nasty =
      '@octocat #1 https://evil.example <img src=x> [a](http://evil.example) ![b](http://evil.example) `x` | \n</details>\n\n# big \u202e \u200b'
    const results = (made: (title: string, options: object) => MadeTest) => [
      made(`${nasty} 1`, { file: nasty, variant: nasty, message: nasty }),
    ]
    const [odd] = nasty.split('\n') as [string]
    const suite = odd.slice(0, 150)
    const shared = { suite, part: { leg: odd } }
    await settled(app, { ...shared, code: { branch: odd }, results: results(passed) })
    await settled(app, {
      ...shared,
      code: { ...pull, branch: odd, baseBranch: odd },
      results: [...results(failed), skipped(nasty, { file: nasty, reason: nasty })],
      errors: [{ file: nasty, failure: { message: nasty } }],
    })
    const { markdown, executions } = await comment(app)
    const { links, html, images, text } = partsOf(markdown)
    expect(new Set(links.map((url) => url.replace(/[^/]+$/, '')))).toEqual(
      new Set(['http://svc.test/executions/']),
    )
    expect(links).toContain(`http://svc.test/executions/${executions[0]?.id}`)
    const own =
      /^(<!-- svc:pull-request -->|<details( open)?><summary>[^<>@#]+ \(\d+\)<\/summary>|<\/details>)$/
    expect(html.filter((piece) => !own.test(piece))).toEqual([])
    expect(images).toEqual([])
    expect(text).not.toMatch(/@\w|#\d|:\/\//)
    expect(text).toContain('@\u200boctocat')
  })

  test('is short enough for GitHub, whatever happened', async () => {
    const app = await makeApp()
    const message = Array.from({ length: 30 }, (_, i) => `line ${i} ${'x'.repeat(120)}`).join('\n')
    const many = Array.from({ length: 60 }, (_, i) =>
      failed(`${'long name '.repeat(15)}${i}`, { message: `${'no '.repeat(i)}${message}` }),
    )
    for (let i = 0; i < 6; i++) await settled(app, { suite: `suite ${i}`, code: pull, results: many })
    const { markdown } = await comment(app)
    expect(markdown.startsWith('<!-- svc:pull-request -->')).toBe(true)
    expect(Buffer.byteLength(markdown)).toBeLessThan(65_536)
    for (let i = 0; i < 6; i++) expect(markdown).toContain(`shop / suite ${i}`)
    expect(markdown).toContain('- … and 50 more')
    for (let i = 6; i < 90; i++)
      await send(app, run({ suite: `${'s'.repeat(190)} ${i}`, code: pull, results: many.slice(0, 5) }))
    const longer = (await comment(app)).markdown
    expect(Buffer.byteLength(longer)).toBeLessThan(65_536)
    for (let i = 0; i < 90; i++) expect(longer).toMatch(new RegExp(` ${i}(?: ·|\\n)`))
    const pieces = partsOf(longer).html
    expect(pieces.filter((piece) => piece.startsWith('<details'))).toHaveLength(
      pieces.filter((piece) => piece === '</details>').length,
    )
  })

  test('the newest of each suite stands in it, and the revision grows with whatever comes', async () => {
    const app = await makeApp()
    const revisions: number[] = []
    const look = async () => {
      const found = await comment(app)
      revisions.push(found.revision)
      return found
    }
    await settled(app, { suite: 'unit', code: pull, results: [failed('a')] })
    await look()
    const e2e = await settled(app, { suite: 'e2e', code: pull, results: [passed('a')] })
    await look()
    const lines = run({ suite: 'unit', build: 'b', code: pull, results: [passed('a')], end: null })
    const unit = (await send(app, lines)).data.execution.id
    expect(await look()).toMatchObject({
      number: 7,
      repository: 'acme/shop',
      provisional: true,
      executions: [
        { id: e2e, suite: 'e2e', state: 'passed' },
        { id: unit, suite: 'unit', state: 'running' },
      ],
    })
    await send(app, run({ suite: 'unit', build: 'b', part: { job: 'other' }, code: pull, results: [] }))
    await look()
    app.advance(900_001)
    await app.sweep()
    await look()
    await send(app, run({ suite: 'unit', build: 'b', runAttempt: 2, code: pull, results: [passed('a')] }))
    await look()
    for (let i = 0; i < 101; i++) await send(app, run({ suite: 'lint', code: pull, results: [] }))
    const { executions } = await look()
    expect(executions.map((execution) => execution.suite)).toEqual(['e2e', 'lint', 'unit'])
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
  })

  test('who sees one project only has a comment of its own', async () => {
    const app = await makeApp()
    for (const project of ['web', 'api']) await settled(app, { project, code: pull, results: [passed('a')] })
    const first = async (key: string) =>
      (await app.get<PullRequest>('/api/pull-requests/7', { key })).data.markdown.split('\n\n')[0]
    const opening = new Map<string, string | undefined>()
    for (const project of ['web', 'api']) {
      const made = await app.post<{ value: string }>('/api/keys', {
        name: project,
        project,
        scopes: ['ingest', 'read'],
      })
      opening.set(project, await first(made.data.value))
    }
    expect(Object.fromEntries(opening)).toEqual({
      web: '<!-- svc:pull-request web -->',
      api: '<!-- svc:pull-request api -->',
    })
    expect(await first(app.key)).toBe('<!-- svc:pull-request -->')
  })

  test('of several repositories one has to be named; other organizations have no part in it', async () => {
    const app = await makeApp()
    await settled(app, { code: pull, results: [passed('a')] })
    const other = { ...pull, repository: 'acme/tools' }
    await settled(app, { project: 'tools', code: other, results: [failed('a')] })
    expect(await app.get('/api/pull-requests/7')).toMatchObject({
      status: 400,
      error: {
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(/^repo takes one of acme\/(shop|tools), acme/),
      },
    })
    expect((await comment(app, '?repo=acme/tools')).executions).toHaveLength(1)
    expect((await comment(app, '?repo=acme/tools')).markdown).toContain('❌ 1 failure')
    const stranger = await addOrganization(app)
    for (const [path, key] of [
      ['/api/pull-requests/7', stranger],
      ['/api/pull-requests/8', app.key],
      ['/api/pull-requests/7?repo=acme/none', app.key],
    ] as const)
      expect(await app.get(path, { key })).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
    expect(await app.get('/api/pull-requests/seven')).toMatchObject({ status: 404 })
  })
})
