import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addKey } from '../../../testing/isolation/create-data.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { addPerson } from '../../../testing/people.ts'
import { passed, settled } from '../../../testing/upload.ts'

interface Proposal {
  id: string
  state: string
  conflicting: boolean
  baseRevision: number
  currentRevision: number
  reason: string | null
  diff: string
  document: string | null
}

const OLD = '# Retries\n\nThe client retries 3 times.\n'
const NEW = '# Retries\n\nThe client retries 5 times.\n'

async function withDocument(app: TestApp) {
  await settled(app, { project: 'shop', results: [passed('a')] })
  const { data } = await app.put<{ id: string }>('/api/documents', {
    project: 'shop',
    path: 'docs/retries.md',
    content: OLD,
  })
  return data.id
}

const propose = (app: TestApp, more: object = {}, key = app.key) =>
  app.post<Proposal & { earlier: Proposal[] }>(
    '/api/proposals',
    {
      project: 'shop',
      document: 'docs/retries.md',
      content: NEW,
      evidence: 'src/client.ts:41',
      reasoning: 'The code retries 5 times.',
      ...more,
    },
    { key },
  )

const accept = (app: TestApp, id: string, key: string) =>
  app.post<Proposal>(`/api/proposals/${id}/accept`, {}, { key })

onBothDatabases('proposals', (makeApp) => {
  test('a person reads the difference and accepts it: it is the next revision', async () => {
    const app = await makeApp()
    const document = await withDocument(app)
    const { data } = await propose(app)
    expect(data).toMatchObject({ state: 'open', baseRevision: 1, conflicting: false, document, earlier: [] })
    const read = await app.get<Proposal>(`/api/proposals/${data.id}`)
    expect(read.data.diff).toContain('-The client retries 3 times.\n+The client retries 5 times.')
    const person = await addPerson(app, { default: 'editor' })
    expect((await accept(app, data.id, person.token)).data).toMatchObject({ state: 'accepted' })
    const now = await app.get<{ content: string; revision: number }>(`/api/documents/${document}`)
    expect(now.data).toMatchObject({ content: NEW, revision: 2 })
    const again = await accept(app, data.id, person.token)
    expect(again.error).toMatchObject({ code: 'CONFLICT' })
    expect(again.error?.message).toContain(`accepted by "${person.email}`)
    const outbox = await app.store.read.selectFrom('outbox').select(['kind', 'payload']).execute()
    expect(outbox.filter(({ kind }) => kind === 'proposal.decided')).toHaveLength(1)
  })

  test('the difference of a text that changes every line is computed when it is proposed, and kept', async () => {
    const app = await makeApp()
    await withDocument(app)
    const content = `# Retries\n\n${Array.from({ length: 6_000 }, (_, i) => `Changed ${i}.\n`).join('')}`
    const { data } = await propose(app, { content })
    const read = () => app.get<Proposal & { diffIsCut: boolean }>(`/api/proposals/${data.id}`)
    const { diff, diffIsCut } = (await read()).data
    expect(diff).toContain('-The client retries 3 times.\n+Changed 0.\n')
    expect([diff.split('\n').length, diffIsCut]).toEqual([6_009, false])
    const kept = () => app.store.read.selectFrom('proposal').select(['diff']).executeTakeFirstOrThrow()
    expect(await kept()).toEqual({ diff })
    // As an older version stored it.
    await app.store.write((db) => db.updateTable('proposal').set({ diff: null, diff_is_cut: null }).execute())
    expect((await read()).data).toMatchObject({ diff, diffIsCut })
    expect(await kept()).toEqual({ diff })
  })

  test('the same text is not proposed twice by one author, but again after a decision', async () => {
    const app = await makeApp()
    await withDocument(app)
    const { data } = await propose(app)
    const again = await propose(app)
    expect(again.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(data.id) })
    expect((await propose(app, { content: `${NEW}\n` })).status).toBe(200)
    const { value: other } = await addKey(app, { id: 1 }, { role: 'editor' })
    expect((await propose(app, {}, other)).status).toBe(200)
    const person = await addPerson(app, { default: 'editor' })
    await app.post(`/api/proposals/${data.id}/reject`, { reason: 'No.' }, { key: person.token })
    expect((await propose(app)).status).toBe(200)
  })

  test('the author hears of a rejection with its reason, once', async () => {
    const app = await makeApp()
    await withDocument(app)
    const { data } = await propose(app)
    const person = await addPerson(app, { default: 'editor' })
    const unreasoned = await app.post(`/api/proposals/${data.id}/reject`, {}, { key: person.token })
    expect(unreasoned.error?.code).toBe('INVALID_REQUEST')
    await app.post(
      `/api/proposals/${data.id}/reject`,
      { reason: 'It is 3 on purpose.' },
      { key: person.token },
    )
    const agent = await connectAgent(app, { headers: { 'Svc-Project': 'shop' } })
    const args = {
      doc_id: 'Retries',
      new_content: `${NEW}More.\n`,
      evidence_snippet: 'abc123',
      reasoning: 'It is still wrong.',
    }
    const told = await agent.call('svc_propose_update', args)
    expect(told).toMatchObject({ isError: false })
    expect(told.text).toContain('rejected by')
    expect(told.text).toContain('It is 3 on purpose.')
    const once = await agent.call('svc_propose_update', { ...args, new_content: `${NEW}Even more.\n` })
    expect(once.text).not.toContain('It is 3 on purpose.')
  })

  test('a proposal on an older revision conflicts, when proposed and when accepted', async () => {
    const app = await makeApp()
    await withDocument(app)
    const { data } = await propose(app)
    await app.put('/api/documents', {
      project: 'shop',
      path: 'docs/retries.md',
      content: '# Retries\n\nNone.\n',
    })
    const person = await addPerson(app, { default: 'admin' })
    expect((await app.get<Proposal>(`/api/proposals/${data.id}`)).data).toMatchObject({
      conflicting: true,
      currentRevision: 2,
    })
    const refused = await accept(app, data.id, person.token)
    expect(refused.error).toMatchObject({ code: 'CONFLICT' })
    expect(refused.error?.message).toBe(
      'docs/retries.md has revision 2, and the proposal is based on revision 1. Reject the proposal; its author can propose a change of the current text.',
    )
    expect((await app.get<Proposal>(`/api/proposals/${data.id}`)).data.state).toBe('open')
    expect((await propose(app, { baseRevision: 1 })).error?.code).toBe('CONFLICT')
    expect((await propose(app, { content: '# Retries\n\nNone.\n' })).error?.message).toContain('equals')
  })

  test('of concurrent decisions one holds', async () => {
    const app = await makeApp()
    await withDocument(app)
    const { data } = await propose(app)
    const person = await addPerson(app, { default: 'editor' })
    const answers = await Promise.all([1, 2, 3].map(() => accept(app, data.id, person.token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('a key never accepts what a key proposed, unless an admin allowed it', async () => {
    const app = await makeApp()
    await withDocument(app)
    const { value: editor } = await addKey(app, { id: 1 }, { role: 'editor' })
    const { data } = await propose(app, {}, editor)
    expect((await accept(app, data.id, editor)).error).toMatchObject({ code: 'FORBIDDEN' })
    const refused = await accept(app, data.id, app.key)
    expect(refused.error?.message).toContain('a person has to decide')
    const byKey = await app.post('/api/review-settings', { keysMayDecide: true })
    expect(byKey.error?.code).toBe('FORBIDDEN')
    const admin = await addPerson(app, { default: 'admin' })
    await app.post('/api/review-settings', { keysMayDecide: true }, { key: admin.token })
    expect((await accept(app, data.id, editor)).error?.code).toBe('FORBIDDEN')
    expect((await accept(app, data.id, app.key)).data).toMatchObject({ state: 'accepted' })
  })

  test('an admin’s key decides what a person proposed', async () => {
    const app = await makeApp()
    await withDocument(app)
    const person = await addPerson(app, { default: 'editor' })
    const { data } = await propose(app, {}, person.token)
    expect((await accept(app, data.id, app.key)).data).toMatchObject({ state: 'accepted' })
  })

  test('a new path proposes a new document, which may be taken meanwhile', async () => {
    const app = await makeApp()
    await withDocument(app)
    const person = await addPerson(app, { default: 'editor' })
    const one = await propose(app, { document: 'docs/new.md' })
    const two = await propose(app, { document: 'docs/new.md', content: '# Two\n' })
    expect(one.data).toMatchObject({ document: null, baseRevision: 0 })
    expect((await accept(app, one.data.id, person.token)).data.document).not.toBeNull()
    const taken = await app.get<Proposal>(`/api/proposals/${two.data.id}`)
    expect(taken.data).toMatchObject({ conflicting: true, baseRevision: 0, currentRevision: 1 })
    const refused = await accept(app, two.data.id, person.token)
    expect(refused.error).toMatchObject({
      code: 'CONFLICT',
      message:
        'docs/new.md was created after this was proposed, and has revision 1. Reject the proposal; its author can propose a change of it.',
    })
    const unknown = await propose(app, { document: 'Retrys' })
    expect(unknown.error).toMatchObject({ code: 'NOT_FOUND' })
    expect(unknown.error?.message).toContain('docs/retries.md')
  })

  test('a deleted document is not brought back by an old proposal', async () => {
    const app = await makeApp()
    const document = await withDocument(app)
    const { data } = await propose(app)
    await app.delete(`/api/documents/${document}`)
    const person = await addPerson(app, { default: 'editor' })
    const gone = 'docs/retries.md was deleted after this was proposed.'
    expect((await accept(app, data.id, person.token)).error?.message).toContain(gone)
    // Nor written over another document of its path.
    await withDocument(app)
    expect((await app.get<Proposal>(`/api/proposals/${data.id}`)).data.conflicting).toBe(true)
    expect((await accept(app, data.id, person.token)).error?.message).toContain(gone)
    const rejected = await app.post<Proposal>(
      `/api/proposals/${data.id}/reject`,
      { reason: 'Gone.' },
      { key: person.token },
    )
    expect(rejected.data.state).toBe('rejected')
  })

  test('a move and a deletion write no row of a proposal, whose texts may be large', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const push = (path: string, movedFrom: string[]) =>
      app.post('/api/documents/push', { project: 'shop', documents: [{ path, content: OLD }], movedFrom })
    await push('docs/retries.md', [])
    const { data } = await propose(app)
    const { document } = data
    const rows = () => app.store.read.selectFrom('proposal').selectAll().execute()
    const before = await rows()
    const path = 'docs/again.md'
    await push(path, ['docs/retries.md'])
    expect((await app.get<object[]>('/api/proposals')).data).toMatchObject([{ document, path }])
    expect(await rows()).toEqual(before)
    const read = await app.get<Proposal>(`/api/proposals/${data.id}`)
    expect(read.data).toMatchObject({ path, diff: expect.stringContaining(path) })
    expect((await app.get<Proposal>(`/api/proposals/${data.id}`)).data).toEqual(read.data)
    const compared = await rows()
    expect(compared).toMatchObject([{ path, diff: read.data.diff }])
    expect((await propose(app, { document: path })).status).toBe(200)
    expect((await propose(app, { document: path })).error?.code).toBe('CONFLICT')
    const kept = await rows()
    await app.delete(`/api/documents/${document}`)
    expect(await rows()).toEqual(kept)
    const person = await addPerson(app, { default: 'editor' })
    expect((await accept(app, data.id, person.token)).error?.message).toContain('was deleted after')
    expect((await app.get<object[]>('/api/proposals')).data).toMatchObject([
      { document: null, path, conflicting: true },
      { document: null, path, conflicting: true },
    ])
  })

  test('a viewer hears which role is needed; another organization and another project hear nothing', async () => {
    const app = await makeApp()
    await withDocument(app)
    await settled(app, { project: 'till', results: [passed('a')] })
    const { data } = await propose(app)
    const viewer = await addPerson(app, { default: 'viewer' })
    const agent = await connectAgent(app, { key: viewer.token, headers: { 'Svc-Project': 'shop' } })
    const refused = await agent.call('svc_propose_update', {
      doc_id: 'docs/retries.md',
      new_content: NEW,
      evidence_snippet: 'x',
      reasoning: 'y',
    })
    expect(refused.isError).toBe(true)
    expect(refused.text).toMatch(/^FORBIDDEN: .*role editor.*role viewer/)
    const other = await addOrganization(app)
    expect((await app.get(`/api/proposals/${data.id}`, { key: other })).status).toBe(404)
    expect((await accept(app, data.id, other)).status).toBe(404)
    const { value: restricted } = await addKey(app, { id: 1 }, { role: 'editor', project: 'till' })
    expect((await app.get(`/api/proposals/${data.id}`, { key: restricted })).status).toBe(404)
    expect((await propose(app, {}, restricted)).status).toBe(404)
    const list = await app.get<Proposal[]>('/api/proposals', { key: restricted })
    expect(list.data).toEqual([])
  })

  test('a proposal with invalid front matter is refused when it is made', async () => {
    const app = await makeApp()
    await withDocument(app)
    for (const yaml of ['title: [', 'failures: "x"', 'failures: [123456789012345]']) {
      const { error } = await propose(app, { content: `---\n${yaml}\n---\n# A\n` })
      expect(error, yaml).toMatchObject({ code: 'INVALID_REQUEST' })
      expect(error?.message).toContain('front matter')
    }
  })

  test('paths and titles are those of the active project; only an id names another', async () => {
    const app = await makeApp()
    const id = await withDocument(app)
    await settled(app, { project: 'till', results: [passed('a')] })
    const agent = await connectAgent(app, { headers: { 'Svc-Project': 'till' } })
    const proposed = (doc_id: string) =>
      agent.call('svc_propose_update', {
        doc_id,
        new_content: NEW,
        evidence_snippet: 'src/client.ts:41',
        reasoning: 'The code retries 5 times.',
      })
    const created = await proposed('docs/retries.md')
    expect(created.text).toContain('Proposed the new document docs/retries.md in project till.')
    expect(created.structured.proposal).toMatchObject({ project: 'till', baseRevision: 0 })
    expect(created.structured.otherProjects).toEqual([{ id, project: 'shop', path: 'docs/retries.md' }])
    expect(created.text).toContain(
      `Project shop has a document docs/retries.md. If you mean that one, call svc_propose_update with doc_id "${id}".`,
    )
    const person = await addPerson(app, { default: 'editor' })
    const { data } = await accept(app, created.structured.proposal.id, person.token)
    expect(data.document).not.toBe(id)
    expect((await app.get<{ content: string }>(`/api/documents/${id}`)).data.content).toBe(OLD)
    await app.delete(`/api/documents/${data.document}`)
    expect(await proposed('Retries')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^NOT_FOUND: /),
    })
    const byId = await proposed(id)
    expect(byId.text).toContain('Proposed a change of revision 1 of docs/retries.md in project shop.')
    expect(byId.structured.proposal).toMatchObject({ project: 'shop' })
    expect(byId.structured.earlier).toMatchObject([{ project: 'till', state: 'accepted' }])
  })
})
