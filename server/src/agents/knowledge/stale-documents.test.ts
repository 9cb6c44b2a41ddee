import { expect, test } from 'vitest'
import { estimateTokens } from '../../ground/kernel/tokens.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { failed, settled } from '../../testing/upload.ts'

interface Hit {
  chunkId: string
  document: { path: string; stale: { fingerprint: string; because: string } | null }
}

const broken = (project = 'shop') => ({
  project,
  results: [failed('pays', { message: 'the till refused the card' })],
})

async function fails(app: TestApp, project?: string): Promise<string> {
  const id = await settled(app, broken(project))
  const { data } = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`)
  return data[0]?.fingerprint ?? ''
}

const put = (app: TestApp, path: string, fingerprint: string | null, facts = 'fix: Open it.') =>
  app.put('/api/documents', {
    project: 'shop',
    path,
    visibility: 'shared',
    content: `---\n${fingerprint === null ? '' : `failures: [{ fingerprint: "${fingerprint}", ${facts.replace(':', ': "').replace(/$/, '"')} }]\n`}category: patterns\n---\n# ${path}\n\n## Rules\n\n- Always count the coins of ${path}.\n`,
  })

onEachDatabase('a document with a fix that did not last', (makeApp) => {
  test('is marked wherever its text is read, and others are not', async () => {
    const app = await makeApp()
    const fingerprint = await fails(app)
    await put(app, 'fixed.md', fingerprint)
    await put(app, 'explained.md', fingerprint, 'cause: It is closed.')
    await put(app, 'plain.md', null)
    const agent = await connectAgent(app)
    const search = async (query = '') =>
      (await app.get<{ hits: Hit[] }>(`/api/search?project=shop&query=count+coins${query}`)).data.hits
    const stale = async () =>
      Object.fromEntries((await search()).map(({ document: { path, stale } }) => [path, stale]))
    const none = { 'fixed.md': null, 'explained.md': null, 'plain.md': null }
    expect(await stale()).toEqual(none)
    expect((await agent.call('svc_search_index', { query: 'count coins' })).text).not.toContain('STALE')
    app.advance(1_000)
    await fails(app)
    const because = expect.stringContaining('the failure came back on main after the fix was noted')
    expect(await stale()).toEqual({ ...none, 'fixed.md': { fingerprint, because } })

    const ids = (await search()).map(({ chunkId }) => chunkId)
    const { chunks } = (await app.get<{ chunks: Hit[] }>(`/api/chunks?ids=${ids.join(',')}`)).data
    expect(Object.fromEntries(chunks.map(({ document: { path, stale } }) => [path, stale]))).toEqual({
      ...none,
      'fixed.md': { fingerprint, because },
    })
    const mark = new RegExp(`STALE: "the failure came back on main [^\\n]*"; see failure ${fingerprint}`)
    const found = await agent.call('svc_search_index', { query: 'count coins' })
    expect(found.text.match(/STALE/g)).toHaveLength(1)
    expect(found.text).toMatch(
      new RegExp(`fixed\\.md,[^\\n]*\\n +${mark.source}\\nsource: document fixed\\.md`),
    )
    expect(JSON.stringify(found.structured).match(/"because"/g)).toHaveLength(1)
    const read = await agent.call('svc_read_chunks', { chunk_ids: ids })
    expect(read.text.match(/STALE/g)).toHaveLength(1)
    expect(read.text).toMatch(new RegExp(`${mark.source}\\nsource: chunk \\S+, document fixed\\.md`))
    expect(JSON.stringify(read.structured).match(/"stale"/g)).toHaveLength(1)
    for (const max_tokens of [200, 500]) {
      const small = await agent.call('svc_read_chunks', { chunk_ids: ids, max_tokens })
      expect(estimateTokens(small.text)).toBeLessThanOrEqual(max_tokens * 1.1)
      expect(estimateTokens(JSON.stringify(small.structured))).toBeLessThanOrEqual(max_tokens * 1.1)
    }
    expect((await agent.call('svc_guidelines', { mode: 'code', full: true })).text).toContain(
      '(low, fixed.md)',
    )
  })

  test('found by the words of another failure is marked, too', async () => {
    const app = await makeApp()
    const fingerprint = await fails(app)
    await put(app, 'coins.md', fingerprint)
    app.advance(1_000)
    await fails(app)
    const id = await settled(app, { results: [failed('counts', { message: 'cannot count the coins' })] })
    const { data } = await app.get<{ text: string }>(`/api/failure-context?execution=${id}`)
    expect(data.text).toMatch(/Possibly related: document `coins\.md`[^\n]*; STALE: `the failure came back/)
  })

  test('is judged by the runs that the caller may see', async () => {
    const app = await makeApp()
    const fingerprint = await fails(app)
    await put(app, 'fixed.md', fingerprint)
    app.advance(1_000)
    await fails(app)
    const key = async (project: string) =>
      (await app.post<{ value: string }>('/api/keys', { name: project, role: 'viewer', project })).data.value
    const seen = async (project: string) => {
      const path = '/api/search?scope=org&query=coins'
      return (await app.get<{ hits: Hit[] }>(path, { key: await key(project) })).data.hits[0]?.document
    }
    expect(await seen('shop')).toMatchObject({ path: 'fixed.md', stale: { fingerprint } })
    // In another project, nothing of the shop's runs is in the answer.
    await settled(app, { project: 'other', results: [failed('x', { message: 'else' })] })
    expect(await seen('other')).toMatchObject({ path: 'fixed.md', stale: null })
  })
})
