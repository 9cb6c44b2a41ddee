import type { KyselyPlugin } from 'kysely'
import { expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import type { Store } from '../../../ground/store/open.ts'
import { addAgent, type TestAgent } from '../../../testing/agents.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, passed, settled } from '../../../testing/upload.ts'
import { readWaiting } from '../../../testing/waiting-events.ts'
import { fixConsumer } from './watch-fixes.ts'

const WITH_FIX = { code: { branch: 'main', testedSha: sha('2'), headSha: sha('2') } }

onBothDatabases('fixes that many agents wait for', (makeApp) => {
  test('are judged once each, in transactions of some', async () => {
    const { app, agents } = await prepare(makeApp)
    for (const agent of agents) await addWaiting(app, agent, { count: 90, needed: 5 })
    await settled(app, { ...WITH_FIX, results: [passed('pays')] })
    const counts = [0]
    const { write } = app.store
    vi.spyOn(app.store, 'write').mockImplementation(async (...given) => {
      const result = await write(...given)
      counts.push(await countRuns(app))
      return result
    })
    await app.deliver()
    expect(counts.at(-1)).toBe(2 * 90)
    expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? 0)))).toBeLessThanOrEqual(25)
  })

  test('are read and recorded together, in few statements', async () => {
    const { app, agents } = await prepare(makeApp)
    for (const agent of agents)
      await addWaiting(app, agent, { count: 50, needed: 5, ...(await failureOf(app)) })
    await settled(app, { ...WITH_FIX, results: [passed('pays')] })
    const { store, count } = countingStatements(app)
    await fixConsumer({ bus: { ...app.bus, store } }).handleAll(
      await readWaiting(app, 'execution.settled'),
      app.clock(),
    )
    expect(await countRuns(app)).toBe(100)
    expect(count()).toBeLessThan(100)
  })

  test('are each judged by the runs that contain them, and by their own failure', async () => {
    const { app, agents, fingerprint } = await prepare(makeApp)
    const [agent] = agents as [TestAgent]
    const commits = {
      none: { branch: 'main', testedSha: sha('4'), headSha: sha('4') },
      first: { ...WITH_FIX.code, parents: [sha('4')] },
      both: { branch: 'main', testedSha: sha('3'), headSha: sha('3'), parents: [sha('2')] },
    }
    const id = await settled(app, { code: commits.none, results: [failed('sails', { message: 'no wind' })] })
    const { data } = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`)
    const verify = async (of: string | undefined, commit: string) => {
      const body = { project: 'shop', fingerprint: of, commit }
      return (await agent.post<{ id: string }>('/api/bus/fix-verifications', body)).data.id
    }
    const ids = [await verify(fingerprint, sha('2')), await verify(data[0]?.fingerprint, sha('3'))]
    const asked = async () => {
      await app.deliver()
      return Promise.all(
        ids.map(async (one) => (await app.get<object>(`/api/bus/fix-verifications/${one}`)).data),
      )
    }
    await settled(app, {
      code: commits.first,
      results: [passed('pays'), failed('sails', { message: 'no wind' })],
    })
    // The second fix is not in this run, in which its failure occurred once more.
    expect(await asked()).toMatchObject([
      { state: 'waiting', cleanRuns: 1, before: { failures: 1, runs: 1 } },
      { state: 'waiting', cleanRuns: 0, before: { failures: 1, runs: 1 } },
    ])
    await settled(app, { code: commits.both, results: [passed('pays'), passed('sails')] })
    expect(await asked()).toMatchObject([
      { state: 'waiting', cleanRuns: 2 },
      { state: 'waiting', cleanRuns: 1, before: { failures: 2, runs: 2 } },
    ])
    await settled(app, { code: commits.both, results: [failed('pays'), passed('sails')] })
    expect(await asked()).toMatchObject([
      { state: 'refuted', cleanRuns: 2 },
      { state: 'waiting', cleanRuns: 2 },
    ])
  })

  test('are judged although one beside them cannot be', async () => {
    const { app, agents } = await prepare(makeApp)
    const [agent] = agents as [TestAgent]
    await addWaiting(app, agent, { count: 10, needed: 5 })
    await app.store.write((db) =>
      db.updateTable('fix_verification').set({ suites: 'no list' }).where('fingerprint', '=', 'f4').execute(),
    )
    await settled(app, { ...WITH_FIX, results: [passed('pays')] })
    const judged = fixConsumer(app).handleAll(await readWaiting(app, 'execution.settled'), app.clock())
    await expect(judged).rejects.toThrow('JSON')
    expect(await countRuns(app)).toBe(9)
  })

  test('are decided for the others if the inbox of one is full', async () => {
    const { app, agents } = await prepare(makeApp, { inboxMessages: 2 })
    const [full, other] = agents as [TestAgent, TestAgent]
    for (const agent of [full, other]) await addWaiting(app, agent, { count: 1, needed: 1 })
    for (const message of ['one', 'two'])
      expect(await other.post('/api/bus/messages', { to: full.name, message })).toMatchObject({ status: 200 })
    await settled(app, { ...WITH_FIX, results: [passed('pays')] })
    await app.deliver()
    expect(await other.news()).toMatchObject([{ state: 'verified' }])
  })

  test('are at most 1,000 in a project', async () => {
    const { app, agents, fingerprint } = await prepare(makeApp)
    const [agent, other] = agents as [TestAgent, TestAgent]
    await addWaiting(app, other, { count: 999, needed: 5 })
    const verify = (commit: string) =>
      agent.post('/api/bus/fix-verifications', { project: 'shop', fingerprint, commit })
    expect(await verify(sha('3'))).toMatchObject({ status: 200 })
    const refused = await verify(sha('4'))
    expect(refused).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('The project shop waits for 1,000 fixes already') },
    })
    expect(refused.error?.message).toContain(new Date(app.clock() + 30 * DAY_MS).toISOString())
    // One that its agent has forgotten makes room, and counts no run.
    app.advance(30 * DAY_MS)
    expect(await verify(sha('4'))).toMatchObject({ status: 200 })
    await settled(app, { ...WITH_FIX, results: [passed('pays')] })
    await app.deliver()
    expect(await countRuns(app)).toBe(0)
    const { data } = await agent.get<{ because: string }[]>('/api/bus/fix-verifications?project=shop&limit=2')
    expect(data.map(({ because }) => because.includes('asks again'))).toEqual([false, true])
    // Asked for again, it counts the runs from then on, and those before.
    expect(await verify(sha('3'))).toMatchObject({
      data: { because: expect.not.stringContaining('asks again') },
    })
  })
})

async function prepare(makeApp: (options?: object) => Promise<TestApp>, options = {}) {
  const app = await makeApp(options)
  const failing = await settled(app, {
    code: { branch: 'main', testedSha: sha('1'), headSha: sha('1') },
    results: [failed('pays')],
  })
  const { data } = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${failing}`)
  await app.deliver()
  const agents = [await addAgent(app, 'first'), await addAgent(app, 'second')]
  return { app, agents, fingerprint: data[0]?.fingerprint ?? '' }
}

/** Fixes of errors outside tests, which each run of the suite without them proves. */
async function addWaiting(
  app: TestApp,
  agent: TestAgent,
  { count, needed, tests = '', legs = '' }: { count: number; needed: number; tests?: string; legs?: string },
) {
  const { id } = await app.store.read.selectFrom('project').select('id').executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, i) => ({
    public_id: `${agent.name} ${i}`,
    project_id: id,
    agent_id: agent.id,
    fingerprint: `f${i}`,
    commit_sha: sha('2'),
    state: 'waiting' as const,
    needed,
    hits: 1,
    runs: 1,
    tests,
    legs,
    suites: '["default"]',
    created_at: app.clock(),
  }))
  await app.store.write((db) => db.insertInto('fix_verification').values(rows).execute())
}

/** The test that fails, and its leg. */
async function failureOf(app: TestApp) {
  const row = await app.store.read
    .selectFrom('result')
    .innerJoin('part', 'part.execution_id', 'result.execution_id')
    .select(['test_id', 'leg_id'])
    .executeTakeFirstOrThrow()
  return { tests: `${row.test_id}`, legs: `${row.leg_id}` }
}

/** A store that counts its statements, and those of its transactions. */
function countingStatements({ store }: TestApp) {
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted: Store = {
    ...store,
    read: store.read.withPlugin(counting),
    lookup: store.lookup.withPlugin(counting),
    write: (work) => store.write((db, changes) => work(db.withPlugin(counting), changes)),
  }
  return { store: counted, count: () => count }
}

async function countRuns(app: TestApp): Promise<number> {
  const { count } = await app.store.read
    .selectFrom('fix_run')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
