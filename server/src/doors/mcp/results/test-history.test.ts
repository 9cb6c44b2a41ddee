import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import {
  failed,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
  settled,
  skipped,
} from '../../../testing/upload.ts'

const tokensOf = (text: string) => encode(text).length

const CALM = Array.from({ length: 30 }, (_, at) => passed(`calm ${at}`))

/** Runs of `t`, the oldest first, a minute apart; returns what the tool says. */
async function historyOf(app: TestApp, runs: MadeRun[]) {
  for (const { results = [], ...more } of runs) {
    app.advance(60_000)
    await settled(app, { results: [...results, ...CALM], ...more })
  }
  const { call } = await connectAgent(app)
  return call('svc_get_test_history', { test: 'shop.test.ts > t' })
}

const bad = failed('t', { message: 'no total' })
const good = passed('t')
const on = (leg: string, t: MadeTest): MadeRun => ({ build: 'legs', part: { leg }, results: [t, ...CALM] })

onEachDatabase('the history of a test', (makeApp) => {
  test('says how its newest counted run ended, and how many runs failed', async () => {
    const app = await makeApp()
    const { text, structured } = await historyOf(app, [
      { results: [bad] },
      { results: [good] },
      { results: [bad] },
    ])
    expect(text).toMatch(
      /^Test `shop.test.ts > t` \(\w+\), project `shop`: failed in its newest counted run \(/,
    )
    expect(text).toContain('The monitor says healthy.')
    expect(text).toContain('Failed in 2 of 3 counted runs.')
    expect(text).toContain('Runs, newest first; 2 of the 3 shown failed:')
    expect(structured).toMatchObject({ newestCounted: { status: 'failed' }, failedRuns: 2 })
  })

  test('a run that has not settled is shown as such, and decides nothing', async () => {
    const app = await makeApp()
    await send(app, run({ results: [bad] }))
    const { text, structured } = await historyOf(app, [])
    expect(text).toContain('project `shop`: no run shown counts.')
    expect(text).toContain('; 1 of the 1 shown failed:')
    expect(text).toMatch(/ failed .* · not counted: the execution has not settled · /)
    expect(structured).toMatchObject({
      newestCounted: null,
      runs: [{ trust: 'ci', dirty: false, excludedBecause: 'not-settled' }],
    })
  })

  test('a failure on one leg is named beside the legs that passed', async () => {
    const app = await makeApp()
    await send(app, run(on('linux', good)))
    const { data } = await send(app, run(on('windows', bad)))
    await app.settle(data.execution.id)
    const { text } = await historyOf(app, [])
    expect(text).toContain(': failed on `windows`, passed on `linux` in its newest counted run (')
    expect(text).toContain('; 1 of the 2 shown failed:')
  })

  test('runs that do not count say who ran them and why, and leave the state to those that do', async () => {
    const app = await makeApp()
    const { text, structured } = await historyOf(app, [
      { results: [good] },
      { results: [bad], trust: 'local' },
      { results: [bad], code: { branch: 'main', dirty: true } },
      { results: [bad], trust: 'fork', code: { branch: 'main', pullRequest: 7 } },
      { results: [bad, ...Array.from({ length: 200 }, (_, at) => failed(`more ${at}`))] },
    ])
    expect(text).toContain(': passed in its newest counted run (')
    expect(text).toContain('; 4 of the 5 shown failed:')
    const why = text
      .split('\n')
      .flatMap((line) => /(?<=node24` · )(?!execution).*?(?= · (?:error|execution))/.exec(line) ?? [])
    expect(why).toEqual([
      'not counted: most tests of the execution failed',
      'from a fork · not counted',
      'with uncommitted changes · not counted',
      'local · not counted: the project has runs in CI',
    ])
    expect(structured.runs).toMatchObject([
      { trust: 'ci', dirty: false, excludedBecause: 'outage' },
      { trust: 'fork', dirty: false, excludedBecause: 'fork' },
      { trust: 'ci', dirty: true, excludedBecause: 'dirty' },
      { trust: 'local', dirty: false, excludedBecause: 'local' },
      { trust: 'ci', dirty: false, excludedBecause: null },
    ])
  })

  test('a newest run that was skipped says so', async () => {
    const { text } = await historyOf(await makeApp(), [{ results: [bad] }, { results: [skipped('t')] }])
    expect(text).toContain(': skipped in its newest counted run (')
    expect(text).toContain('It failed in all of its counted runs.')
    expect(text).not.toContain('The monitor says healthy')
    expect(text).toContain('; 1 of the 2 shown failed:')
  })

  test('a page that ends within the newest run names its legs, and a later page says nothing of it', async () => {
    const app = await makeApp()
    await historyOf(app, [{ results: [bad] }])
    app.advance(60_000)
    const legs = ['one', 'two', 'three', 'four', 'five']
    let execution = ''
    for (const leg of legs) execution = (await send(app, run(on(leg, good)))).data.execution.id
    await app.settle(execution)
    const { call } = await connectAgent(app)
    const args = { test: 'shop.test.ts > t', max_tokens: 500 }
    const first = await call('svc_get_test_history', args)
    expect(first.text).toMatch(/: passed on `\w+`.* in its newest counted run/)
    const { text, structured } = await call('svc_get_test_history', {
      ...args,
      cursor: first.structured.nextCursor,
    })
    expect(text).not.toContain('newest counted run')
    expect(text).toMatch(/; 1 of the \d shown failed:/)
    expect(structured).not.toHaveProperty('newestCounted')
  })

  test('the last part of its name finds it, however short, beside many that contain it', async () => {
    const app = await makeApp()
    await settled(app, {
      results: [passed('t', { file: 'a.js' }), passed('basket > pays', { file: 'b.js' })],
    })
    await settled(app, { results: Array.from({ length: 300 }, (_, at) => passed(`it pays ${at}`)) })
    const { call } = await connectAgent(app)
    expect((await call('svc_get_test_history', { test: 't' })).text).toMatch(/^Test `a.js > t` /)
    expect((await call('svc_get_test_history', { test: 'pays' })).text).toMatch(
      /^Test `b.js > basket > pays` /,
    )
    const { text } = await call('svc_get_test_history', { test: 'checkout/money.test.ts > t' })
    expect(text).toMatch(/^NOT_FOUND: There is no such test.*Did you mean: "a.js > t \(/s)
  })

  test('shows the runs that went wrong, what they share, and those that passed together', async () => {
    const app = await makeApp()
    const message = 'expect(locator).toHaveText(expected) failed\n\nExpected: "Paid"\nReceived: "Waiting"'
    const slow = failed('t', { message, durationMs: 5_000 })
    const of = (leg: string, t: MadeTest): MadeRun => ({ part: { leg }, results: [t] })
    const { text, structured } = await historyOf(app, [
      ...Array.from({ length: 12 }, () => of('linux', good)),
      of('windows', slow),
      ...Array.from({ length: 10 }, () => of('linux', good)),
      of('windows', slow),
      of('linux', good),
    ])
    const rows = text.split('\n').filter((line) => line.startsWith('- '))
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatch(
      / failed .*`windows`.* · error \w+ · received `"Waiting"`, expected `"Paid"` · execution /,
    )
    expect(rows[2]).toMatch(/ 10 passed, .*`linux`/)
    expect(rows[3]).toMatch(/ failed .* · error \w+ again · execution /)
    expect(text).toContain(
      'What differs: all 2 bad runs are of leg `windows`, of those that passed 0 of 23; a failed run takes 5000 ms, one that passed 5 ms.',
    )
    expect(text).toContain('; 2 of the 25 shown failed:')
    expect(text).toContain('svc_get_failures with a fingerprint')
    expect(structured.runs).toHaveLength(5)
    expect(structured.runs[4]).toMatchObject({ status: 'passed', runs: 12, legs: ['linux'] })
    expect(tokensOf(text)).toBeLessThan(700)
  })

  test('runs that went wrong alike share a line, also with a few that passed between them', async () => {
    const app = await makeApp()
    const of = (...tests: MadeTest[]): MadeRun[] => tests.map((t) => ({ results: [t] }))
    const slow = flaky('t', { message: 'too slow' })
    const { text, structured } = await historyOf(app, [
      ...of(slow, slow, good, slow, slow, good, good, slow),
      ...of(good, good, good, bad, slow, bad),
      ...Array.from({ length: 14 }, () => of(slow)[0] as MadeRun),
    ])
    const rows = text.split('\n').filter((line) => line.startsWith('- '))
    expect(rows).toHaveLength(6)
    expect(rows[0]).toMatch(
      / to \S+ 14 flaky alike, .* · branch `main` · .* · flaky: retry · error \w+ · `too slow` · newest execution /,
    )
    expect(rows[1]).toMatch(/ failed 5 ms .* · error \w+ · `no total` · execution /)
    expect(rows[2]).toMatch(/ flaky 5 ms .* · error \w+ again · execution /)
    expect(rows[3]).toMatch(/ failed 5 ms .* · error \w+ again · execution /)
    expect(rows[4]).toMatch(/ 3 passed, /)
    expect(rows[5]).toMatch(/ 5 flaky alike and 3 passed, .* · error \w+ again · newest execution /)
    expect(text).toContain('; 2 of the 28 shown failed:')
    expect(structured.runs[0]).toMatchObject({ status: 'flaky', runs: 14, evidence: ['retry'] })
    expect(structured.runs[5]).toMatchObject({ status: 'flaky', runs: 8, passed: 3 })
    const { call } = await connectAgent(app)
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await call('svc_get_test_history', {
        test: 'shop.test.ts > t',
        max_tokens: 500,
        ...(cursor !== '' && { cursor }),
      })
      seen.push(...page.structured.runs.map(({ runs = 1 }: { runs?: number }) => runs))
      cursor = page.structured.nextCursor
    }
    expect(seen.reduce((sum, runs) => sum + runs)).toBe(28)
  })

  test('the list of flaky tests says the error, its owner, when it was last seen, and the document that knows it', async () => {
    const app = await makeApp()
    const message = 'expect(locator).toHaveText(expected) failed\n\nExpected: "Paid"\nReceived: "Waiting"'
    const codeowners = { path: 'CODEOWNERS', text: 'shop.test.ts @acme/shop\n' }
    await historyOf(app, [
      { results: [flaky('t', { message })], codeowners },
      { results: [good], codeowners },
    ])
    const { call } = await connectAgent(app)
    const before = await call('svc_list_flaky_tests')
    const [{ fingerprint, lastSeen }] = before.structured.tests
    expect(before.text).toContain('received `"Waiting"`, expected `"Paid"`')
    expect(before.text).toContain(` · last ${lastSeen.slice(0, 16)} · fingerprint ${fingerprint} · `)
    expect(before.text).toContain('@acme/shop')
    expect(before.structured.tests[0]).toMatchObject({ owners: ['@acme/shop'] })
    await app.put('/api/documents', {
      project: 'shop',
      path: 'waiting.md',
      content: `---\nfailures: [{ fingerprint: "${fingerprint}", cause: The bank is slow. }]\n---\n# Waiting\n`,
    })
    const known = await call('svc_list_flaky_tests')
    expect(known.text).toContain('known: document waiting.md')
    expect(known.structured.tests[0]).toMatchObject({ document: 'waiting.md' })
    const explained = await call('svc_get_failures', { fingerprint })
    expect(explained.text).toContain('Received: "Waiting"')
    expect(explained.text).toContain('Known: document `waiting.md`')
  })

  test('the list of flaky tests names the document that the search finds, unless one is tied', async () => {
    const app = await makeApp()
    await historyOf(app, [{ results: [flaky('t', { message: 'the bank said E_BANK_ASLEEP' })] }])
    const put = (path: string, content: string) =>
      app.put('/api/documents', { project: 'shop', path, content })
    const { call } = await connectAgent(app)
    const before = await call('svc_list_flaky_tests')
    expect(before.text).not.toContain('document')
    const [{ fingerprint, testId }] = before.structured.tests
    await put('colours.md', '# Colours\n\nA button is blue.\n')
    await put('banks.md', '# Banks\n\nAt night the bank answers `E_BANK_ASLEEP`.\n')
    const found = await call('svc_list_flaky_tests')
    expect(found.text).toContain(' · possibly related: document banks.md · ')
    expect(found.structured.tests[0]).toMatchObject({ relatedDocument: 'banks.md' })
    const path = `/api/failures/${fingerprint}/documents?project=shop`
    expect((await app.get(path)).data).toEqual({ documents: [], related: [] })
    expect((await app.get(`${path}&test=${testId}`)).data).toMatchObject({
      documents: [],
      related: [{ path: 'banks.md', sharedWords: expect.arrayContaining(['E_BANK_ASLEEP']) }],
    })
    await put(
      'nights.md',
      `---\nfailures: [{ fingerprint: "${fingerprint}", cause: Night. }]\n---\n# Nights\n`,
    )
    const tied = await call('svc_list_flaky_tests')
    expect(tied.text).toContain(' · known: document nights.md · ')
    expect(tied.text).not.toContain('banks.md')
  })
})
