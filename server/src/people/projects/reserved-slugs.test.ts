import { RESERVED_PROJECT_SLUGS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { passed, run, send } from '../../testing/upload.ts'
import { exchange, listedIssuer, trust } from '../../testing/workflows.ts'

const results = [passed('a')]
const slugs = (rows: { slug: string }[]) => rows.map(({ slug }) => slug)

onBothDatabases('a name that the dashboard uses itself', (makeApp) => {
  test('loses no upload: the results are in a project of another name, and the sender hears it', async () => {
    const app = await makeApp()
    for (const project of RESERVED_PROJECT_SLUGS) {
      const { status, data } = await send(app, run({ project, results }))
      expect(status).toBe(200)
      expect(data.warnings).toEqual([expect.stringContaining(`in the project "${project}-project"`)])
    }
    const { data } = await app.get<{ slug: string }[]>('/api/projects')
    expect(slugs(data).sort()).toEqual(RESERVED_PROJECT_SLUGS.map((slug) => `${slug}-project`))
    // A second upload finds the same project, and reads find it under both names.
    await send(app, run({ project: 'settings', results }))
    for (const project of ['settings', 'settings-project'])
      expect((await app.get(`/api/executions?project=${project}`)).data).toHaveLength(2)
  })

  test('is taken from a repository’s name in the same way', async () => {
    const app = await makeApp()
    const made = run({ code: { branch: 'main', repository: 'acme/templates' }, results })
    const [open, ...rest] = made
    if (open?.[0] === 'open') delete open[2].project
    expect((await send(app, open ? [open, ...rest] : [])).data.warnings).toHaveLength(1)
    expect(slugs((await app.get<{ slug: string }[]>('/api/projects')).data)).toEqual(['templates-project'])
  })

  test('stays with a project that had it before', async () => {
    const app = await makeApp()
    await send(app, run({ project: 'older', results }))
    await app.store.write((db) => db.updateTable('project').set({ slug: 'tasks' }).execute())
    expect((await send(app, run({ project: 'tasks', results }))).data.warnings).toEqual([])
    expect(slugs((await app.get<{ slug: string }[]>('/api/projects')).data)).toEqual(['tasks'])
  })

  test('names the same project for keys, webhooks, changes, workflows and deletion', async () => {
    const app = await makeApp()
    await send(app, run({ project: 'settings', results }))
    const made = 'settings-project'
    const key = await app.post<{ project: string }>('/api/keys', { name: 'ci', project: 'settings' })
    expect(key.data.project).toBe(made)
    const hook = { name: 'ours', url: 'https://hooks.example.com/x', project: 'settings' }
    expect((await app.post<{ project: string }>('/api/webhooks', hook)).data.project).toBe(made)
    const renamed = await app.post<{ slug: string }>('/api/projects/settings', { name: 'Preferences' })
    expect(renamed.data).toMatchObject({ slug: made, name: 'Preferences' })
    const issuer = await listedIssuer(app)
    await trust(app, issuer, { project: made })
    await trust(app, issuer, { project: 'shop' })
    expect((await exchange(app, issuer, {}, { project: 'settings' })).data.project).toBe(made)
    const { data } = await app.delete<{ slug: string }>('/api/projects/settings')
    expect(data.slug).toBe(made)
    expect((await app.get('/api/executions?project=settings')).status).toBe(404)
  })

  test('gives no access to the project of another organization', async () => {
    const app = await makeApp()
    await send(app, run({ project: 'settings', results }))
    const key = await addOrganization(app)
    expect((await app.get('/api/executions?project=settings', { key })).status).toBe(404)
  })

  test('is refused where a person chooses it', async () => {
    const app = await makeApp()
    const trust = {
      project: 'settings',
      repositoryId: '1',
      refs: ['refs/heads/main'],
      events: ['push'],
    }
    const { status, error } = await app.post('/api/oidc-trusts', trust)
    expect(status).toBe(400)
    expect(error?.message).toContain('such as "settings-project"')
    expect((await app.get('/api/projects')).data).toEqual([])
  })
})
