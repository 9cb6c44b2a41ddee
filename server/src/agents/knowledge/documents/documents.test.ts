import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addKey } from '../../../testing/isolation/create-data.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { passed, settled } from '../../../testing/upload.ts'

interface Document {
  id: string
  path: string
  title: string
  visibility: string
  tags: string[]
  revision: number
  hash: string
  isChanged: boolean
  content: string
  frontMatter: Record<string, unknown>
}

/** Writes a document of project `shop`. */
const put = (app: TestApp, path: string, content: string, more: object = {}, key = app.key) =>
  app.put<Document>('/api/documents', { project: 'shop', path, content, ...more }, { key })

const makeProjects = async (app: TestApp) => {
  await settled(app, { project: 'shop', results: [passed('a')] })
  await settled(app, { project: 'till', results: [passed('a')] })
}

const chunksOf = async (app: TestApp, id: string) =>
  app.store.read
    .selectFrom('chunk')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .select(['chunk.public_id', 'chunk.content', 'chunk.headings', 'chunk.position'])
    .where('document.public_id', '=', id)
    .orderBy('position')
    .execute()

onBothDatabases('documents', (makeApp) => {
  test('a write makes a revision; the same text again makes none', async () => {
    const app = await makeApp()
    await makeProjects(app)
    const first = await put(app, 'docs/a.md', '---\ntitle: Alpha\ntags: [x, y]\n---\n# Other\n\nText.\n')
    expect(first.data).toMatchObject({
      title: 'Alpha',
      tags: ['x', 'y'],
      revision: 1,
      isChanged: true,
      visibility: 'project',
    })
    const again = await put(
      app,
      'docs/a.md',
      '\uFEFF---\r\ntitle: Alpha\r\ntags: [x, y]\r\n---\r\n# Other\r\n\r\nText.\r\n',
    )
    expect(again.data).toMatchObject({ revision: 1, isChanged: false, hash: first.data.hash })
    const shared = await put(app, 'docs/a.md', '# Other\n', { visibility: 'shared' })
    expect(shared.data).toMatchObject({
      id: first.data.id,
      title: 'Other',
      revision: 2,
      visibility: 'shared',
      tags: [],
    })
    // What the file does not say stays.
    expect((await put(app, 'docs/a.md', '# Third\n')).data).toMatchObject({
      revision: 3,
      visibility: 'shared',
    })
    const read = await app.get<Document>(`/api/documents/${first.data.id}`)
    expect(read.data).toMatchObject({ content: '# Third\n', frontMatter: {} })
    const revisions = await app.get<{ number: number; author: string }[]>(
      `/api/documents/${first.data.id}/revisions?limit=2`,
    )
    expect(revisions.data.map(({ number }) => number)).toEqual([3, 2])
    const rest = await app.get<{ number: number }[]>(
      `/api/documents/${first.data.id}/revisions?limit=2&cursor=${revisions.page?.nextCursor}`,
    )
    expect(rest.data.map(({ number }) => number)).toEqual([1])
    const old = await app.get<Document>(`/api/documents/${first.data.id}/revisions/1`)
    expect(old.data.frontMatter).toEqual({ title: 'Alpha', tags: ['x', 'y'] })
  })

  test('two writers of one path at once make two revisions; a stale base is a conflict', async () => {
    const app = await makeApp()
    await makeProjects(app)
    const both = await Promise.all(['one', 'two'].map((text) => put(app, 'a.md', `# ${text}\n`)))
    expect(both.map(({ data }) => data.revision).sort()).toEqual([1, 2])
    const based = await Promise.all(
      ['three', 'four'].map((text) => put(app, 'a.md', `# ${text}\n`, { baseRevision: 2 })),
    )
    expect(based.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await put(app, 'a.md', '# new\n', { baseRevision: 0 })).error).toMatchObject({ code: 'CONFLICT' })
    expect((await put(app, 'b.md', '# new\n', { baseRevision: 1 })).error).toMatchObject({ code: 'CONFLICT' })
    expect((await put(app, 'b.md', '# new\n', { baseRevision: 0 })).data.revision).toBe(1)
  })

  test('lists filter by project, scope, folder and words, and end', async () => {
    const app = await makeApp()
    await makeProjects(app)
    await put(app, 'docs/one.md', '# First thing\n')
    await put(app, 'docs/two.md', '# Second thing\n', { visibility: 'shared' })
    await put(app, 'docs_/three.md', '# Third\n')
    await put(app, 'four.md', '# Fourth\n', { project: 'till' })
    await put(app, 'five.md', '# Fifth\n', { project: 'till', visibility: 'shared' })
    const paths = async (query: string, key = app.key) =>
      (await app.get<Document[]>(`/api/documents?${query}`, { key })).data.map(({ path }) => path)
    expect(await paths('')).toEqual(['five.md', 'four.md', 'docs_/three.md', 'docs/two.md', 'docs/one.md'])
    expect(await paths('project=shop')).toEqual(['docs_/three.md', 'docs/two.md', 'docs/one.md'])
    expect(await paths('scope=shared')).toEqual(['five.md', 'docs/two.md'])
    expect(await paths('project=shop&scope=org&limit=200')).toHaveLength(5)
    expect(await paths('folder=docs')).toEqual(['docs/two.md', 'docs/one.md'])
    expect(await paths('q=THING')).toEqual(['docs/two.md', 'docs/one.md'])
    expect(await paths('q=%25')).toEqual([])
    const page = await app.get<Document[]>('/api/documents?limit=3')
    expect(page.data).toHaveLength(3)
    expect(await paths(`limit=3&cursor=${page.page?.nextCursor}`)).toEqual(['docs/two.md', 'docs/one.md'])
    const homeId = await app.store.read
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', 'default')
      .executeTakeFirstOrThrow()
    const { value: till } = await addKey(app, homeId, { role: 'editor', project: 'till' })
    expect(await paths('', till)).toEqual(['five.md', 'four.md', 'docs/two.md'])
    expect(await paths('scope=project', till)).toEqual(['five.md', 'four.md'])
    expect((await app.get('/api/documents?project=shop', { key: till })).status).toBe(404)
    expect((await app.get('/api/documents?scope=project')).error?.message).toMatch(/project is required/)
    expect(await paths('', await addOrganization(app))).toEqual([])
  })

  test('the tree has every folder with its own documents, as far as the credential may read them', async () => {
    const app = await makeApp()
    await makeProjects(app)
    await put(app, 'docs/b.md', '# B\n')
    await put(app, 'docs/a.md', '# A\n')
    await put(app, 'docs/deep/er/c.md', '# C\n')
    await put(app, 'docs_/d.md', '# D\n', { visibility: 'shared' })
    await put(app, 'top.md', '# Top\n', { project: 'till' })
    type Tree = {
      folders: { project: string; path: string; documents: number }[]
      documents: { path: string }[]
      truncated: boolean
    }
    const tree = async (query: string, key = app.key) => {
      const { data } = await app.get<Tree>(`/api/documents/tree?${query}`, { key })
      return {
        folders: data.folders.map(({ project, path, documents }) => `${project}/${path} ${documents}`),
        documents: data.documents.map(({ path }) => path),
      }
    }
    const ofShop = ['shop/docs 2', 'shop/docs/deep/er 1', 'shop/docs_ 1']
    expect(await tree('')).toEqual({ folders: [...ofShop, 'till/ 1'], documents: [] })
    expect(await tree('project=shop')).toEqual({ folders: ofShop, documents: [] })
    expect((await tree('project=till')).documents).toEqual(['top.md'])
    expect((await tree('project=shop&folder=docs')).documents).toEqual(['docs/a.md', 'docs/b.md'])
    expect((await tree('project=shop&folder=docs/deep/er/')).documents).toEqual(['docs/deep/er/c.md'])
    expect((await tree('project=shop&folder=none')).documents).toEqual([])
    const home = await app.store.read
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', 'default')
      .executeTakeFirstOrThrow()
    const { value: till } = await addKey(app, home, { role: 'viewer', project: 'till' })
    expect((await tree('', till)).folders).toEqual(['shop/docs_ 1', 'till/ 1'])
    expect((await app.get('/api/documents/tree?project=shop', { key: till })).status).toBe(404)
    expect((await tree('', await addOrganization(app))).folders).toEqual([])
  })

  test('a key of one project reads shared documents of others and writes none of them', async () => {
    const app = await makeApp()
    await makeProjects(app)
    const own = (await put(app, 'own.md', '# Own\n')).data.id
    const shared = (await put(app, 'shared.md', '# Shared\n', { visibility: 'shared' })).data.id
    const home = await app.store.read
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', 'default')
      .executeTakeFirstOrThrow()
    const { value: key } = await addKey(app, home, { role: 'editor', project: 'till' })
    expect((await app.get(`/api/documents/${own}`, { key })).status).toBe(404)
    expect((await app.get(`/api/documents/${shared}`, { key })).status).toBe(200)
    expect((await app.delete(`/api/documents/${shared}`, { key })).status).toBe(403)
    expect((await app.delete(`/api/documents/${own}`, { key })).status).toBe(404)
    expect((await put(app, 'shared.md', '# x\n', {}, key)).status).toBe(404)
    const viewer = (await addKey(app, home, { role: 'viewer' })).value
    expect((await put(app, 'shared.md', '# x\n', {}, viewer)).error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(
        /^This needs the role editor; this key has the role viewer\. Use another key/,
      ),
    })
    const foreign = await addOrganization(app)
    for (const path of [`/api/documents/${shared}`, `/api/documents/${shared}/revisions`])
      expect((await app.get(path, { key: foreign })).status).toBe(404)
  })

  test('chunks are read by id, in order; unknown ones are named, and 0 or 21 are refused', async () => {
    const app = await makeApp()
    await makeProjects(app)
    const { id } = (await put(app, 'a.md', '# A\n\nOne.\n\n## B\n\nTwo.\n')).data
    const chunks = await chunksOf(app, id)
    expect(chunks.map(({ headings, content }) => [headings, content])).toEqual([
      ['["A"]', 'One.'],
      ['["A","B"]', 'Two.'],
    ])
    const ids = chunks.map(({ public_id }) => public_id)
    const read = await app.get<{ chunks: { id: string; headings: string[] }[]; unknown: string[] }>(
      `/api/chunks?ids=${[ids[1], 'c_none', ids[0], ids[1]].join(',')}`,
    )
    expect(read.data.chunks.map((chunk) => chunk.id)).toEqual([ids[1], ids[0]])
    expect(read.data.unknown).toEqual(['c_none'])
    for (const wrong of ['', Array.from({ length: 21 }, (_, i) => `c_${i}`).join(',')])
      expect((await app.get(`/api/chunks?ids=${wrong}`)).error?.message).toMatch(
        /^ids must have 1 to 20 ids of chunks/,
      )
    const foreign = await app.get<{ unknown: string[] }>(`/api/chunks?ids=${ids[0]}`, {
      key: await addOrganization(app),
    })
    expect(foreign.data.unknown).toEqual([ids[0]])
    // An edit elsewhere keeps the id.
    await put(app, 'a.md', '# A\n\nOne, edited.\n\n## B\n\nTwo.\n')
    expect((await chunksOf(app, id)).map(({ public_id }) => public_id)).toEqual(ids)
  })

  test('a deletion removes every row, and is on record', async () => {
    const app = await makeApp()
    await makeProjects(app)
    const { id } = (await put(app, 'a.md', '# A\n\nOne.\n')).data
    expect((await app.delete<{ id: string }>(`/api/documents/${id}`)).data.id).toBe(id)
    for (const table of ['document', 'document_revision', 'chunk'] as const)
      expect(await app.store.read.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await app.delete(`/api/documents/${id}`)).status).toBe(404)
    const audit = await app.get<{ action: string; target: object; detail: object }[]>(
      '/api/audit?action=document.deleted',
    )
    expect(audit.data).toMatchObject([
      { target: { kind: 'document', id, name: 'a.md' }, detail: { project: 'shop', revisions: 1 } },
    ])
    expect((await put(app, 'a.md', '# A\n')).data.revision).toBe(1)
  })
})

describe('paths', () => {
  test('what a path may be', async () => {
    const { toDocumentPath } = await import('./path.ts')
    expect(toDocumentPath('docs/cafe\u0301.md')).toBe('docs/café.md')
    expect(toDocumentPath(`${'a'.repeat(297)}.md`)).toHaveLength(300)
    for (const path of [
      '',
      ' ',
      '/a.md',
      '../a.md',
      'a/../b.md',
      './a.md',
      'a//b.md',
      'a/',
      'a\\b.md',
      'C:/a.md',
      'a\0.md',
      'a\n.md',
      ' a.md',
      'a\u202e.md',
      '\ud800.md',
      'é'.repeat(151),
    ])
      expect(() => toDocumentPath(path), JSON.stringify(path)).toThrow(
        expect.objectContaining({ code: 'INVALID_REQUEST' }),
      )
  })
})
