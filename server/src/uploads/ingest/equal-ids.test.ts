import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, passed, run, segmentOf, send } from '../../testing/upload.ts'

interface Summary {
  id: string
  project: string
  counts: { total: number }
}

onBothDatabases('two organizations', (makeApp) => {
  test('of one name, one build and one journal id have nothing in common', async () => {
    const app = await makeApp()
    const stranger = await addOrganization(app)
    const lines = run({ build: 'ci-1', startedAt: 1, results: [passed('a'), failed('b')] })
    const own = await send(app, segmentOf(lines, 0, 1))
    // The same journal from its beginning: here nothing is known of it yet.
    const theirs = await send(app, segmentOf(lines, 0), { key: stranger })
    expect(theirs).toMatchObject({ status: 200, data: { accepted: 3, journal: own.data.journal } })
    expect(theirs.data.execution.id).not.toBe(own.data.execution.id)
    expect((await send(app, segmentOf(lines, 1), { from: 1 })).data).toMatchObject({
      accepted: 3,
      execution: { id: own.data.execution.id },
    })
    for (const [key, id, other] of [
      [app.key, own.data.execution.id, theirs.data.execution.id],
      [stranger, theirs.data.execution.id, own.data.execution.id],
    ] as const) {
      expect((await app.get<Summary[]>('/api/executions', { key })).data).toMatchObject([
        { id, project: 'shop', counts: { total: 2 } },
      ])
      expect((await app.get(`/api/executions/${id}`, { key })).status).toBe(200)
      expect(await app.get(`/api/executions/${other}`, { key })).toMatchObject({
        status: 404,
        error: { code: 'NOT_FOUND', message: 'There is no such execution in this organization.' },
      })
      expect((await app.request(`/api/executions/${other}/settle`, { method: 'POST', key })).status).toBe(404)
    }
    const projects = await app.store.read.selectFrom('project').select(['slug', 'organization_id']).execute()
    expect(projects.map((project) => project.slug)).toEqual(['shop', 'shop'])
    expect(new Set(projects.map((project) => project.organization_id)).size).toBe(2)
    for (const table of ['test', 'file', 'leg', 'reason'] as const) {
      const rows = await app.store.read.selectFrom(table).select('project_id').distinct().execute()
      expect(rows, table).toHaveLength(2)
    }
  })

  test('a key of one project continues with no other project’s journal, and begins none there', async () => {
    const app = await makeApp()
    const lines = run({ project: 'shop', startedAt: 1, results: [passed('a'), passed('b')] })
    await send(app, segmentOf(lines, 0, 1))
    await send(app, run({ project: 'other', results: [passed('a')] }))
    const { data } = await app.post<{ value: string }>('/api/keys', { name: 'other only', project: 'other' })
    for (const body of [segmentOf(lines, 1), run({ project: 'shop', startedAt: 1 })])
      expect(await send(app, body, { from: body.length > 2 ? 1 : 0, key: data.value })).toMatchObject({
        status: 403,
        error: { code: 'FORBIDDEN' },
      })
    const nameless = run({ results: [passed('c')] })
    if (nameless[0]?.[0] === 'open') delete nameless[0][2].project
    expect((await send(app, nameless, { key: data.value })).status).toBe(200)
  })
})
