import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { partsOf } from '../../testing/markdown.ts'
import { addOrganization } from '../../testing/organization.ts'
import { comment, type PullRequest, pull } from '../../testing/pull-request.ts'
import {
  failed,
  failedTwice,
  flaky,
  type MadeTest,
  passed,
  run,
  send,
  settled,
  skipped,
} from '../../testing/upload.ts'

onEachDatabase('the comment of a pull request', (makeApp) => {
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
    expect(markdown).toContain(
      '; and 2 more. If nothing more arrives, the run is over at 2026-03-02 09:02 UTC.\n',
    )
    for (const leg of legs.slice(1))
      id = (await send(app, run({ build: 'pr', code: pull, part: { leg }, results }))).data.execution.id
    expect((await comment(app)).markdown).toContain('⏳ Waiting for the end of the quiet period')
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
    expect(markdown).toMatch(/^### ❌ This change broke 1 test; 1 test became flaky · shop$/m)
    const facts = /^2 of 5 tests passed, 1 failed, 1 flaky, 1 skipped in 1\.9 s at <code>fedcba9<\/code>/m
    expect(markdown).toMatch(facts)
    expect(markdown).toMatch(
      /compared with \[<code>abcdef0<\/code>\]\(http:\/\/svc\.test\/executions\/[^)]+\), .*\bmain\b/,
    )
    expect(markdown).toContain(`[View run](${link})`)
    expect(markdown).toMatch(/^#### Caused by this change \(1\)$/m)
    expect(markdown).toContain('**cart › adds** · <code>shop.test.ts</code> · &#64;&#8288;acme/web\n')
    expect(partsOf(markdown).code).toContain('expected 2 to be 1\nat cart.ts')
    expect(markdown).toMatch(
      /\b5 recent base runs\b.* \[History\]\(http\S+\) · \[Last pass on main\]\(http\S+\)$/m,
    )
    const titles = ['Became flaky', 'Slower', 'Fixed', 'New', 'Removed'].map((title) => `${title} (1)`)
    expect(markdown).toContain(`<summary>${titles.join(' · ')}</summary>`)
    const lists = markdown.split(/^\*\*(.* \(1\))\*\*$/m).slice(1)
    expect(lists.filter((_, i) => i % 2 === 0)).toEqual(titles)
    expect(lists.filter((_, i) => i % 2 === 1).map((list) => list.trim().split('\n')[0])).toEqual([
      expect.stringMatching(
        /^- pays · <code>shop\.test\.ts<\/code> — <code>timeout<\/code>\. \[History\]\(http\S+\/tests\/\w+\)$/,
      ),
      expect.stringMatching(/^- search › is quick · .* 100 ms → \*\*1\.9 s\*\* .*\b2 ms\b.*\b5 runs\b/),
      '- was broken · <code>shop.test.ts</code>',
      '- to come · <code>shop.test.ts</code> — skipped',
      '- removed · <code>shop.test.ts</code>',
    ])
  })

  test('the worst section comes first', async () => {
    const app = await makeApp()
    for (const suite of ['a fine one', 'broken'])
      for (let i = 0; i < 5; i++) await settled(app, { suite, results: [passed('a'), passed('b')] })
    await settled(app, { suite: 'a fine one', code: pull, results: [passed('a'), passed('b')] })
    const results = [failedTwice('a', { message: 'no helper' }), passed('b')]
    await settled(app, { suite: 'broken', code: pull, results })
    const suites = [...(await comment(app)).markdown.matchAll(/^### .* · shop \/ (.*)$/gm)]
    expect(suites.map(([, suite]) => suite)).toEqual(['broken', 'a fine one'])
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
      new Set(['http://svc.test/executions/', 'http://svc.test/o/default/shop/tests/']),
    )
    expect(links).toContain(`http://svc.test/executions/${executions[0]?.id}`)
    const own =
      /^(<!-- svc:pull-request -->|<details><summary>[^<>@#]+ \(\d+\)<\/summary>|<\/details>|<\/?code>)$/
    expect(html.filter((piece) => !own.test(piece))).toEqual([])
    expect(images).toEqual([])
    expect(text).not.toMatch(/@\w|#\d|:\/\//)
    expect(text).toContain('@\u2060octocat')
  })

  test('is always short enough for GitHub', async () => {
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
    // Once, although no suite has a base.
    expect(markdown.split('A firm answer needs 5 runs of the default branch')).toHaveLength(2)
    // Errors of their own: five are shown.
    expect(markdown).toContain('55 other causes of 55 failures')
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

  test('it contains the newest of each suite, and the revision grows with every change', async () => {
    const app = await makeApp()
    const revisions: number[] = []
    const look = async () => {
      const current = await comment(app)
      revisions.push(current.revision)
      return current
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
        message: expect.stringMatching(/acme\/(shop|tools), acme/),
      },
    })
    expect((await comment(app, '?repo=acme/tools')).executions).toHaveLength(1)
    expect((await comment(app, '?repo=acme/tools')).markdown).toMatch(/^### ❌ 1 test .*tools/m)
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
