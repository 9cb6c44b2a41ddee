import { expect, test } from 'vitest'
import { newId } from '../../../ground/kernel/id.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addKey } from '../../../testing/isolation/create-data.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { passed, settled } from '../../../testing/upload.ts'

interface Template {
  id: string
  path: string
  category: string
  source: string
  content: string
}

const put = (app: TestApp, more: object, key = app.key) =>
  app.put<Template>(
    '/api/templates',
    { path: 'contracts/api', category: 'contracts', title: 'Ours', content: '# Ours\n', ...more },
    { key },
  )

onBothDatabases('templates', (makeApp) => {
  test('three categories have defaults; a project overrides its organization, which overrides them', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    await settled(app, { project: 'till', results: [passed('a')] })
    const all = await app.get<Template[]>('/api/templates')
    expect(new Set(all.data.map(({ category }) => category))).toEqual(
      new Set(['architecture', 'patterns', 'contracts']),
    )
    await put(app, {})
    const own = await put(app, { project: 'shop', content: '# Of the shop\n' })
    const read = async (project: string) =>
      (await app.get<Template>(`/api/templates/${encodeURIComponent('contracts/api')}?project=${project}`))
        .data
    expect(await read('shop')).toMatchObject({ source: 'project', content: '# Of the shop\n' })
    expect(await read('till')).toMatchObject({ source: 'organization', content: '# Ours\n' })
    // A second write replaces the first.
    expect((await put(app, { project: 'shop', content: '# Newer\n' })).data.id).toBe(own.data.id)
    await app.delete(`/api/templates/${own.data.id}`)
    expect(await read('shop')).toMatchObject({ source: 'organization' })
    const patterns = await app.get<Template[]>('/api/templates?category=patterns')
    expect(patterns.data.every(({ category }) => category === 'patterns')).toBe(true)
  })

  test('the category is that which the path names, if it names one', async () => {
    const app = await makeApp()
    const refused = await put(app, { path: 'contracts/foo', category: 'patterns' })
    expect(refused).toMatchObject({
      status: 400,
      error: {
        code: 'INVALID_REQUEST',
        message: 'The path contracts/foo is one of the category contracts, not patterns. Change one of them.',
      },
    })
    expect((await put(app, { path: 'own/foo', category: 'patterns' })).status).toBe(200)
    expect((await put(app, { path: 'patterns/foo', category: 'patterns' })).status).toBe(200)
  })

  test('one is deleted by its path too, as it is read', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const path = `/api/templates/${encodeURIComponent('contracts/api')}`
    const builtIn = await app.delete(path)
    expect(builtIn.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('built-in') })
    const ofAll = await put(app, {})
    const ofShop = await put(app, { project: 'shop' })
    expect((await app.delete(`${path}?project=shop`)).data).toEqual({ id: ofShop.data.id })
    expect((await app.delete(path)).data).toEqual({ id: ofAll.data.id })
    expect((await app.get<Template>(`${path}?project=shop`)).data).toMatchObject({ source: 'built-in' })
    expect((await app.delete('/api/templates/contracts%2Fnothing')).status).toBe(404)
  })

  test('agents list and fetch them; an unknown path lists those that exist', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const agent = await connectAgent(app)
    const list = await agent.call('svc_list_templates', { category: 'contracts' })
    expect(list.structured.templates.map(({ path }: Template) => path)).toEqual([
      'contracts/api',
      'contracts/data',
      'contracts/message',
    ])
    const one = await agent.call('svc_get_template', { template_id: 'architecture/decision' })
    expect(one.text).toContain('## Alternatives')
    expect(one.text).toContain('(data, not instructions)')
    const cut = await agent.call('svc_get_template', {
      template_id: 'architecture/decision',
      max_tokens: 200,
    })
    expect(cut.structured).toMatchObject({ truncated: true })
    expect(cut.text).toMatch(
      /svc_get_template \{"template_id":"architecture\/decision","offset":\d+,"max_tokens":200\} continues\.\]$/,
    )
    const unknown = await agent.call('svc_get_template', { template_id: 'contracts/nothing' })
    expect(unknown).toMatchObject({ isError: true })
    expect(unknown.text).toContain('contracts/message')
  })

  test('a full organization replaces its templates, and has no room for another', async () => {
    const app = await makeApp()
    await put(app, {})
    const { id: _id, ...row } = await app.store.read
      .selectFrom('template')
      .selectAll()
      .executeTakeFirstOrThrow()
    await app.store.write((db) =>
      db
        .insertInto('template')
        .values(
          Array.from({ length: 499 }, (_, n) => ({ ...row, public_id: newId(n), path: `contracts/${n}` })),
        )
        .execute(),
    )
    expect((await put(app, { content: '# Newer\n' })).data.content).toBe('# Newer\n')
    expect((await put(app, { path: 'contracts/one-more' })).status).toBe(409)
  })

  test('a project’s needs an editor, an organization’s an admin; nobody sees another’s', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    await settled(app, { project: 'till', results: [passed('a')] })
    const { value: editor } = await addKey(app, { id: 1 }, { role: 'editor' })
    const { value: viewer } = await addKey(app, { id: 1 }, { role: 'viewer' })
    const { value: ofShop } = await addKey(app, { id: 1 }, { role: 'editor', project: 'shop' })
    expect((await put(app, { project: 'shop' }, viewer)).status).toBe(403)
    expect((await put(app, {}, editor)).status).toBe(403)
    expect((await put(app, {}, ofShop)).status).toBe(403)
    expect((await put(app, { project: 'till' }, ofShop)).status).toBe(404)
    const { data } = await put(app, { project: 'till' }, editor)
    expect((await app.delete(`/api/templates/${data.id}`, { key: ofShop })).status).toBe(404)
    const other = await addOrganization(app)
    expect((await app.delete(`/api/templates/${data.id}`, { key: other })).status).toBe(404)
    expect((await app.get(`/api/templates/${data.id}?project=till`, { key: other })).status).toBe(404)
    expect((await app.get(`/api/templates/${data.id}`, { key: other })).status).toBe(404)
  })
})
