import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { type Random, randomOf } from '../../testing/random.ts'
import { failed, flaky, type MadeRun, passed, run, send, skipped } from '../../testing/upload.ts'
import { runsOf } from './runs-of.ts'

const DAY_MS = 86_400_000
const TREES = [undefined, 'a'.repeat(40), 'a'.repeat(40), 'b'.repeat(40)]
const TITLES = ['one', 'two', 'three', 'four', 'five', 'six']
const MESSAGES = [
  'wrong',
  'Test timed out in 5000ms.',
  'connect ECONNREFUSED 10.0.0.5:5432',
  'connect ECONNREFUSED 10.0.0.5:9200',
]

/** What one build is in all of its parts. */
const makeBuild = (random: Random, number: number) => ({
  build: `build ${number}`,
  suite: random.oneOf(['unit', 'unit', 'e2e']),
  trust: random.oneOf(['ci', 'ci', 'ci', 'ci', 'local', 'fork'] as const),
  code: {
    branch: random.oneOf(['main', 'main', 'topic']),
    tree: random.oneOf(TREES),
    dirty: random.below(8) === 0,
  },
  runAttempt: 0,
})

function makePart(random: Random, build: ReturnType<typeof makeBuild>, now: number): MadeRun {
  const { tree, ...code } = build.code
  build.runAttempt += random.below(2)
  const message = random.oneOf(MESSAGES)
  return {
    ...build,
    runAttempt: Math.max(1, build.runAttempt),
    code: { ...code, ...(tree ? { tree } : {}) },
    part: { leg: random.oneOf(['linux', 'linux', 'windows']) },
    // A part that began earlier than the others takes its execution to another day.
    startedAt: now - random.below(3) * DAY_MS,
    results: TITLES.filter(() => random.below(5) > 0).map((title) =>
      random.oneOf([passed, passed, passed, failed, failed, flaky, skipped])(title, {
        file: `${title.length}.test.ts`,
        message: random.below(4) > 0 ? message : random.oneOf(MESSAGES),
      }),
    ),
  }
}

const key = (...parts: unknown[]) => parts.join(' ')

/** Errors of the system and time-outs, the first by their code, which three tests of two files share in a run. */
function outagesOf(own: { test_id: number; file: number; error: string | null }[]): Set<string> {
  const isWide = (those: typeof own) =>
    new Set(those.map((one) => one.test_id)).size >= 3 && new Set(those.map((one) => one.file)).size >= 2
  const groups = Map.groupBy(own, ({ error }) => error ?? '')
  return new Set(
    [...groups].flatMap(([error, those]) =>
      ['timed out', 'refused'].includes(error) && isWide(those) ? error : [],
    ),
  )
}

const errorOf = (message: string | undefined) =>
  message === undefined
    ? null
    : /timed out/.test(message)
      ? 'timed out'
      : /REFUSED/.test(message)
        ? 'refused'
        : message

/** What must stand in the tables, counted from the results themselves by the words of the documentation. */
async function countedFromResults({ store }: TestApp) {
  const executions = await store.read.selectFrom('execution').selectAll().orderBy('id').execute()
  const parts = await store.read.selectFrom('part').selectAll().execute()
  const rows = await store.read.selectFrom('result').selectAll().where('verdict', '>', 0).execute()
  const reasons = await store.read.selectFrom('reason').selectAll().where('kind', '=', 'error').execute()
  const tests = await store.read.selectFrom('test').selectAll().execute()
  const messages = new Map(reasons.map((reason) => [reason.id, reason.message]))
  const files = new Map(tests.map((test) => [test.id, test.file_id]))
  const results = rows.map((row) => ({
    ...row,
    file: files.get(row.test_id) as number,
    error: errorOf(messages.get(row.reason_id ?? 0)),
  }))
  const hasCi = executions.some((execution) => execution.trust === 'ci')
  const runs = executions.flatMap((execution) => {
    const own = results.filter((result) => result.execution_id === execution.id && result.verdict !== 4)
    const share = (...verdicts: number[]) =>
      own.filter((result) => verdicts.includes(result.verdict)).length / own.length
    // Run again, an outage has flaked in whole.
    const isOutage = own.length === 0 || share(2) >= 0.8 || (own.length >= 5 && share(2, 3) >= 0.8)
    const isTrusted = execution.trust === 'ci' ? execution.dirty === 0 : execution.trust === 'local' && !hasCi
    if (execution.state === 'running' || !isTrusted || isOutage) return []
    const outages = outagesOf(own.filter(({ verdict }) => verdict === 2 || verdict === 3))
    const ownParts = parts.filter((part) => part.execution_id === execution.id)
    return [...new Set(ownParts.map((part) => part.leg_id))].flatMap((leg) => {
      const ofLeg = ownParts.filter((part) => part.leg_id === leg)
      const ran = own.filter((result) => ofLeg.some((part) => part.number === result.part))
      const last = Math.max(...ofLeg.map((part) => part.run_attempt))
      const trees = new Set(ofLeg.filter((part) => part.run_attempt === last).map((part) => part.tree))
      const those = (is: (result: (typeof ran)[number]) => boolean) =>
        new Set(ran.filter(is).map((result) => result.test_id))
      const isOut = ({ error }: { error: string | null }) => error !== null && outages.has(error)
      const isBad = ({ verdict }: { verdict: number }) => verdict === 2 || verdict === 3
      const tests = new Set(ran.map((result) => result.test_id))
      const tree = trees.size === 1 ? ([...trees][0] ?? null) : null
      const counts = {
        failed: those(({ verdict }) => verdict === 2),
        flaky: those((one) => one.verdict === 3 && !isOut(one)),
        out: those((one) => isBad(one) && isOut(one)),
        failedByItself: those((one) => one.verdict === 2 && !isOut(one)),
      }
      const failures = own.filter((result) => result.verdict === 2).length
      const isInOutage = outages.size > 0 || (failures >= 5 && failures >= 0.1 * own.length)
      return tests.size === 0 ? [] : [{ isInOutage, execution, leg, tests, tree, ...counts }]
    })
  })
  const bad: string[] = []
  const days = new Map<string, [failed: number, flaky: number, sameTree: number]>()
  for (const { execution, leg, tests, tree, failed: failures, flaky: retried, ...of } of runs) {
    for (const id of tests) {
      const passes = (other: (typeof runs)[number]) => other.tests.has(id) && !other.failed.has(id)
      const same = runs.filter(
        (other) =>
          tree !== null &&
          other.tree === tree &&
          other.leg === leg &&
          other.execution.suite === execution.suite,
      )
      const isOut = (of.out.has(id) && !of.failedByItself.has(id)) || (of.isInOutage && failures.has(id))
      // Only tests that failed in this run, of which others passed.
      const isSelection = (other: (typeof runs)[number]) =>
        [...other.tests].every((one) => failures.has(one)) && [...tests].some((one) => !failures.has(one))
      const isSameTree =
        failures.has(id) && !isOut && same.some((other) => passes(other) && !isSelection(other))
      const own = (failures.has(id) ? 1 : 0) + (retried.has(id) ? 2 : 0) + (isSameTree ? 4 : 0)
      if (own === 0 && !isOut) continue
      const flaws = own + (isOut ? 8 : 0)
      bad.push(key(execution.id, leg, id, execution.started_at, flaws))
      if (own === 0) continue
      const day = key(Math.floor(execution.started_at / DAY_MS), id, execution.branch, leg)
      const counts = days.get(day) ?? [0, 0, 0]
      counts[0] += flaws & 1
      counts[1] += (flaws & 6) !== 0 ? 1 : 0
      counts[2] += isSameTree ? 1 : 0
      days.set(day, counts)
    }
  }
  return {
    runs,
    tables: {
      legs: runs
        .map(({ execution, leg, tree }) =>
          key(execution.id, leg, execution.started_at, execution.branch, tree),
        )
        .sort(),
      bad: bad.sort(),
      days: [...days].map(([day, counts]) => key(day, ...counts)).sort(),
      counted: [...new Set(runs.map((run) => run.execution.id))].sort(),
    },
  }
}

async function inTables({ store }: TestApp) {
  const legs = await store.read.selectFrom('leg_run').selectAll().execute()
  const bad = await store.read.selectFrom('bad_run').selectAll().execute()
  const days = await store.read.selectFrom('test_day').selectAll().execute()
  const counted = await store.read.selectFrom('execution').select('id').where('counted', '=', 1).execute()
  return {
    legs: legs.map((row) => key(row.execution_id, row.leg_id, row.started_at, row.branch, row.tree)).sort(),
    bad: bad.map((row) => key(row.execution_id, row.leg_id, row.test_id, row.started_at, row.flaws)).sort(),
    days: days
      .map((row) => key(row.day, row.test_id, row.branch, row.leg_id, row.failed, row.flaky, row.same_tree))
      .sort(),
    counted: counted.map((row) => row.id).sort(),
  }
}

/** Runs of each test on one branch, from the results and as the rollup tells them. */
async function bothRuns(app: TestApp, runs: Awaited<ReturnType<typeof countedFromResults>>['runs']) {
  const tests = await app.store.read.selectFrom('test').select('id').execute()
  const ids = tests.map((row) => row.id)
  const from = app.clock() - 1.5 * DAY_MS
  const window = { projectId: 1, from, to: app.clock() + 1, branch: 'main', suite: 'unit' }
  const counted = await runsOf(app.store, window, ids)
  const wanted = new Map(
    ids.map((id) => [
      id,
      runs.filter(
        ({ execution, tests }) =>
          tests.has(id) &&
          execution.started_at >= from &&
          execution.branch === 'main' &&
          execution.suite === 'unit',
      ).length,
    ]),
  )
  return { counted, wanted }
}

onEachDatabase('the history of tests', (makeApp) => {
  test('equals a count over all results, for any order of uploads, re-runs and settling', async () => {
    let [evidence, outages] = [0, 0]
    for (let seed = 1; seed <= 5; seed++) {
      const random = randomOf(seed)
      const app = await makeApp()
      const builds = Array.from({ length: 12 }, (_, number) => makeBuild(random, number))
      const ids = new Set<string>()
      for (let step = 0; step < 60; step++) {
        if (random.below(5) < 3) {
          const { data } = await send(app, run(makePart(random, random.oneOf(builds), app.clock())))
          ids.add(data.execution.id)
        } else if (ids.size > 0) await app.settle(random.oneOf([...ids]))
        if (random.below(15) === 0) app.advance(DAY_MS / 3)
        if (step % 12 !== 11) continue
        if (random.below(2) === 0) {
          app.advance(60_000)
          await app.sweep()
        }
        const { tables, runs } = await countedFromResults(app)
        expect(await inTables(app), `seed ${seed}, step ${step}`).toEqual(tables)
        const flaws = tables.bad.map((row) => Number(row.split(' ').at(-1)))
        evidence += flaws.filter((flaw) => (flaw & 4) !== 0).length
        outages += flaws.filter((flaw) => (flaw & 8) !== 0).length
        const { counted, wanted } = await bothRuns(app, runs)
        expect(counted, `seed ${seed}, step ${step}`).toEqual(wanted)
      }
    }
    expect(evidence).toBeGreaterThan(10)
    expect(outages).toBeGreaterThan(10)
  })

  test('is the same where builds of one tree settle at the same moment', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: 'a'.repeat(40) }
    const ids: string[] = []
    for (let i = 0; i < 8; i++) {
      const results = [(i % 2 === 0 ? failed : passed)('t'), passed('p'), passed('q')]
      ids.push((await send(app, run({ code, results }))).data.execution.id)
    }
    await Promise.all(ids.map((id) => app.settle(id)))
    const { tables } = await countedFromResults(app)
    expect(await inTables(app)).toEqual(tables)
    expect(tables.days).toEqual([expect.stringMatching(/^20514 1 main 1 4 4 4$/)])
  })

  test('takes in executions that settled before there was one', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++)
      await send(app, run({ solitary: true, results: [failed('f'), flaky('g'), passed('p')] }))
    await app.store.write(async (db) => {
      for (const table of ['bad_run', 'leg_run', 'test_day'] as const) await db.deleteFrom(table).execute()
      await db.updateTable('execution').set({ counted: null }).execute()
    })
    await app.sweep()
    const { tables } = await countedFromResults(app)
    expect(tables.bad).toHaveLength(6)
    expect(await inTables(app)).toEqual(tables)
  })
})
