import { expect, test } from 'vitest'
import { addAgent, endAgent, type TestAgent } from '../../../testing/agents.ts'
import { onBothDatabases, onEachDatabase } from '../../../testing/each-database.ts'
import { later, MINUTE_MS, plannerAndFixer, readTask, type Task } from '../../../testing/tasks.ts'

onBothDatabases('tasks and leases', (makeApp) => {
  test('a claimed task belongs to one agent, and returns to pending with a notice when the lease ends', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
    const other = await addAgent(app, 'other')
    const task = await create()
    await fixer.news()
    const claims = await Promise.all(
      [fixer, other].map((agent) => agent.post<Task>(`/api/bus/tasks/${task.id}/claim`, { minutes: 5 })),
    )
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = claims[0]?.status === 200 ? [fixer, other] : [other, fixer]
    const refusal = claims.find(({ status }) => status === 409)
    expect(refusal?.error?.message).toMatch(new RegExp(`${winner.name}.*POST /api/bus/messages`))
    const held = await readTask(planner, task.id)
    expect(held).toMatchObject({
      status: 'in_progress',
      assignedTo: winner.name,
      lease: { holder: { agent: winner.name } },
    })
    const { data: leases } = await planner.get<object[]>('/api/bus/leases')
    expect(leases).toMatchObject([{ subject: 'task', subjectId: task.id, title: 'Mend the cart' }])
    await planner.news()
    app.advance(4 * MINUTE_MS)
    expect((await winner.post(`/api/bus/tasks/${task.id}/claim`, { minutes: 5 })).status).toBe(200)
    app.advance(4 * MINUTE_MS)
    await app.tendWork()
    expect((await readTask(planner, task.id)).status).toBe('in_progress')
    app.advance(MINUTE_MS)
    await Promise.all([app.tendWork(), app.tendWork()])
    const back = await readTask(planner, task.id)
    expect(back).toMatchObject({ status: 'pending', lease: null })
    expect(back.history.at(-1)).toMatchObject({ by: 'svc', because: `The lease of ${winner.name} expired.` })
    for (const agent of [planner, winner])
      expect((await agent.news()).filter(({ from }) => from === 'svc')).toMatchObject([
        { type: 'task', text: expect.stringContaining('pending again') },
      ])
    expect((await loser.post(`/api/bus/tasks/${task.id}/claim`, {})).status).toBe(200)
  })
})

onEachDatabase('tasks without an agent at work', (makeApp) => {
  test('a task in progress without a lease returns when its agent falls silent', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
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
    const held = await readTask(planner, id)
    expect(held).toMatchObject({ status: 'in_progress', returnsAt: later(app, 10 * MINUTE_MS) })
    expect((await other.post(`/api/bus/tasks/${id}/claim`, {})).error?.message).toContain(
      'fixer has this task',
    )
    // Reads are right before the job has run.
    app.advance(10 * MINUTE_MS)
    expect(await readTask(planner, id)).toMatchObject({ status: 'pending', returnsAt: null })
    const listed = async (status: string) =>
      (await planner.get<Task[]>(`/api/bus/tasks?status=${status}`)).data.map((task) => task.status)
    expect([await listed('pending'), await listed('in_progress'), await listed('open')]).toEqual([
      ['pending'],
      [],
      ['pending'],
    ])
    await Promise.all([app.tendWork(), app.tendWork()])
    const { history } = await readTask(planner, id)
    expect(history.at(-1)).toMatchObject({ by: 'svc', because: expect.stringContaining('no sign of life') })
    for (const agent of [planner, fixer])
      expect((await agent.news()).filter(({ from }) => from === 'svc')).toMatchObject([
        { text: expect.stringContaining('pending again') },
      ])
    expect((await other.post(`/api/bus/tasks/${id}/claim`, {})).status).toBe(200)
  })

  test('one of several agents takes over a silent agent’s task before the job has run', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
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
    const task = await readTask(planner, id)
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
    const { planner, fixer, create } = await plannerAndFixer(app)
    const helper = await addAgent(app, 'helper')
    const { id } = await create()
    const given = await create()
    await planner.put(`/api/bus/tasks/${given.id}`, { assignedTo: 'helper' })
    for (const one of [id, given.id]) await helper.post(`/api/bus/tasks/${one}/claim`, { minutes: 5 })
    for (const agent of [planner, fixer, helper]) await agent.news()
    app.advance(5 * MINUTE_MS)
    await app.tendWork()
    expect(await readTask(planner, id)).toMatchObject({ status: 'pending', assignedTo: 'fixer' })
    // Its creator gave it to the helper.
    expect(await readTask(planner, given.id)).toMatchObject({ status: 'pending', assignedTo: 'helper' })
    for (const agent of [planner, fixer, helper])
      expect((await agent.news()).map(({ text }) => text)).toContain(
        'The lease of helper expired. The task is pending again and belongs to fixer again: "Mend the cart"',
      )
  })

  test('a claimed task whose lease has ended is pending at every read', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
    const { id } = await create()
    await fixer.post(`/api/bus/tasks/${id}/claim`, { minutes: 1 })
    app.advance(MINUTE_MS)
    const shown = { status: 'pending', lease: null, returnsAt: null }
    expect(await readTask(planner, id)).toMatchObject(shown)
    expect((await planner.get<Task[]>('/api/bus/tasks?status=pending')).data).toMatchObject([shown])
  })

  test('the lease of a task in progress ends when the task gets another assignee', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
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
    expect((await readTask(planner, id)).lease).toMatchObject({ holder: { agent: 'heir' } })
  })

  test.for(['archived', 'deleted'] as const)('the work of an agent that was %s returns', async (how) => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
    const { id } = await create()
    const waiting = await create()
    await fixer.post(`/api/bus/tasks/${id}/claim`, { minutes: 60 })
    await planner.news()
    await endAgent(app, fixer, how)
    await app.tendWork()
    await app.tendWork()
    const task = await readTask(planner, id)
    expect(task).toMatchObject({ status: 'pending', lease: null })
    const told = (await planner.news()).filter(({ type }) => type === 'alert')
    expect(told.map((news) => (news.task as { id: string }).id).sort()).toEqual([id, waiting.id].sort())
    await addAgent(app, 'heir')
    expect((await planner.put<Task>(`/api/bus/tasks/${id}`, { assignedTo: 'heir' })).data.assignedTo).toBe(
      'heir',
    )
  })
})
