import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { pull } from '../../testing/pull-request.ts'
import { sha } from '../../testing/sha.ts'
import {
  failed,
  failedTwice,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  settled,
} from '../../testing/upload.ts'

interface Answer {
  groups: {
    topic: string
    tests: number
    causeCount: number
    causes: { message: string; tests: number; suites: number; failures: { execution: string }[] }[]
  }[]
  decides: { what: string | null; missing: string; tests: number }[]
  pushes: {
    number: number
    sha: string | null
    failing: number
    errors: number
    state: string
    change: { fixed: number; broke: number; notRun: number } | null
  }[]
  executions: { id: string; suite: string; rerun: { tests: { titles: string[] }[]; more: number } }[]
}

const read = async (app: TestApp) => (await app.get<Answer>('/api/pull-requests/7')).data
const rest = () => [passed('x'), passed('y'), passed('z')]
const all = (...changed: MadeTest[]) => [
  ...['a', 'b', 'c'].filter((t) => !changed.some(({ titles }) => titles[0] === t)).map((t) => passed(t)),
  ...changed,
  ...rest(),
]

/** A push of the pull request: a suite at a commit. */
async function push(app: TestApp, head: string, results: MadeTest[], suite = 'unit') {
  const id = await settled(app, {
    suite,
    build: `${head}-${suite}`,
    code: { ...pull, headSha: sha(head), testedSha: sha(head), tree: sha(head) },
    results,
  })
  app.advance(60_000)
  return id
}

async function base(app: TestApp, suites: string[], results: () => MadeTest[], runs = 5) {
  for (let i = 0; i < runs; i++)
    for (const suite of suites) {
      await settled(app, { suite, code: { branch: 'main', repository: 'acme/shop' }, results: results() })
      app.advance(60_000)
    }
}

onEachDatabase('a pull request over its suites', (makeApp) => {
  test('a test that fails on two legs is one test with two failures', async () => {
    const app = await makeApp()
    const legs = ['linux', 'windows']
    const sendLegs = async (made: MadeRun) => {
      for (const leg of legs)
        await settled(app, { suite: 'unit', build: 'b', ...made, part: { leg, job: leg } })
    }
    await sendLegs({ code: { branch: 'main', repository: 'acme/shop' }, results: all() })
    app.advance(60_000)
    const gone = { message: 'priceOf is not a function' }
    await sendLegs({ build: 'pr', code: pull, results: all(failedTwice('a', gone), failedTwice('b', gone)) })
    const { groups } = await read(app)
    expect(groups).toMatchObject([{ tests: 2, causes: [{ tests: 2, failureCount: 4 }] }])
    expect(groups[0]?.causes[0]?.failures).toHaveLength(3)
  })

  test('one error in two suites is one cause, and every failure names its run', async () => {
    const app = await makeApp()
    await base(app, ['unit', 'e2e'], () => all())
    const gone = { message: 'priceOf is not a function' }
    const unit = await push(app, 'a', all(failedTwice('a', gone), failedTwice('b', gone)))
    const e2e = await push(app, 'a', all(failedTwice('a', gone), failedTwice('c', { message: 'no' })), 'e2e')
    const { groups, executions } = await read(app)
    expect(groups).toMatchObject([
      {
        topic: 'mine',
        tests: 4,
        causeCount: 2,
        causes: [
          { message: 'priceOf is not a function', tests: 3, suites: 2, failureCount: 3 },
          { message: 'no', tests: 1, suites: 1 },
        ],
      },
    ])
    // The first failures are of different suites.
    expect(new Set(groups[0]?.causes[0]?.failures.slice(0, 2).map(({ execution }) => execution))).toEqual(
      new Set([unit, e2e]),
    )
    expect(
      executions.map(({ suite, rerun }) => [suite, rerun.tests.map(({ titles }) => titles[0]), rerun.more]),
    ).toEqual([
      ['e2e', ['a', 'c'], 0],
      ['unit', ['a', 'b'], 0],
    ])
  })

  test('what would decide the rest counts all uncertain failures; what is decided asks for nothing', async () => {
    const app = await makeApp()
    await base(app, ['unit'], () => all(), 2)
    await push(app, 'a', all(failed('a'), failed('b'), failed('c', { message: 'other' })))
    const { decides } = await read(app)
    expect(decides).toEqual([{ what: 'clean-base-runs', missing: expect.stringContaining('run'), tests: 3 }])
    await base(app, ['unit'], () => all(), 8)
    await push(app, 'b', all(failedTwice('a')))
    expect((await read(app)).decides).toEqual([])
  })

  test('only failures in doubt are run again, and firm ones if none is', async () => {
    const app = await makeApp()
    await base(app, ['e2e', 'unit'], () => all(), 6)
    const reruns = async () =>
      (await read(app)).executions.map(({ suite, rerun }) => [
        suite,
        rerun.tests.map(({ titles }) => titles[0]),
      ])
    await push(app, 'a', all(failedTwice('a')), 'unit')
    expect(await reruns()).toEqual([['unit', ['a']]])
    await push(app, 'a', all(failed('b'), failedTwice('c', { message: 'other' })), 'e2e')
    expect(await reruns()).toEqual([
      ['e2e', ['b']],
      ['unit', []],
    ])
  })

  test('without a base, a base is what would decide, and all failed tests can be run again', async () => {
    const app = await makeApp()
    await push(app, 'a', all(failed('a')))
    const { decides, executions } = await read(app)
    expect(decides).toMatchObject([{ what: null, tests: 1 }])
    expect(executions[0]?.rerun).toMatchObject({ tests: [{ titles: ['a'] }], more: 0 })
  })

  test('each push tells what it fixed and broke, and what is left', async () => {
    const app = await makeApp()
    await base(app, ['unit'], () => all())
    await push(app, 'a', all(failed('a'), failed('b')))
    await push(app, 'b', all(failed('b'), failed('c')))
    await push(app, 'c', all(failed('b')))
    const { pushes } = await read(app)
    expect(pushes).toMatchObject([
      { number: 3, sha: sha('c'), failing: 1, change: { fixed: 1, broke: 0, notRun: 0 } },
      { number: 2, sha: sha('b'), failing: 2, change: { fixed: 1, broke: 1, notRun: 0 } },
      { number: 1, sha: sha('a'), failing: 2, change: null },
    ])
  })

  test('a removed test is not fixed, a re-run of an old commit is no new push, the newest run of a push counts', async () => {
    const app = await makeApp()
    await base(app, ['unit'], () => all())
    await push(app, 'a', all(failed('a'), failed('b')))
    await push(app, 'b', [passed('b'), passed('c'), ...rest()])
    expect((await read(app)).pushes).toMatchObject([
      { number: 2, failing: 0, change: { fixed: 1, broke: 0, notRun: 1 } },
      { number: 1, failing: 2 },
    ])
    await settled(app, {
      suite: 'unit',
      build: 'again',
      code: { ...pull, headSha: sha('a'), testedSha: sha('a'), tree: sha('a') },
      results: all(failed('a')),
    })
    expect((await read(app)).pushes).toMatchObject([
      { number: 2, failing: 0, change: { fixed: 0, broke: 0, notRun: 1 } },
      { number: 1, failing: 1 },
    ])
  })

  test('what the base does, too, is neither broken nor fixed by a push', async () => {
    const app = await makeApp()
    await base(app, ['unit'], () => all(failed('a'), flaky('b')))
    await push(app, 'a', all(failed('a'), failed('b'), failed('c')))
    await push(app, 'b', all(failed('b')))
    expect((await read(app)).pushes).toMatchObject([
      { failing: 0, change: { fixed: 1, broke: 0, notRun: 0 } },
      { failing: 1, change: null },
    ])
  })

  test('a suite that a push did not run leaves its failures open', async () => {
    const app = await makeApp()
    await base(app, ['unit', 'e2e'], () => all())
    await push(app, 'a', all(failed('a')))
    await push(app, 'a', all(failed('a')), 'e2e')
    await push(app, 'b', all())
    expect((await read(app)).pushes).toMatchObject([
      { failing: 0, change: { fixed: 1, broke: 0, notRun: 1 } },
      { failing: 2 },
    ])
  })

  test('a push whose results are gone keeps its counts, and says nothing of a change', async () => {
    const app = await makeApp()
    await base(app, ['unit'], () => all())
    const first = await push(app, 'a', all(failed('a'), failed('b')))
    await push(app, 'b', all(failed('b')))
    await push(app, 'c', all())
    await app.store.write((db) =>
      db.updateTable('execution').set({ results_removed_at: 1 }).where('public_id', '=', first).execute(),
    )
    expect((await read(app)).pushes).toMatchObject([
      { number: 3, failing: 0, change: { fixed: 1, broke: 0, notRun: 0 } },
      { number: 2, failing: 1, change: null },
      { number: 1, failing: 2, change: null },
    ])
  })

  test('failures outside tests are told beside the tests', async () => {
    const app = await makeApp()
    await base(app, ['unit'], () => all())
    await settled(app, {
      suite: 'unit',
      code: { ...pull, headSha: sha('a'), testedSha: sha('a'), tree: sha('a') },
      results: all(),
      errors: [{ file: 'x.test.ts', failure: { message: 'does not load' } }],
    })
    expect((await read(app)).pushes).toMatchObject([{ failing: 0, errors: 1, state: 'failed', change: null }])
  })

  test('of many pushes of many suites, as many whole ones are told as sixty runs allow', async () => {
    const app = await makeApp()
    await base(app, ['unit'], () => all(), 1)
    const id = await push(app, 'a', all())
    const { id: _, ...row } = await app.store.read
      .selectFrom('execution')
      .selectAll()
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 80 }, (_, i) => ({
      ...row,
      public_id: `copy-${i}`,
      build: `copy-${i}`,
      suite: `suite ${i % 8}`,
      head_sha: sha(String(Math.floor(i / 8))),
      started_at: row.started_at + i,
      failed: 1,
    }))
    await app.store.write((db) => db.insertInto('execution').values(copies).execute())
    const { pushes } = await read(app)
    expect(pushes.map(({ number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5])
  })
})
