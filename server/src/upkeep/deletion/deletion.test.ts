import { expect, test } from 'vitest'
import { newId } from '../../ground/kernel/id.ts'
import { png, runAttaching, store as storeArtifact } from '../../testing/artifacts.ts'
import { countRows } from '../../testing/count-rows.ts'
import { openTombstones, withoutAudit } from '../../testing/deletion.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { sha } from '../../testing/sha.ts'
import { failed, flaky, type MadeRun, passed, run, send, settled } from '../../testing/upload.ts'
import { OF_EXECUTION, OF_ORGANIZATION, OF_PROJECT } from './owned-rows.ts'
import { purgeNext } from './purge-next.ts'

const tree = (digit: string) => ({ branch: 'main', tree: sha(digit), testedSha: sha(digit) })

/** A run in which one test fails, one flakes and others pass. */
const usual = (more: MadeRun = {}): MadeRun => ({
  code: tree('a'),
  results: [passed('adds'), failed('pays'), flaky('sends'), passed('ends')],
  errors: [{ file: 'setup.ts', failure: { message: 'no database' } }],
  ...more,
})

onEachDatabase('deletion', (make) => {
  test('a deleted execution leaves nothing behind, and takes its part of the history with it', async () => {
    const app = await make()
    await openTombstones(app)
    await settled(app, usual())
    const before = await countRows(app)
    const id = await settled(app, usual({ build: 'twice' }))
    expect(await countRows(app)).not.toEqual(before)
    expect((await app.delete(`/api/executions/${id}`)).status).toBe(200)
    await app.removeDeleted()
    // The order by duration of the run before went when this run came; lists read that run whole.
    expect(withoutAudit(await countRows(app))).toEqual({ ...withoutAudit(before), duration_page: 0 })
    const days = await app.store.read.selectFrom('test_day').select(['failed', 'flaky']).execute()
    // One run is left: one test failed in it, another flaked.
    expect(days.map((day) => [Number(day.failed), Number(day.flaky)]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  test('it is out of every answer before its rows are gone', async () => {
    const app = await make()
    const repository = 'acme/shop'
    const base = await settled(app, usual())
    const code = { ...tree('b'), branch: 'fix', baseBranch: 'main', pullRequest: 7, repository }
    const head = await settled(app, usual({ code }))
    expect((await app.get('/api/pull-requests/7')).status).toBe(200)
    await app.delete(`/api/executions/${head}`)
    expect((await app.get(`/api/executions/${head}`)).status).toBe(404)
    expect((await app.get(`/api/compare?head=${head}&base=${base}`)).status).toBe(404)
    expect((await app.get(`/api/compare?head=${base}&base=${head}`)).status).toBe(404)
    expect((await app.get('/api/pull-requests/7')).status).toBe(404)
    expect((await app.post(`/api/executions/${head}/settle`, {})).status).toBe(404)
    expect((await app.delete(`/api/executions/${head}`)).status).toBe(404)
    const list = await app.get<{ id: string }[]>('/api/executions')
    expect(list.data.map((row) => row.id)).toEqual([base])
  })

  test('a running execution can be deleted: the sweep leaves it alone, and its build may begin anew', async () => {
    const app = await make()
    const journal = run(usual({ build: 'b1', end: null }))
    const { data } = await send(app, journal)
    await app.delete(`/api/executions/${data.execution.id}`)
    app.advance(3_600_000)
    await app.sweep()
    const states = await app.store.read.selectFrom('execution').select('state').execute()
    expect(states).toEqual([{ state: 'cancelled' }])
    const again = await send(app, journal)
    expect(again.status).toBe(200)
    expect(again.data.execution.id).not.toBe(data.execution.id)
    await app.removeDeleted()
    expect((await app.get(`/api/executions/${again.data.execution.id}`)).status).toBe(200)
  })

  test('rows go a few at a time, and a pause between two of them harms nothing', async () => {
    const app = await make()
    await openTombstones(app)
    const results = Array.from({ length: 23 }, (_, i) => (i % 2 === 0 ? flaky(`t${i}`) : failed(`t${i}`)))
    await settled(app, { results })
    const before = await countRows(app)
    const id = await settled(app, { results, build: 'twice' })
    await app.delete(`/api/executions/${id}`)
    let rounds = 0
    let last = await countRows(app)
    while (await purgeNext(app.store, app.clock(), 5)) {
      const now = await countRows(app)
      // A flaky test has two rows of attempts, which stay together.
      expect((last.result ?? 0) - (now.result ?? 0)).toBeLessThanOrEqual(5)
      expect((last.attempt ?? 0) - (now.attempt ?? 0)).toBeLessThanOrEqual(6)
      last = now
      rounds++
    }
    // 23 results by fives alone take five rounds.
    expect(rounds).toBeGreaterThanOrEqual(5)
    expect(withoutAudit(await countRows(app))).toEqual(withoutAudit(before))
  })

  test('a deleted project leaves nothing behind: tests, history, artifacts, renames and its own keys', async () => {
    const app = await make()
    await openTombstones(app)
    await settled(app, usual())
    const before = await countRows(app)
    await fill(app, 'gone')
    const bound = await app.post<{ value: string }>('/api/keys', { name: 'bound', project: 'gone' })
    expect((await countRows(app)).artifact).toBeGreaterThan(0)
    expect((await app.delete('/api/projects/gone')).status).toBe(200)
    expect(await app.get('/api/executions?project=gone')).toMatchObject({ status: 404 })
    expect((await app.get('/api/whoami', { key: bound.data.value })).status).toBe(401)
    expect((await app.delete('/api/projects/gone')).status).toBe(404)
    await app.removeDeleted()
    const after = await countRows(app)
    // Files are noted for removal until the sweep of artifacts.
    // The deleted project was the one that the key used last.
    expect(withoutAudit({ ...after, artifact_garbage: 0 })).toEqual(
      withoutAudit({ ...before, active_project: 0 }),
    )
    expect(after.artifact_garbage).toBe(1)
    expect((await app.get<unknown[]>('/api/executions')).data).toHaveLength(1)
  })

  test('a deleted project makes room for another of its name', async () => {
    const app = await make()
    await settled(app, usual({ project: 'shop' }))
    await app.delete('/api/projects/shop')
    const id = await settled(app, usual({ project: 'shop' }))
    await app.removeDeleted()
    const detail = await app.get<{ project: string; results: unknown[] }>(`/api/executions/${id}`)
    expect(detail.data.project).toBe('shop')
    expect(detail.data.results).toHaveLength(4)
  })

  test('a deleted organization leaves nothing behind but the accounts of its people and the claim on its slug', async () => {
    const app = await make()
    await openTombstones(app)
    await settled(app, usual())
    const person = await addPerson(app)
    const before = await countRows(app)
    const key = person.token
    await app.post('/api/organizations', { name: 'Gone', slug: 'gone' }, { key })
    const made = await app.post<{ value: string }>('/api/keys', { name: 'ci' }, { key })
    await app.post('/api/invitations', {}, { key })
    await fill(app, 'shop', made.data.value)
    await fill(app, 'other', made.data.value)
    expect((await app.delete('/api/organization?confirm=default', { key })).error?.message).toMatch(
      /confirm must be gone/,
    )
    expect((await app.delete('/api/organization?confirm=gone', { key })).status).toBe(200)
    expect((await app.get('/api/executions', { key: made.data.value })).status).toBe(401)
    expect((await app.get('/api/executions', { key })).error?.code).toBe('FORBIDDEN')
    expect((await app.get('/api/organizations', { key })).data).toEqual({ organizations: [] })
    // Its slug is free at once, for the person who deleted it.
    const again = await app.post('/api/organizations', { name: 'New', slug: 'gone' }, { key })
    expect(again.status).toBe(200)
    await app.delete('/api/organization?confirm=gone', { key })
    await app.removeDeleted()
    expect({ ...(await countRows(app)), artifact_garbage: 0, former_slug: 0 }).toEqual(before)
    expect((await app.get<unknown[]>('/api/executions')).data).toHaveLength(1)
  })

  test('what uploads on their way leave in a deleted execution or project goes as well', async () => {
    const app = await make()
    await openTombstones(app)
    const before = await countRows(app)
    const builds = ['a', 'b', 'c', 'd', 'e', 'f']
    const upload = async (build: string) => {
      // Three parts of one execution, each with tests of its own, and deletions in between.
      const statuses: number[] = []
      for (const job of ['one', 'two', 'three']) {
        const results = [failed(`${build} ${job}`), flaky(`${build} ${job} again`), passed('all')]
        const { status, data } = await send(app, run({ build, part: { job }, results }))
        statuses.push(status)
        if (data && job !== 'three')
          statuses.push((await app.delete(`/api/executions/${data.execution.id}`)).status)
      }
      return statuses
    }
    const working = Promise.all(builds.map(upload))
    const sweeping = (async () => {
      for (let i = 0; i < 20; i++) await purgeNext(app.store, app.clock(), 5)
    })()
    const statuses = (await working).flat()
    await sweeping
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(app.logged).toEqual([])
    await app.delete('/api/projects/shop')
    await app.removeDeleted()
    expect(withoutAudit(await countRows(app))).toEqual(withoutAudit(before))
  })

  test("another organization's execution and project are not found, and stay", async () => {
    const app = await make()
    const other = await addOrganization(app)
    const id = await settled(app, usual())
    const before = await countRows(app)
    expect((await app.delete(`/api/executions/${id}`, { key: other })).status).toBe(404)
    expect((await app.delete('/api/projects/shop', { key: other })).status).toBe(404)
    expect(await countRows(app)).toEqual(before)
  })

  test('deleting takes an admin; a key held to a project deletes executions of it alone', async () => {
    const app = await make()
    const id = await settled(app, usual())
    const elsewhere = await settled(app, usual({ project: 'other' }))
    const editor = await addPerson(app, { default: 'editor' })
    for (const path of [`/api/executions/${id}`, '/api/projects/shop', '/api/organization?confirm=default'])
      expect((await app.delete(path, { key: editor.token })).error?.code).toBe('FORBIDDEN')
    const bound = await app.post<{ value: string }>('/api/keys', {
      name: 'bound',
      role: 'admin',
      scopes: ['admin'],
      project: 'shop',
    })
    const key = bound.data.value
    expect((await app.delete(`/api/executions/${elsewhere}`, { key })).status).toBe(404)
    expect((await app.delete('/api/projects/shop', { key })).error?.code).toBe('FORBIDDEN')
    expect((await app.delete('/api/organization?confirm=default', { key })).error?.code).toBe('FORBIDDEN')
    expect((await app.delete(`/api/executions/${id}`, { key })).status).toBe(200)
  })

  test('the audit trail says who deleted what', async () => {
    const app = await make()
    const id = await settled(app, usual({ build: '812' }))
    const admin = await addPerson(app, { default: 'admin' })
    await app.delete(`/api/executions/${id}`, { key: admin.token })
    await app.delete('/api/projects/shop')
    const { data } = await app.get('/api/audit?limit=2')
    expect(data).toMatchObject([
      { action: 'project.deleted', target: { kind: 'project', name: 'shop' }, actor: { kind: 'key' } },
      {
        action: 'execution.deleted',
        target: { kind: 'execution', id, name: 'shop default 812' },
        actor: { kind: 'person', id: admin.publicId, name: admin.email },
      },
    ])
  })
})

test('every table that belongs to an execution, a project or an organization is on its list', async () => {
  const { store } = await makeApp()
  const tables = await store.read.introspection.getTables()
  const having = (column: string) =>
    tables.filter((table) => table.columns.some(({ name }) => name === column)).map(({ name }) => name)
  const listed = (list: readonly { table: string }[], ...more: string[]) =>
    [...list.map(({ table }) => table), ...more].sort()
  // A culprit is of its project's failure, and stays when the execution goes.
  expect(listed(OF_EXECUTION, 'artifact', 'culprit')).toEqual(having('execution_id').sort())
  expect(listed(OF_PROJECT, 'execution')).toEqual(having('project_id').sort())
  expect(listed(OF_ORGANIZATION, 'artifact_file', 'project')).toEqual(having('organization_id').sort())
})

/** Two runs of a project on the same tree, one with an artifact, and a test that was renamed. */
async function fill(app: TestApp, project: string, key = app.key): Promise<void> {
  const image = png(project)
  const { journal, execution } = await runAttaching(app, { pays: [image] }, { ...usual({ project }), key })
  await storeArtifact(app, journal, image, { key })
  const { data } = await send(app, run(usual({ project, build: 'two' })), { key })
  for (const id of [execution, data.execution.id])
    await app.request(`/api/executions/${id}/settle`, { method: 'POST', key })
  app.advance(60_000)
  await app.store.write(async (db) => {
    const [from, to] = await db
      .selectFrom('test')
      .innerJoin('project', 'project.id', 'test.project_id')
      .select(['test.id', 'test.project_id'])
      .where('project.slug', '=', project)
      .orderBy('test.id', 'desc')
      .limit(2)
      .execute()
    if (!from || !to) throw new Error(`${project} has no tests`)
    await db
      .insertInto('rename')
      .values({
        public_id: newId(app.clock()),
        project_id: from.project_id,
        from_test_id: from.id,
        to_test_id: to.id,
        confirmed_by: 'a test',
        confirmed_at: app.clock(),
        undone_by: null,
        undone_at: null,
      })
      .execute()
  })
}
