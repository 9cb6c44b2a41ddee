import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import {
  failed,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
  settled,
  skipped,
} from '../../testing/upload.ts'

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

onBothDatabases('the history of a test', (makeApp) => {
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
    expect(text).toContain('It is broken: it failed in all of its counted runs.')
    expect(text).toContain('; 1 of the 2 shown failed:')
  })

  test('a later page says nothing of the newest run', async () => {
    const app = await makeApp()
    await historyOf(app, [{ results: [good] }, { results: [bad] }, { results: [good] }])
    const { call } = await connectAgent(app)
    const args = { test: 'shop.test.ts > t', max_tokens: 500 }
    const first = await call('svc_get_test_history', args)
    expect(first.text).toContain('passed on `linux-x64-node24` in its newest counted run')
    const { text, structured } = await call('svc_get_test_history', {
      ...args,
      cursor: first.structured.nextCursor,
    })
    expect(text).not.toContain('newest counted run')
    expect(text).toContain('; 1 of the 1 shown failed:')
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
})
