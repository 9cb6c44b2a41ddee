// @module-tag thorough
import { expect, test } from 'vitest'
import type { Db } from '../../ground/store/portable.ts'
import { withdraw } from '../../history/history/withdraw.ts'
import { type LockedExecution, lockExecution } from '../../results/executions/lock.ts'
import { archiveByTest } from '../../testing/archive.ts'
import type { Call } from '../../testing/calls/call.ts'
import { CALLS } from '../../testing/calls/calls.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { withoutPresence } from '../../testing/isolation/send-request.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { sha } from '../../testing/sha.ts'
import { failed, flaky, type MadeRun, passed, run, send, settled } from '../../testing/upload.ts'
import { makeWorld } from '../../testing/world.ts'
import { purgeNext } from '../../upkeep/deletion/purge-next.ts'
import { settleInSteps } from '../../uploads/settlement/settle-in-steps.ts'
import { settleOne } from '../../uploads/settlement/settle-one.ts'
import { type Reopening, reopen } from '../../uploads/settlement/settlement-rule.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
/**
 * What a step takes. All that a run proves of others fits into one, and so do all failures that a re-run passed alone:
 * what is more than that changes step by step.
 */
const AT_ONCE = { kept: 2, clusters: 2, badRuns: 2, failures: 100, graded: 100, tests: 3 }
/** Failures that a step withdraws, and rows that one purges. */
const ROWS = 2
const PURGED = 10

/** Reads that do not end. */
const STREAMS = ['streamExecutionEvents', 'streamEvents', 'streamMessages']
/** The calls from here on end the world that the others look at. */
const END = 'deleteExecution'
/** Reads of what settling adds: read after each step. All others are read once, half way. */
const OF_HISTORY =
  /^(?:list(?:Executions|Results|Suites|FlakyTests|Owners|Tests|Failures|ExecutionFailures|PullRequests)|get(?:Execution|Metrics|Trends|Test|Failure|FailureContext|PullRequest|Home|Wall|Overview|Report)|find\w*|compareExecutions|getPrompt|whoAmI),/
/** The number of steps before all are read: some failures are in, and some are not. */
const HALF = 3
/** They come last, and need nothing that was deleted. */
const HEALTH = ['getHealth', 'getReadiness']

const code = {
  branch: 'main',
  testedSha: sha('9'),
  headSha: sha('9'),
  tree: sha('4'),
  repository: 'acme/shop',
}
/** Few failures, because many would be an outage, which is no evidence. */
const LARGE: MadeRun = {
  build: 'large',
  code,
  results: [
    failed('checkout > pays with a card', { message: 'expected 12.50 to be 12.05' }),
    failed('search > sorts', { message: 'expected 12.50 to be 12.05' }),
    failed('cart > counts', { message: 'another error' }),
    flaky('search > finds'),
    flaky('search > pages'),
    ...['checkout > adds to the cart', 'cart > keeps its items', 'cart > shows'].map((title) =>
      passed(title),
    ),
  ],
}
/** On the same code: what it failed and the large run passes is evidence. */
const EARLIER: MadeRun = {
  build: 'earlier',
  code,
  results: [
    failed('cart > shows'),
    flaky('search > finds'),
    passed('cart > counts'),
    passed('search > pages'),
  ],
}

/** The same run again, with only two of its failed tests, which pass alone: they stay failures. */
const AGAIN: MadeRun = {
  build: 'large',
  code,
  runAttempt: 2,
  results: [passed('search > sorts'), passed('checkout > pays with a card')],
}

async function answerTo(app: TestApp, { path, method = 'GET', headers, body }: Call) {
  const isJson = body !== undefined && typeof body !== 'string'
  const answer = await app.request(path, {
    method,
    headers: { ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
  })
  return answer.text()
}

/** A project in which everything has happened that can be asked for, and a run whose results have arrived. */
async function begin(app: TestApp) {
  const world = await makeWorld(app)
  const answers: Record<string, unknown> = {}
  const data = (operation: string) => answers[operation] as Record<string, unknown>
  const input = () => ({ ...world, now: app.clock(), data })
  const ids = Object.keys(CALLS)
  for (const id of ids.slice(0, ids.indexOf(END)).filter((name) => !STREAMS.includes(name))) {
    const text = await answerTo(app, CALLS[id]?.(input()) as Call)
    answers[id] = text.startsWith('{') ? JSON.parse(text).data : text
  }
  await settled(app, EARLIER)
  app.advance(1_000)
  const { data: receipt, error } = await send(app, run(LARGE))
  expect(error).toBeUndefined()
  // The windows of questions end before now.
  app.advance(1_000)
  const large = receipt.execution.id
  const { id } = await app.store.read
    .selectFrom('execution')
    .select('id')
    .where('public_id', '=', large)
    .executeTakeFirstOrThrow()
  const reads = new Map<string, Call>()
  for (const [name, callOf] of Object.entries(CALLS))
    for (const [of, head] of Object.entries({ 'the pull request': world.head, 'the large run': large })) {
      if (STREAMS.includes(name) || (ids.indexOf(name) >= ids.indexOf(END) && !HEALTH.includes(name)))
        continue
      const call = callOf({ ...input(), head })
      if ((call.method ?? 'GET') === 'GET' && ![...reads.values()].some(({ path }) => path === call.path))
        reads.set(`${name}, ${of}`, call)
    }
  return { id, reads, large }
}

/** All answers; without what differs from request to request. */
async function read(app: TestApp, reads: Map<string, Call>): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const [name, call] of reads) answers.set(name, withoutPresence(await answerTo(app, call)))
  return answers
}

/**
 * The reads whose answer is neither that of before nor that of after. A text for agents is made of several answers, each in
 * lines of its own: history counts a run some steps before the list of failures does.
 */
const between = (now: Map<string, string>, ...known: Map<string, string>[]) =>
  [...now]
    .filter(([name, text]) => {
      const texts = known.map((one) => one.get(name) ?? '')
      const lines = new Set(texts.flatMap((one) => one.split('\\n')))
      return name.startsWith('getPrompt')
        ? text.split('\\n').some((line) => !lines.has(line))
        : !texts.includes(text)
    })
    .map(([name]) => name)

/** What counts reopenings, which are no half. */
const withoutRevisions = (answers: Map<string, string>) =>
  new Map([...answers].map(([name, text]) => [name, text.replace(/"revision":\d+/g, '<revision>')]))

/** The work of an execution in steps, and every read between them. */
function walker(app: TestApp, { id, reads }: { id: number; reads: Map<string, Call> }) {
  const ofHistory = new Map([...reads].filter(([name]) => OF_HISTORY.test(name)))
  const order = { executionId: id, organizationId: 0, rule: 'over', now: app.clock() } as const
  const inSteps = (work: (db: Db, execution: LockedExecution, kept: Reopening) => Promise<boolean>) => {
    const kept = {}
    return () => app.store.write(async (db) => work(db, await lockExecution(db, app.store.dialect, id), kept))
  }
  return {
    /**
     * Asks after each step: each answer is one of `known`, or the one after the last step. `begins`: so many steps change
     * the counts of a running execution, as an upload does, and their answers are known from then on.
     */
    async walk(step: () => Promise<boolean>, known: Map<string, string>[], begins = 0) {
      const seen: Map<string, string>[] = []
      for (let isOver = false; !isOver; ) {
        isOver = await step()
        if (!isOver) seen.push(await read(app, seen.length === HALF ? reads : ofHistory))
      }
      const after = await read(app, reads)
      const begun = seen.slice(begins - 1, begins)
      expect(seen.map((now) => between(now, ...known, ...begun, after))).toEqual(seen.map(() => []))
      return { after, steps: seen.length }
    },
    settleAtOnce: async () => expect(await settleOne(app.store, TIMES, order)).toBe(true),
    settling() {
      const steps = settleInSteps(app.store, TIMES, order, AT_ONCE)
      return async () => {
        const { done, value } = await steps.next()
        if (done) expect(value).toBe(true)
        else await value()
        return done === true
      }
    },
    reopening: () => inSteps((db, execution, kept) => reopen(db, execution, ROWS, kept)),
    withdrawing: () =>
      inSteps(async (db, execution, kept) => (await withdraw(db, execution, ROWS, kept)) > 0),
  }
}

onBothDatabases('every read shows all or nothing of a run', (makeApp) => {
  test('that settles, and that reopens', async () => {
    const app = await makeApp()
    const begun = await begin(app)
    const { reads } = begun
    const { walk, settling, reopening } = walker(app, begun)
    expect(reads.size).toBeGreaterThan(60)
    const running = await read(app, reads)
    const { after: settled, steps } = await walk(settling(), [running])
    const changed = between(settled, running)
    expect(changed.filter((name) => !OF_HISTORY.test(name))).toEqual([])
    expect(changed.length).toBeGreaterThan(10)
    expect(steps).toBeGreaterThan(HALF + 5)
    const { after: reopened, steps: stepsBack } = await walk(reopening(), [settled])
    expect(between(withoutRevisions(reopened), withoutRevisions(running))).toEqual([])
    expect(stepsBack).toBeGreaterThan(HALF)
  })

  test('whose failures another attempt passes alone', async () => {
    const app = await makeApp()
    const begun = await begin(app)
    const { walk, settling, reopening } = walker(app, begun)
    await send(app, run(AGAIN))
    const running = await read(app, begun.reads)
    const { after: again } = await walk(settling(), [running], 2)
    const { after: reopened } = await walk(reopening(), [again], 1)
    expect(between(withoutRevisions(reopened), withoutRevisions(running))).toEqual([])
  })

  test('that comes back from the archive', async () => {
    const app = await makeApp()
    const begun = await begin(app)
    const { walk, settleAtOnce, reopening } = walker(app, begun)
    await settleAtOnce()
    const settled = await read(app, begun.reads)
    await archiveByTest(app, begun.large)
    const archived = await read(app, begun.reads)
    // Times of flaky tests are those of runs that are not archived.
    expect(between(archived, settled)).toEqual(['listFlakyTests, the pull request'])
    const { steps } = await walk(reopening(), [archived])
    expect(steps).toBeGreaterThan(LARGE.results?.length ?? 0)
  })

  test('that is deleted and purged', async () => {
    const app = await makeApp()
    const begun = await begin(app)
    const { walk, settleAtOnce, withdrawing } = walker(app, begun)
    await settleAtOnce()
    const { after: withdrawn } = await walk(withdrawing(), [await read(app, begun.reads)])
    expect((await app.delete(`/api/executions/${begun.large}`)).status).toBe(200)
    const deleted = await read(app, begun.reads)
    expect(between(deleted, withdrawn).length).toBeGreaterThan(5)
    const purging = async () => !(await purgeNext(app.store, app.clock(), PURGED))
    const { after, steps } = await walk(purging, [deleted])
    expect(between(after, deleted)).toEqual([])
    expect(steps).toBeGreaterThan(1)
  })
})
