import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Problem } from '../../ground/kernel/problem.ts'
import { changeVersion } from '../../ground/store/change-version.ts'
import { NOT_IN_ANSWERS } from '../../ground/store/count-changes.ts'
import { openThread, uploaded, type WholeJob } from '../../testing/answer-thread.ts'
import { png, runAttaching, store as storeArtifact } from '../../testing/artifacts.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { THREAD_WORK } from './thread-work.ts'

onBothDatabases('what a kept answer depends on', (makeApp) => {
  test('uploads and other work of another project or organization leave it, its own change ends it', async () => {
    const app = await makeApp()
    const head = await uploaded(app, 'head', { code: { branch: 'feature' } })
    const { isMade } = await openThread(app)
    const isCompared = () => isMade('compareExecutions', { head, base: 'auto', limit: 20 })
    const isGathered = () => isMade('gatherFailures', { executions: [head] })
    expect([await isCompared(), await isGathered()]).toEqual([true, true])

    const stranger = await addOrganization(app)
    expect(await isCompared()).toBe(true)
    await isGathered()
    await uploaded(app, 'theirs', {}, stranger)
    await uploaded(app, 'other', { project: 'another' })
    const image = png('another')
    const attached = await runAttaching(app, { pays: [image] }, { project: 'another', build: 'images' })
    await storeArtifact(app, attached.journal, image)
    await app.deliver()
    expect([await isCompared(), await isGathered()]).toEqual([false, false])

    await uploaded(app, 'main', { code: { branch: 'main' } })
    expect([await isCompared(), await isGathered()]).toEqual([true, true])
    await app.put('/api/documents', { project: 'another', path: 'a.md', content: '# A' })
    expect([await isCompared(), await isGathered()]).toEqual([true, true])
  })

  test('an answer about several projects ends with a change of either', async () => {
    const app = await makeApp()
    const one = await uploaded(app, 'one')
    const two = await uploaded(app, 'two', { project: 'another' })
    const { isMade } = await openThread(app)
    const isGathered = () => isMade('gatherFailures', { executions: [one, two] })
    expect([await isGathered(), await isGathered()]).toEqual([true, false])
    await uploaded(app, 'three', { project: 'another' })
    expect([await isGathered(), await isGathered()]).toEqual([true, false])
    await uploaded(app, 'four', { project: 'third' })
    expect(await isGathered()).toBe(true)
  })

  test('no answer reads a table whose changes do not count', async () => {
    const app = await makeApp()
    const image = png('shop')
    await uploaded(app, 'main', { code: { branch: 'main' } })
    app.advance(60_000)
    const code = { branch: 'feature', pullRequest: 7, repository: 'acme/shop' }
    const { execution: id } = await runAttaching(app, { pays: [image] }, { build: 'head', code })
    await app.request(`/api/executions/${id}/settle`, { method: 'POST' })
    const { data: failures } = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`)
    const { ask } = await openThread(app)
    for (const table of NOT_IN_ANSWERS)
      if (table !== 'change_count')
        await app.store.write((db) =>
          sql`alter table ${sql.table(table)} rename to ${sql.table(`gone_${table}`)}`.execute(db),
        )
    const questions: [WholeJob, object][] = [
      ['compareExecutions', { head: id, base: 'auto', limit: 20 }],
      ['gatherFailures', { executions: [id] }],
      ['listResults', { id, limit: 100, sort: 'status' }],
      ['listFailures', { execution: id, limit: 20 }],
      ['listExecutionFailures', { id, base: 'auto', limit: 20 }],
      ['getFailure', { fingerprint: failures[0]?.fingerprint, project: 'shop', limit: 20 }],
      ['getPullRequest', { number: 7, maxBytes: 60_000 }],
      ['listPullRequests', { days: 14, limit: 25 }],
      ['getOverview', { project: 'shop', days: 30 }],
      ['getHome', {}],
      ['getWall', {}],
      ['listOwners', { project: 'shop' }],
      ['listFlakyTests', { project: 'shop', days: 14, state: 'flaky', minRuns: 1, limit: 20, sort: 'rate' }],
      ['listTests', { project: 'shop', owner: '@a', limit: 20, sort: 'created' }],
      ['getReport', { id, base: 'auto', maxBytes: 60_000 }],
    ]
    expect(questions.map(([job]) => job).sort()).toEqual(
      Object.keys(THREAD_WORK)
        .filter((job) => job !== 'results')
        .sort(),
    )
    for (const [job, input] of questions) expect(await ask(job, input), job).toBeTypeOf('object')
  })
})

onBothDatabases('the version of a project', (makeApp) => {
  const rename = (project: string) => (name: string) => (app: TestApp) =>
    app.store.write((db, changes) => {
      changes.onlyOf(1)
      return db.updateTable('project').set({ name }).where('slug', '=', project).execute()
    })

  test('a committed change alters it; a read, a refused change and one of no row do not', async () => {
    const app = await makeApp()
    await uploaded(app, 'one')
    const { store } = await openThread(app)
    const version = () => changeVersion(store.read, store.dialect, { projectId: 1 })
    const first = await version()
    await app.store.write((db) => db.selectFrom('project').selectAll().execute())
    await rename('absent')('x')(app)
    await app.store.write((db) => db.updateTable('api_key').set({ last_used_at: 1 }).execute())
    await app.store
      .write(async (db) => {
        await db.updateTable('project').set({ name: 'refused' }).execute()
        throw new Problem('CONFLICT', 'refused')
      })
      .catch(() => undefined)
    expect(await version()).toBe(first)
    const seen = new Set([first])
    await rename('shop')('renamed')(app)
    seen.add(await version())
    await app.store.write((db) => sql`update project set name = 'by raw text'`.execute(db))
    seen.add(await version())
    expect(seen.size).toBe(3)
  })

  test('a transaction that commits after a later one alters it again; none waits for another', async () => {
    const app = await makeApp()
    await uploaded(app, 'one')
    const { store } = await openThread(app)
    const version = () => changeVersion(store.read, store.dialect, { projectId: 1 })
    const versions = [await version()]
    const change = (sha: string, before: Promise<unknown>, begun = () => {}) =>
      app.store.write(async (db, changes) => {
        changes.onlyOf(1)
        await db.insertInto('commit').values({ project_id: 1, sha, parents: '' }).execute()
        begun()
        await before
      })
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    // SQLite has one writer.
    const isWaited = store.dialect === 'postgres'
    const first = change('a', isWaited ? gate.promise : Promise.resolve(), begun.resolve)
    await begun.promise
    await change('b', Promise.resolve())
    versions.push(await version())
    gate.resolve()
    await first
    if (isWaited) versions.push(await version())
    expect(new Set(versions).size).toBe(versions.length)
    await Promise.all(Array.from({ length: 20 }, (_, i) => change(`c${i}`, Promise.resolve())))
    const counted = await store.read
      .selectFrom('change_count')
      .select(({ fn }) => fn.sum<number>('changes').as('changes'))
      .where('project_id', '=', 1)
      .executeTakeFirstOrThrow()
    const before = Number(versions[0]?.split(' ')[1])
    expect(Number(counted.changes)).toBe(before + 22)
  })
})
