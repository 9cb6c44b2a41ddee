import { expect, test } from 'vitest'
import { addAgent, endAgent } from '../../../testing/agents.ts'
import { onBothDatabases, onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { addPerson } from '../../../testing/people.ts'
import { plansOf } from '../../../testing/query-plans.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { later, MINUTE_MS, plannerAndFixer, readTask, type Task } from '../../../testing/tasks.ts'
import { passed, settled } from '../../../testing/upload.ts'
import { listTasks } from './tasks.ts'

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
    const { planner, fixer, create } = await plannerAndFixer(app)
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
    const { history, version, endedAt } = await readTask(planner, task.id)
    expect([history.length, version, endedAt]).toEqual([7, 7, null])
    expect(history.map(({ by }) => by)).toEqual(['planner', 'fixer', 'fixer', ...Array(4).fill('planner')])
    expect(history[2]?.changes).toEqual({
      status: { from: 'in_progress', to: 'done' },
      result: { from: null, to: { commit: 'abc' } },
    })
    // The same values again change nothing.
    await planner.put(`/api/bus/tasks/${task.id}`, { status: 'in_progress' })
    expect((await readTask(planner, task.id)).version).toBe(7)
  })

  test('a person who may write gives an agent a task in their own name, and an admin may end it', async () => {
    const app = await makeApp()
    const { fixer } = await plannerAndFixer(app)
    const [editor, viewer, admin] = await Promise.all(
      (['editor', 'viewer', 'admin'] as const).map((role) => addPerson(app, { default: role })),
    )
    const given = { assignedTo: 'fixer', title: 'Mend the cart', payload: { fingerprint: 'f00d' } }
    const create = (by = editor) => app.post<Task>('/api/bus/tasks', given, { key: by?.token ?? '' })
    const { data: task } = await create()
    expect(task).toMatchObject({ createdBy: editor?.email, assignedTo: 'fixer', status: 'pending' })
    expect(await fixer.news()).toMatchObject([
      {
        from: 'svc',
        type: 'task',
        text: expect.stringContaining(editor?.email ?? ''),
        task: { id: task.id },
      },
    ])
    const refusal = await create(viewer)
    expect([refusal.status, refusal.error?.message]).toEqual([400, expect.stringMatching(/no active agent/)])
    // Its creator changes and cancels it without an agent; another editor does not.
    const { data: own } = await create()
    const other = await addPerson(app, { default: 'editor' })
    const put = (by: { token: string } | undefined, change: object) =>
      app.put<Task>(`/api/bus/tasks/${own.id}`, change, { key: by?.token ?? '' })
    expect((await put(other, { status: 'cancelled' })).error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining(editor?.email ?? ''),
    })
    expect((await put(viewer, { status: 'cancelled' })).status).toBe(400)
    expect((await put(editor, { priority: 2 })).data.priority).toBe(2)
    expect((await put(editor, { status: 'cancelled' })).data.status).toBe('cancelled')
    await fixer.news()
    await fixer.put(`/api/bus/tasks/${task.id}`, { status: 'in_progress' })
    const cancelled = { status: 'cancelled' }
    const key = { key: admin?.token ?? '' }
    expect((await app.put<Task>(`/api/bus/tasks/${task.id}`, cancelled, key)).data.status).toBe('cancelled')
    expect((await readTask(fixer, task.id)).history.map(({ by }) => by)).toEqual([
      editor?.email,
      'fixer',
      admin?.email,
    ])
  })
})

onEachDatabase('tasks', (makeApp) => {
  test('large results are kept once: the history has their beginning, and the return of a task reads none of it', async () => {
    const app = await makeApp()
    const { planner, create } = await plannerAndFixer(app)
    const helper = await addAgent(app, 'helper')
    const { id } = await create()
    await helper.post(`/api/bus/tasks/${id}/claim`, { minutes: 5 })
    const large = ['a', 'b'].map((letter) => ({ log: letter.repeat(200_000) }))
    for (const result of large) await helper.put(`/api/bus/tasks/${id}`, { result })
    const { result, history } = await readTask(planner, id)
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

  test('two changes of one version cannot both happen', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
    const { id } = await create()
    const answers = await Promise.all(
      [planner, fixer].map((agent, i) => agent.put(`/api/bus/tasks/${id}`, { priority: i + 1, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await planner.post(`/api/bus/tasks/${id}/claim`, { version: 1 })).error?.message).toContain(
      'version 2',
    )
  })

  test('an overdue task is reported once to both sides, and again after a new deadline', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
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
    expect((await readTask(planner, id)).isOverdue).toBe(true)
    await planner.put(`/api/bus/tasks/${id}`, { deadline: later(app, MINUTE_MS) })
    await fixer.news()
    app.advance(2 * MINUTE_MS)
    await app.tendWork()
    expect(await fixer.news()).toHaveLength(1)
  })

  test('bad input is refused with a reason, and stores nothing', async () => {
    const app = await makeApp()
    const { planner, fixer } = await plannerAndFixer(app)
    const gone = await addAgent(app, 'gone')
    await endAgent(app, gone, 'archived')
    const foreign = await addAgent(app, 'foreign', { of: await addOrganization(app) })
    const refused = async (body: object, status: number, message: RegExp) => {
      const answer = await planner.post('/api/bus/tasks', { assignedTo: 'fixer', title: 'x', ...body })
      expect([answer.status, answer.error?.message]).toEqual([status, expect.stringMatching(message)])
    }
    for (const priority of [0, 11, 1.5]) await refused({ priority }, 400, /priority/)
    for (const deadline of ['tomorrow', '2026-02-30T00:00:00Z', '2030-W54', '1'])
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
    const { fixer, create } = await plannerAndFixer(app)
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

  test('those that ended after a time come in the order of their end, page by page, by an index', async () => {
    const app = await makeApp()
    const { planner, fixer, create } = await plannerAndFixer(app)
    const made = new Map<string, string>()
    for (const title of ['a', 'b', 'c', 'd', 'open']) made.set(title, (await create({ title })).id)
    const ends: number[] = []
    for (const title of ['c', 'a', 'd', 'b']) {
      app.advance(MINUTE_MS)
      ends.push(app.clock())
      await fixer.put(`/api/bus/tasks/${made.get(title)}`, { status: title === 'd' ? 'failed' : 'done' })
    }
    const list = (query: string) =>
      planner.get<Task[]>(`/api/bus/tasks?endedAfter=${new Date(ends[0] ?? 0).toISOString()}${query}`)
    const titles = ({ data }: { data: Task[] }) => data.map(({ title }) => title)
    expect(titles(await list(''))).toEqual(['b', 'd', 'a'])
    const first = await list('&status=done&limit=1')
    expect(titles(first)).toEqual(['b'])
    const rest = await list(`&status=done&limit=1&cursor=${first.page?.nextCursor}`)
    expect([titles(rest), rest.page?.nextCursor]).toEqual([['a'], null])
    const input = { endedAfter: new Date(0).toISOString(), limit: 50 }
    const statements = await statementsOf(app, (ctx) =>
      listTasks({ time: async () => app.clock() })({ ctx, input }),
    )
    const plan = (await plansOf(app, statements)).find(([text]) => text.includes('limit'))?.[1]
    expect(plan).toContain('task_ended')
  })

  test('a key of one project sees the tasks of that project and of its own agents', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    await settled(app, { project: 'blog', results: [passed('a')] })
    const { planner, create } = await plannerAndFixer(app)
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
