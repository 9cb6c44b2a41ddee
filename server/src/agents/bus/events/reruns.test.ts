import { execFileSync } from 'node:child_process'
import { rerunCommands } from '@svc/prove/rerun-commands'
import type { taskOperations } from '@svc/schema'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { addAgent } from '../../../testing/agents.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { failed, type MadeTest, made, passed, settled } from '../../../testing/upload.ts'
import { rerunConsumer } from './fill-reruns.ts'

type Task = z.output<typeof taskOperations.getTask.output>

const commit = 'c'.repeat(40)
const of = (sha: string) => ({ branch: 'topic', testedSha: sha, headSha: sha })

async function testIdOf(app: TestApp, title: string) {
  const { data } = await app.get<{ testId: string; titles: string[] }[]>('/api/tests?project=shop')
  return data.find(({ titles }) => titles.join(' > ') === title)?.testId ?? ''
}

onEachDatabase('requests to run tests again', (makeApp) => {
  test('become a task with a command, which later uploads of the commit fill and end', async () => {
    const app = await makeApp()
    await settled(app, { code: of(commit), results: [passed('cart > pays'), passed('other')] })
    const asker = await addAgent(app, 'asker')
    const runner = await addAgent(app, 'runner', { capabilities: { rerun: ['shop'] } })
    await addAgent(app, 'elsewhere', { capabilities: { rerun: ['blog'] } })
    const tests = [await testIdOf(app, 'cart > pays')]
    const asked = { project: 'shop', tests, commit, times: 4 }
    const { data: task } = await asker.post<Task>('/api/bus/reruns', asked)
    expect(task).toMatchObject({
      assignedTo: 'runner',
      project: 'shop',
      payload: {
        kind: 'rerun',
        commit,
        times: 4,
        commands: [
          "for run in $(seq 4); do npx --no vitest run shop.test.ts '--testNamePattern=^(?:cart pays)$' --retry=0 --bail=0 --coverage.enabled=false; done",
        ],
      },
    })
    expect(await runner.news()).toMatchObject([{ from: 'asker', type: 'task', task: { id: task.id } }])
    await runner.post(`/api/bus/tasks/${task.id}/claim`, {})
    await asker.news()
    // Another commit, changed files and strangers prove nothing.
    const results = [passed('cart > pays')]
    await settled(app, { code: of('d'.repeat(40)), results })
    await settled(app, { code: { ...of(commit), dirty: true }, trust: 'local', results })
    await settled(app, { code: of(commit), trust: 'local', results: [failed('cart > pays')] })
    await app.deliver()
    const task1 = (await asker.get<Task>(`/api/bus/tasks/${task.id}`)).data
    expect(task1).toMatchObject({ status: 'in_progress', result: { times: 4, passed: 0, failed: 1 } })
    const repeats = made(
      'cart > pays',
      {},
      [0, 1, 2].map((repeat) => ({ status: 'passed', detail: { repeat } })),
    )
    await settled(app, { code: of(commit), trust: 'local', results: [repeats] })
    await Promise.all([app.deliver(), app.deliver()])
    const done = (await asker.get<Task>(`/api/bus/tasks/${task.id}`)).data
    expect(done).toMatchObject({ status: 'done', lease: null, result: { passed: 3, failed: 1 } })
    for (const agent of [asker, runner])
      expect(await agent.news()).toMatchObject([
        { from: 'svc', type: 'result', text: `The tests ran 4 times on ${commit}: 3 passed, 1 failed.` },
      ])
  })

  test('are filled one by one, so that no other write waits for all of them', async () => {
    const app = await makeApp()
    await settled(app, { code: of(commit), results: [passed('pays')] })
    const asker = await addAgent(app, 'asker')
    await addAgent(app, 'runner', { capabilities: { rerun: true } })
    const asked = { project: 'shop', tests: [await testIdOf(app, 'pays')], commit, times: 1 }
    for (let i = 0; i < 5; i++)
      expect(await asker.post('/api/bus/reruns', asked)).toMatchObject({ status: 200 })
    await settled(app, { code: of(commit), results: [passed('pays')] })
    const countDone = async () => {
      const done = app.store.read.selectFrom('task').select('id').where('status', '=', 'done')
      return (await done.execute()).length
    }
    const counts: number[] = [0]
    const { write } = app.store
    vi.spyOn(app.store, 'write').mockImplementation(async (...given) => {
      const result = await write(...given)
      counts.push(await countDone())
      return result
    })
    await app.deliver()
    expect(counts.at(-1)).toBe(5)
    expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? 0)))).toBe(1)
  })

  test('are read one by one: all together may be larger than the memory of the server', async () => {
    const app = await makeApp()
    await settled(app, { code: of(commit), results: [passed('pays')] })
    const asker = await addAgent(app, 'asker')
    await addAgent(app, 'runner', { capabilities: { rerun: true } })
    const asked = { project: 'shop', tests: [await testIdOf(app, 'pays')], commit, times: 1 }
    for (let i = 0; i < 3; i++) await asker.post('/api/bus/reruns', asked)
    const execution = await settled(app, { code: of(commit), results: [passed('pays')] })
    const event = { id: 1, organizationId: 1, kind: 'execution.settled', at: app.clock() }
    const sent = await statementsOf(app, ({ store }) =>
      rerunConsumer({ bus: { ...app.bus, store: { ...app.bus.store, ...store } } }).handleAll(
        [{ ...event, payload: { executionId: execution } }],
        app.clock(),
      ),
    )
    const ofPayloads = sent.filter(({ sql }) => /select [^(]*"payload"/.test(sql))
    expect(ofPayloads).toHaveLength(3)
    for (const { sql } of ofPayloads) expect(sql).toMatch(/where "id" = /)
  })

  test('a project has so many that wait, because each run is counted for each of them', async () => {
    const app = await makeApp()
    await settled(app, { code: of(commit), results: [passed('pays')] })
    const asker = await addAgent(app, 'asker')
    await addAgent(app, 'runner', { capabilities: { rerun: true } })
    const asked = { project: 'shop', tests: [await testIdOf(app, 'pays')], commit, times: 1 }
    const { data } = await asker.post<Task>('/api/bus/reruns', asked)
    const row = await app.store.read.selectFrom('task').selectAll().executeTakeFirstOrThrow()
    const { id: _, public_id, ...others } = row
    await app.store.write((db) =>
      db
        .insertInto('task')
        .values(Array.from({ length: 999 }, (_, i) => ({ ...others, public_id: `${public_id} ${i}` })))
        .execute(),
    )
    expect(await asker.post('/api/bus/reruns', asked)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('shop has 1,000 tasks that wait') },
    })
    await asker.put(`/api/bus/tasks/${data.id}`, { status: 'cancelled' })
    expect((await asker.post('/api/bus/reruns', asked)).status).toBe(200)
  })

  test('an MCP agent asks with a task whose payload has the kind rerun', async () => {
    const app = await makeApp()
    await settled(app, { code: of(commit), results: [passed('pays')] })
    const asker = await addAgent(app, 'asker')
    const runner = await addAgent(app, 'runner')
    const { call } = await connectAgent(app, { key: asker.key, headers: { 'Svc-Project': 'shop' } })
    const payload = { kind: 'rerun', tests: [await testIdOf(app, 'pays')], commit, times: 2 }
    const ask = (args: object) =>
      call('svc_task_create', { assigned_to: 'runner', title: 'Does it hold?', ...args })
    for (const [wrong, message] of [
      [{ kind: 'rerun', tests: ['pays'], commit }, /^INVALID_REQUEST: payload\.tests\[0\] must be .* testId/],
      [{ kind: 'rerun' }, /payload\.tests is required .* payload\.commit is required/],
      [{ ...payload, commit: 'c0ffee' }, /payload\.commit must be a full commit sha/],
      [{ ...payload, test: 'pays' }, /no "test" in a payload of kind rerun.*svc_get_test_history/],
      [{ ...payload, tests: ['0'.repeat(32)] }, /^NOT_FOUND: .*svc_get_test_history/],
    ] as const) {
      const refused = await ask({ payload: wrong })
      expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(message) })
    }
    const { data: none } = await asker.get<Task[]>('/api/bus/tasks')
    expect(none).toEqual([])
    const deadline = new Date(app.clock() + 3_600_000).toISOString()
    const made = await ask({ payload, description: 'I doubt it.', deadline, priority: 2 })
    expect(made.text).toMatch(/^Task created; runner has a message\./)
    const id = made.structured.task.id as string
    const { data: task } = await runner.get<Task>(`/api/bus/tasks/${id}`)
    expect(task).toMatchObject({
      ...{
        title: 'Does it hold?',
        description: expect.stringMatching(/^I doubt it\.\n\nCheck out/),
        deadline,
      },
      ...{
        priority: 2,
        project: 'shop',
        payload: { kind: 'rerun', commands: [expect.stringContaining('vitest')] },
      },
    })
    await asker.news()
    await settled(app, { code: of(commit), results: [passed('pays')] })
    await settled(app, { code: of(commit), results: [failed('pays')] })
    await app.deliver()
    expect(await asker.news()).toMatchObject([
      {
        type: 'result',
        text: `The tests ran 2 times on ${commit}: 1 passed, 1 failed.`,
        task: { id, status: 'done' },
      },
    ])
    expect((await call('svc_agent_read', { task_id: id })).text).toContain('"passed": 1')
  })

  test('count every repeat of one run', async () => {
    const app = await makeApp()
    await settled(app, { code: of(commit), results: [passed('pays')] })
    const asker = await addAgent(app, 'asker')
    await addAgent(app, 'runner', { capabilities: { rerun: true } })
    const asked = { project: 'shop', tests: [await testIdOf(app, 'pays')], commit, times: 100 }
    const { data: task } = await asker.post<Task>('/api/bus/reruns', asked)
    const repeats = Array.from({ length: 100 }, (_, repeat): MadeTest['attempts'][number] =>
      repeat % 4 === 3
        ? { status: 'failed', detail: { repeat, errors: [{ message: 'now and then' }] } }
        : { status: 'passed', detail: { repeat } },
    )
    await settled(app, { code: of(commit), results: [made('pays', {}, repeats)] })
    await app.deliver()
    const { data } = await asker.get<Task>(`/api/bus/tasks/${task.id}`)
    expect(data).toMatchObject({ status: 'done', result: { passed: 75, failed: 25 } })
  })

  test('need somebody who can run them, and tests of the own organization', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('pays')] })
    const asker = await addAgent(app, 'asker')
    const foreign = await addAgent(app, 'foreign', {
      of: await addOrganization(app),
      capabilities: { rerun: true },
    })
    const tests = [await testIdOf(app, 'pays')]
    const ask = async (more: object, agent = asker) => {
      const { status, error } = await agent.post('/api/bus/reruns', {
        project: 'shop',
        tests,
        commit,
        ...more,
      })
      return { status, message: error?.message ?? '' }
    }
    expect(await ask({})).toMatchObject({
      status: 409,
      message: expect.stringContaining('capabilities.rerun'),
    })
    expect((await ask({ assignedTo: 'asker' })).status).toBe(200)
    expect((await ask({ assignedTo: 'foreign' })).status).toBe(404)
    expect((await ask({}, foreign)).status).toBe(404)
    expect((await ask({ assignedTo: 'asker', tests: ['f'.repeat(32)] })).status).toBe(404)
    for (const more of [{ times: 0 }, { times: 101 }, { tests: [] }, { commit: 'main' }])
      expect((await ask({ assignedTo: 'asker', ...more })).status).toBe(400)
  })
})

test('commands quote names, which strangers write', () => {
  const evil = { file: "-a'; touch evil #.ts", titles: ["it's $(touch evil) `x` (y)\n"], variant: "'\\''" }
  for (const runner of ['playwright', 'vitest', 'jest']) {
    const [command = ''] = rerunCommands(runner, [evil], 2)
    // The shell itself says what it would run.
    const shown = execFileSync('sh', ['-c', `npx() { printf '%s\\n' "$@"; }; ${command}`], {
      encoding: 'utf8',
    })
    const lines = shown.split('\n')
    // Playwright takes a file as a regular expression.
    const file = runner === 'playwright' ? "\\-a'; touch evil #\\.ts$" : "./-a'; touch evil #.ts"
    expect(lines).toContain(file)
    expect(lines.some((line) => line.includes("it's \\$\\(touch evil\\) `x` \\(y\\).)$"))).toBe(true)
    expect(lines.filter((line) => line === runner)).toHaveLength(runner === 'playwright' ? 1 : 2)
  }
  expect(rerunCommands('pytest', [evil], 1)).toEqual([])
})
