import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { addPerson } from '../../testing/people.ts'
import { sha } from '../../testing/sha.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

const on = (branch: string, digit: string, parents: string[] = []) => ({
  code: { branch, testedSha: sha(digit), headSha: sha(digit), parents: parents.map(sha) },
})
const put = async (app: TestApp, path: string, content: string, project = 'shop') =>
  (await app.put<{ id: string; revision: number }>('/api/documents', { project, path, content })).data
const pinnedTo = (app: TestApp, project: string, key = app.key) =>
  connectAgent(app, { key, headers: { 'Svc-Project': project } })

onEachDatabase('what agents meet while documents change', (makeApp) => {
  test('the last search of the day is followed by an error that says when, and what still works', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    await put(app, 'retries.md', '# Retries\n\nThree times.\n')
    await app.store.write((db) => db.updateTable('organization').set({ plan: 'free' }).execute())
    const { value: key } = (await app.post<{ value: string }>('/api/keys', { name: 'agent' })).data
    const agent = await pinnedTo(app, 'shop', key)
    expect((await agent.call('svc_search_index', { query: 'retries' })).isError).toBe(false)
    await app.store.write((db) => db.updateTable('search_count').set({ count: 100 }).execute())
    const refused = await agent.call('svc_search_index', { query: 'retries' })
    expect(refused.isError).toBe(true)
    expect(refused.text).toMatch(/^RATE_LIMITED: .*100 searches a day.*\d/s)
    expect(refused.structured.error).toMatchObject({ code: 'RATE_LIMITED' })
    expect(refused.structured.error.retryAfterSeconds).toBeGreaterThan(0)
    expect(refused.structured.error.retryAfterSeconds).toBeLessThanOrEqual(86_400)
    // Reading is no search.
    expect((await agent.call('svc_read_doc', { doc_id: 'Retries' })).isError).toBe(false)
    app.advance(refused.structured.error.retryAfterSeconds * 1_000)
    expect((await agent.call('svc_search_index', { query: 'retries' })).isError).toBe(false)
  })

  test('a template is that of the project, else of the organization, else the built-in one', async () => {
    const app = await makeApp()
    await settled(app, { project: 'till', results: [passed('a')] })
    await settled(app, { project: 'shop', results: [passed('a')] })
    const write = (content: string, more: object = {}) =>
      app.put('/api/templates', {
        path: 'contracts/api',
        category: 'contracts',
        title: 'Ours',
        content,
        ...more,
      })
    const [shop, till] = [await pinnedTo(app, 'shop'), await pinnedTo(app, 'till')]
    const get = async (agent: typeof shop) =>
      (await agent.call('svc_get_template', { template_id: 'contracts/api' })).structured
    expect([(await get(shop)).source, (await get(till)).source]).toEqual(['built-in', 'built-in'])
    await write('# Of all\n')
    await write('# Of the shop\n', { project: 'shop' })
    expect(await get(shop)).toMatchObject({ source: 'project', content: '# Of the shop\n' })
    expect(await get(till)).toMatchObject({ source: 'organization', content: '# Of all\n' })
    const listed = async (agent: typeof shop) =>
      (await agent.call('svc_list_templates', { category: 'contracts' })).text
    expect(await listed(shop)).toContain('contracts/api: "Ours" (contracts, of this project)')
    expect(await listed(till)).toContain('contracts/api: "Ours" (contracts, of this organization)')
  })

  test('a document says which failure it explains, and that its fix did not hold', async () => {
    const app = await makeApp()
    const failing = { results: [failed('a', { message: 'the cart is closed' })] }
    await settled(app, { project: 'shop', ...on('main', '1'), ...failing })
    await put(app, 'cart.md', '# Cart\n\nOpen it.\n')
    const agent = await pinnedTo(app, 'shop')
    const before = await agent.call('svc_get_failures', {})
    const [{ fingerprint }] = before.structured.clusters
    const read = () => agent.call('svc_read_doc', { doc_id: 'Cart' })
    expect((await read()).text).not.toContain('explains failure')
    await settled(app, { project: 'shop', ...on('main', '2', ['1']), results: [passed('a')] })
    await app.put(`/api/failures/${fingerprint}/documents`, {
      project: 'shop',
      document: 'cart.md',
      commit: sha('2'),
    })
    const holds = await read()
    expect(holds.text).toContain(
      `explains failure ${fingerprint}, "the cart is closed": 1 execution in 30 days`,
    )
    expect(holds.structured.document.explains).toMatchObject([{ fingerprint, isStale: false, executions: 1 }])
    app.advance(1_000)
    await settled(app, { project: 'shop', ...on('topic', '3', ['2']), ...failing })
    const back = await agent.call('svc_get_failures', { branch: 'topic' })
    expect(back.text).toMatch(/Known: document `cart\.md`.*STALE: /)
    const stale = await read()
    expect(stale.text).toMatch(/explains failure \w+, "the cart is closed": STALE: .*topic/)
    expect(stale.structured.document.explains).toMatchObject([{ fingerprint, isStale: true, executions: 2 }])
    for (const max_tokens of [200, 400])
      expect((await agent.call('svc_read_doc', { doc_id: 'Cart', max_tokens })).text).toContain('STALE')
  })

  test('a proposal does not replace what changed after it, and names the revision that it would replace', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    await put(app, 'retries.md', '# Retries\n\nThree times.\n')
    const agent = await pinnedTo(app, 'shop')
    const proposed = { doc_id: 'Retries', evidence_snippet: 'a:1', reasoning: 'The code changed.' }
    const first = await agent.call('svc_propose_update', {
      ...proposed,
      new_content: '# Retries\n\nFive times.\n',
    })
    expect(first.text).toContain('a change of revision 1')
    await put(app, 'retries.md', '# Retries\n\nThree times, then a pause.\n')
    const person = await addPerson(app, { default: 'editor' })
    const accepted = await app.post(
      `/api/proposals/${first.structured.proposal.id}/accept`,
      {},
      { key: person.token },
    )
    expect(accepted.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('revision 2') })
    const second = await agent.call('svc_propose_update', {
      ...proposed,
      new_content: '# Retries\n\nSix times.\n',
    })
    expect(second.text).toContain('a change of revision 2')
    expect(second.text).toContain('If you read a revision before 2, call svc_read_doc and propose again')
    const { text } = await agent.call('svc_read_doc', { doc_id: 'Retries' })
    expect(text).toContain('then a pause')
  })

  test('the same folder again changes nothing, and the search follows what did change', async () => {
    const app = await makeApp()
    const files = { 'a.md': '# Apples\n\nRed.\n', 'b.md': '# Pears\n\nGreen.\n' }
    const push = async (documents: Record<string, string>) =>
      (
        await app.post<{ documents: { path: string; outcome: string }[] }>('/api/documents/push', {
          project: 'shop',
          documents: Object.entries(documents).map(([path, content]) => ({ path, content })),
        })
      ).data
    await push(files)
    const agent = await pinnedTo(app, 'shop')
    const revisionOf = async (doc_id: string) =>
      (await agent.call('svc_read_doc', { doc_id })).structured.document.revision
    const chunkOf = async (query: string) =>
      (await agent.call('svc_search_index', { query })).structured.hits[0]?.chunkId
    const pears = await chunkOf('pears')
    await push(files)
    expect([await revisionOf('a.md'), await revisionOf('b.md')]).toEqual([1, 1])
    await push({ 'a.md': '# Apples\n\nYellow.\n' })
    expect([await revisionOf('a.md'), await revisionOf('b.md')]).toEqual([2, 1])
    expect(await chunkOf('pears')).toBe(pears)
    expect((await agent.call('svc_search_index', { query: 'yellow' })).text).toContain('a.md')
    expect((await agent.call('svc_search_index', { query: 'red' })).text).toMatch(/^No match/)
  })

  test('while the index is being built, a search says so, and finds what is pushed meanwhile', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    for (let i = 0; i < 4; i++) await put(app, `old-${i}.md`, `# Old ${i}\n\nA rule about lemons.\n`)
    await app.store.write(async (db) => {
      for (const table of ['chunk_search', 'document_search', 'search_gram', 'search_term'] as const)
        await db.deleteFrom(table).execute()
    })
    const agent = await pinnedTo(app, 'shop')
    const empty = await agent.call('svc_search_index', { query: 'lemons' })
    expect(empty.text).toContain('The index is building: it has 0 of 4 documents.')
    await put(app, 'new.md', '# New\n\nA rule about lemons.\n')
    const { text, structured } = await agent.call('svc_search_index', { query: 'lemons' })
    expect(text).toContain('The index is building: it has 1 of 5 documents.')
    expect(structured.hits).toMatchObject([{ document: { path: 'new.md' } }])
  })
})
