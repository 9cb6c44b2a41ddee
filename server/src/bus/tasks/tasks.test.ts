import type { taskOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { addAgent, endAgent, type TestAgent } from '../../testing/agents.ts'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { passed, settled } from '../../testing/upload.ts'

type Task = z.output<typeof taskOperations.getTask.output>

const MINUTE_MS = 60_000
const later = (app: TestApp, ms: number) => new Date(app.clock() + ms).toISOString()

async function pair(app: TestApp) {
  const planner = await addAgent(app, 'planner')
  const fixer = await addAgent(app, 'fixer')
  const create = async (body: object = {}) => {
    const { data, error } = await planner.post<Task>('/api/bus/tasks', {
      assignedTo: 'fixer',
      title: 'Mend the cart',
      ...body,
    })
    if (error) throw new Error(error.message)
    return data
  }
  return { planner, fixer, create }
}

const read = async (agent: TestAgent, id: string) => (await agent.get<Task>(`/api/bus/tasks/${id}`)).data
const rows = async ({ store }: TestApp) =>
  Number(
    (
      await store.read
        .selectFrom('task')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

onBothDatabases('tasks', (makeApp) => {
  test('reach the assignee, and each change reaches the other side and the history', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const task = await create({ deadline: later(app, MINUTE_MS), payload: { file: 'cart.ts' } })
    expect(task).toMatchObject({
      priority: 5,
      status: 'pending',
      version: 1,
      createdBy: 'planner',
      result: null,
    })
    expect(await fixer.news()).toMatchObject([
      { from: 'planner', type: 'task', channel: 'tasks', task: { id: task.id, title: 'Mend the cart' } },
    ])
    await fixer.put(`/api/bus/tasks/${task.id}`, { status: 'in_progress' })
    await fixer.put(`/api/bus/tasks/${task.id}`, { status: 'done', result: { commit: 'abc' } })
    expect(await planner.news()).toMatchObject([
      { from: 'fixer', type: 'task', text: expect.stringContaining('from pending to in_progress') },
      { from: 'fixer', type: 'result', task: { status: 'done', result: { commit: 'abc' } } },
    ])
    // Any status may follow any other, and its creator may set it.
    for (const status of ['pending', 'cancelled', 'failed', 'in_progress'])
      expect((await planner.put<Task>(`/api/bus/tasks/${task.id}`, { status })).data.status).toBe(status)
    const { history, version, endedAt } = await read(planner, task.id)
    expect([history.length, version, endedAt]).toEqual([7, 7, null])
    expect(history.map(({ by }) => by)).toEqual(['planner', 'fixer', 'fixer', ...Array(4).fill('planner')])
    expect(history[2]?.changes).toEqual({
      status: { from: 'in_progress', to: 'done' },
      result: { from: null, to: { commit: 'abc' } },
    })
    // The same values again change nothing.
    await planner.put(`/api/bus/tasks/${task.id}`, { status: 'in_progress' })
    expect((await read(planner, task.id)).version).toBe(7)
  })

  test('a claimed task belongs to one agent, and returns to pending with a notice when the lease ends', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const other = await addAgent(app, 'other')
    const task = await create()
    await fixer.news()
    const claims = await Promise.all(
      [fixer, other].map((agent) => agent.post<Task>(`/api/bus/tasks/${task.id}/claim`, { minutes: 5 })),
    )
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = claims[0]?.status === 200 ? [fixer, other] : [other, fixer]
    const refusal = claims.find(({ status }) => status === 409)
    expect(refusal?.error?.message).toMatch(new RegExp(`${winner.name}.*svc_agent_message`))
    const held = await read(planner, task.id)
    expect(held).toMatchObject({
      status: 'in_progress',
      assignedTo: winner.name,
      lease: { holder: { agent: winner.name } },
    })
    await planner.news()
    app.advance(4 * MINUTE_MS)
    expect((await winner.post(`/api/bus/tasks/${task.id}/claim`, { minutes: 5 })).status).toBe(200)
    app.advance(4 * MINUTE_MS)
    await app.tendWork()
    expect((await read(planner, task.id)).status).toBe('in_progress')
    app.advance(MINUTE_MS)
    await Promise.all([app.tendWork(), app.tendWork()])
    const back = await read(planner, task.id)
    expect(back).toMatchObject({ status: 'pending', lease: null })
    expect(back.history.at(-1)).toMatchObject({ by: 'svc', because: `The lease of ${winner.name} expired.` })
    for (const agent of [planner, winner])
      expect((await agent.news()).filter(({ from }) => from === 'svc')).toMatchObject([
        { type: 'task', text: expect.stringContaining('pending again') },
      ])
    expect((await loser.post(`/api/bus/tasks/${task.id}/claim`, {})).status).toBe(200)
  })
})

onEachDatabase('tasks, over time', (makeApp) => {
  test('a task in progress without a lease returns when its agent falls silent', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const other = await addAgent(app, 'other')
    const { id } = await create()
    const begun = await fixer.put<Task>(`/api/bus/tasks/${id}`, { status: 'in_progress' })
    expect(begun.data).toMatchObject({ lease: null, returnsAt: later(app, 60 * MINUTE_MS) })
    await planner.news()
    // A call is a sign of life, and other agents must wait for its end.
    app.advance(50 * MINUTE_MS)
    await fixer.get('/api/bus/inbox')
    app.advance(50 * MINUTE_MS)
    await app.tendWork()
    const held = await read(planner, id)
    expect(held).toMatchObject({ status: 'in_progress', returnsAt: later(app, 10 * MINUTE_MS) })
    expect((await other.post(`/api/bus/tasks/${id}/claim`, {})).error?.message).toContain(
      'fixer has this task',
    )
    // Reads are right before the job has run.
    app.advance(10 * MINUTE_MS)
    expect(await read(planner, id)).toMatchObject({ status: 'pending', returnsAt: null })
    const listed = async (status: string) =>
      (await planner.get<Task[]>(`/api/bus/tasks?status=${status}`)).data.map((task) => task.status)
    expect([await listed('pending'), await listed('in_progress'), await listed('open')]).toEqual([
      ['pending'],
      [],
      ['pending'],
    ])
    await Promise.all([app.tendWork(), app.tendWork()])
    const { history } = await read(planner, id)
    expect(history.at(-1)).toMatchObject({ by: 'svc', because: expect.stringContaining('no sign of life') })
    for (const agent of [planner, fixer])
      expect((await agent.news()).filter(({ from }) => from === 'svc')).toMatchObject([
        { text: expect.stringContaining('pending again') },
      ])
    expect((await other.post(`/api/bus/tasks/${id}/claim`, {})).status).toBe(200)
  })

  test('one of several agents takes over a silent agent’s task before the job has run', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const others = [await addAgent(app, 'one'), await addAgent(app, 'two')]
    const { id } = await create()
    await fixer.put(`/api/bus/tasks/${id}`, { status: 'in_progress' })
    app.advance(60 * MINUTE_MS)
    const claims = await Promise.all(
      others.map((agent) => agent.post<Task>(`/api/bus/tasks/${id}/claim`, {})),
    )
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = others[claims[0]?.status === 200 ? 0 : 1] as TestAgent
    await app.tendWork()
    const task = await read(planner, id)
    expect(task).toMatchObject({
      status: 'in_progress',
      assignedTo: winner.name,
      lease: { until: task.returnsAt },
    })
    expect(task.history.slice(-2).map(({ by }) => by)).toEqual(['svc', winner.name])
    expect((await fixer.news()).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('works on it'),
    )
  })

  test('a task that another agent claimed goes back to its assignee when the lease ends, and all sides learn of it', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const helper = await addAgent(app, 'helper')
    const { id } = await create()
    const given = await create()
    await planner.put(`/api/bus/tasks/${given.id}`, { assignedTo: 'helper' })
    for (const one of [id, given.id]) await helper.post(`/api/bus/tasks/${one}/claim`, { minutes: 5 })
    for (const agent of [planner, fixer, helper]) await agent.news()
    app.advance(5 * MINUTE_MS)
    await app.tendWork()
    expect(await read(planner, id)).toMatchObject({ status: 'pending', assignedTo: 'fixer' })
    // Its creator gave it to the helper.
    expect(await read(planner, given.id)).toMatchObject({ status: 'pending', assignedTo: 'helper' })
    for (const agent of [planner, fixer, helper])
      expect((await agent.news()).map(({ text }) => text)).toContain(
        'The lease of helper expired. The task is pending again and belongs to fixer again: Mend the cart',
      )
  })

  test('large results are kept once: the history has their beginning, and the return of a task reads none of it', async () => {
    const app = await makeApp()
    const { planner, create } = await pair(app)
    const helper = await addAgent(app, 'helper')
    const { id } = await create()
    await helper.post(`/api/bus/tasks/${id}/claim`, { minutes: 5 })
    const large = ['a', 'b'].map((letter) => ({ log: letter.repeat(200_000) }))
    for (const result of large) await helper.put(`/api/bus/tasks/${id}`, { result })
    const { result, history } = await read(planner, id)
    expect(result).toEqual(large[1])
    const [from, to] = large.map((one) => `${JSON.stringify(one).slice(0, 1_000)}…`)
    expect(history.at(-1)?.changes).toEqual({ result: { from, to } })
    // Nothing of it is needed to know whose task it was.
    await app.store.write((db) => db.updateTable('task_change').set({ changes: 'unreadable' }).execute())
    app.advance(5 * MINUTE_MS)
    await app.tendWork()
    const returned = app.store.read.selectFrom('task').select(['status', 'assigned_name', 'claimed_from'])
    expect(await returned.execute()).toEqual([
      { status: 'pending', assigned_name: 'fixer', claimed_from: null },
    ])
  })

  test('a claimed task whose lease has ended is pending at every read', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const { id } = await create()
    await fixer.post(`/api/bus/tasks/${id}/claim`, { minutes: 1 })
    app.advance(MINUTE_MS)
    const shown = { status: 'pending', lease: null, returnsAt: null }
    expect(await read(planner, id)).toMatchObject(shown)
    expect((await planner.get<Task[]>('/api/bus/tasks?status=pending')).data).toMatchObject([shown])
  })

  test('two changes of one version cannot both happen', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const { id } = await create()
    const answers = await Promise.all(
      [planner, fixer].map((agent, i) => agent.put(`/api/bus/tasks/${id}`, { priority: i + 1, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await planner.post(`/api/bus/tasks/${id}/claim`, { version: 1 })).error?.message).toContain(
      'version 2',
    )
  })

  test('the lease of a task in progress ends when the task gets another assignee', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const heir = await addAgent(app, 'heir')
    const { id } = await create()
    await fixer.post(`/api/bus/tasks/${id}/claim`, { minutes: 60 })
    const given = await planner.put<Task>(`/api/bus/tasks/${id}`, {
      assignedTo: 'heir',
      status: 'in_progress',
    })
    expect(given.data).toMatchObject({ status: 'in_progress', assignedTo: 'heir', lease: null })
    expect((await heir.post(`/api/bus/tasks/${id}/claim`, { minutes: 5 })).status).toBe(200)
    expect((await fixer.post(`/api/bus/tasks/${id}/claim`, {})).error?.message).toContain('The agent heir')
    expect((await read(planner, id)).lease).toMatchObject({ holder: { agent: 'heir' } })
  })

  test('an overdue task is reported once to both sides, and again after a new deadline', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const { id } = await create({ deadline: later(app, MINUTE_MS) })
    const over = await create({ deadline: later(app, MINUTE_MS) })
    await fixer.put(`/api/bus/tasks/${over.id}`, { status: 'done' })
    await planner.news()
    await fixer.news()
    app.advance(2 * MINUTE_MS)
    await Promise.all([app.tendWork(), app.tendWork()])
    await app.tendWork()
    for (const agent of [planner, fixer])
      expect(await agent.news()).toMatchObject([{ from: 'svc', type: 'alert', task: { id } }])
    expect((await read(planner, id)).isOverdue).toBe(true)
    await planner.put(`/api/bus/tasks/${id}`, { deadline: later(app, MINUTE_MS) })
    await fixer.news()
    app.advance(2 * MINUTE_MS)
    await app.tendWork()
    expect(await fixer.news()).toHaveLength(1)
  })

  test.for(['archived', 'deleted'] as const)('the work of an agent that was %s returns', async (how) => {
    const app = await makeApp()
    const { planner, fixer, create } = await pair(app)
    const { id } = await create()
    const waiting = await create()
    await fixer.post(`/api/bus/tasks/${id}/claim`, { minutes: 60 })
    await planner.news()
    await endAgent(app, fixer, how)
    await app.tendWork()
    await app.tendWork()
    const task = await read(planner, id)
    expect(task).toMatchObject({ status: 'pending', lease: null })
    const told = (await planner.news()).filter(({ type }) => type === 'alert')
    expect(told.map((news) => (news.task as { id: string }).id).sort()).toEqual([id, waiting.id].sort())
    await addAgent(app, 'heir')
    expect((await planner.put<Task>(`/api/bus/tasks/${id}`, { assignedTo: 'heir' })).data.assignedTo).toBe(
      'heir',
    )
  })

  test('bad input is refused with a reason, and stores nothing', async () => {
    const app = await makeApp()
    const { planner, fixer } = await pair(app)
    const gone = await addAgent(app, 'gone')
    await endAgent(app, gone, 'archived')
    const foreign = await addAgent(app, 'foreign', { of: await addOrganization(app) })
    const refused = async (body: object, status: number, message: RegExp) => {
      const answer = await planner.post('/api/bus/tasks', { assignedTo: 'fixer', title: 'x', ...body })
      expect([answer.status, answer.error?.message]).toEqual([status, expect.stringMatching(message)])
    }
    for (const priority of [0, 11, 1.5]) await refused({ priority }, 400, /priority/)
    for (const deadline of ['tomorrow', '2026-03-02', '2026-02-30T00:00:00Z', '2030-01-01T00:00:00', '1'])
      await refused({ deadline }, 400, /deadline.*ISO 8601/)
    await refused({ deadline: later(app, -1) }, 400, /deadline must be in the future/)
    await refused({ payload: { x: 'a'.repeat(256 * 1024) } }, 413, /payload/)
    await refused({ payload: [1] }, 400, /payload/)
    await refused({ assignedTo: 'nobody' }, 404, /no such agent/)
    await refused({ assignedTo: 'gone' }, 409, /archived/)
    await refused({ assignedTo: 'foreign' }, 404, /no such agent/)
    await refused({ assignedTo: foreign.publicId }, 404, /no such agent/)
    await refused({ project: 'nowhere' }, 404, /project/)
    await refused({ title: ' ' }, 400, /title/)
    expect(await rows(app)).toBe(0)
    expect(await fixer.news()).toEqual([])
    const stranger = await app.get('/api/bus/tasks', { key: foreign.key })
    expect(stranger.data).toEqual([])
  })

  test('only both sides and admins change a task; another organization does not find it', async () => {
    const app = await makeApp()
    const { fixer, create } = await pair(app)
    const other = await addAgent(app, 'other')
    const foreign = await addAgent(app, 'foreign', { of: await addOrganization(app) })
    const { id } = await create()
    const change = { status: 'cancelled' }
    expect((await other.put(`/api/bus/tasks/${id}`, change)).error?.message).toMatch(/creator planner/)
    expect((await foreign.put(`/api/bus/tasks/${id}`, change)).status).toBe(404)
    expect((await foreign.post(`/api/bus/tasks/${id}/claim`, {})).status).toBe(404)
    expect((await fixer.put(`/api/bus/tasks/${id}`, {})).status).toBe(400)
    // An admin needs no agent; its key is the actor.
    expect((await app.put<Task>(`/api/bus/tasks/${id}`, change)).data.status).toBe('cancelled')
    expect((await fixer.post(`/api/bus/tasks/${id}/claim`, {})).error?.message).toMatch(/cancelled/)
    expect((await fixer.news()).map(({ from }) => from)).toEqual(['planner', 'svc'])
  })

  test('a key of one project sees the tasks of that project and of its own agents', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    await settled(app, { project: 'blog', results: [passed('a')] })
    const { planner, create } = await pair(app)
    const narrow = await addAgent(app, 'narrow', { project: 'shop' })
    const listed = async () =>
      (await narrow.get<Task[]>('/api/bus/tasks')).data.map(({ title }) => title).sort()
    await create({ title: 'of blog', project: 'blog' })
    await create({ title: 'of shop', project: 'shop' })
    await create({ title: 'of none' })
    await planner.post('/api/bus/tasks', { assignedTo: 'narrow', title: 'its own' })
    expect(await listed()).toEqual(['its own', 'of shop'])
  })
})
