import type { failureContextOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, passed, settled } from '../../../testing/upload.ts'

type Tie = z.output<typeof failureContextOperations.tieDocument.output>
type Failures = z.output<typeof failureContextOperations.listDocumentFailures.output>['failures']
type Context = z.output<typeof failureContextOperations.getFailureContext.output>

async function put(app: TestApp, path: string, more: object = {}): Promise<string> {
  const response = await app.request('/api/documents', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ project: 'shop', path, content: `# ${path}\n\nText.`, ...more }),
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

async function tie(app: TestApp, fingerprint: string, facts: object, key?: string) {
  const response = await app.request(`/api/failures/${fingerprint}/documents`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ project: 'shop', ...facts }),
    ...(key ? { key } : {}),
  })
  const { data, error } = (await response.json()) as { data: Tie; error?: { code: string; message: string } }
  return { status: response.status, data, error }
}

const listed = async (app: TestApp, fingerprint: string, project = 'shop') =>
  (await app.get<{ documents: Tie[] }>(`/api/failures/${fingerprint}/documents?project=${project}`)).data
    ?.documents

const on = (branch: string, digit: string, parents: string[] = []) => ({
  code: { branch, testedSha: sha(digit), headSha: sha(digit), parents: parents.map(sha) },
})

/** A run that fails; returns the fingerprint of its failure. */
async function failing(app: TestApp, made: object = on('main', '1')) {
  const id = await settled(app, { results: [failed('a', { message: 'the cart is closed' })], ...made })
  const { data } = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`)
  return { id, fingerprint: data[0]?.fingerprint ?? '' }
}

onEachDatabase('documents tied to failures', (makeApp) => {
  test('a tied document is shown when its failure comes back, and until it is untied', async () => {
    const app = await makeApp()
    const { id, fingerprint } = await failing(app)
    const document = await put(app, 'runbooks/cart.md')
    const tied = await tie(app, fingerprint, {
      document: 'runbooks/cart.md',
      cause: 'Opening hours.',
      fix: 'Open it.',
    })
    expect(tied.data).toMatchObject({
      document: { id: document, path: 'runbooks/cart.md' },
      cause: 'Opening hours.',
      isStale: false,
    })
    // A second tie replaces the facts.
    await tie(app, fingerprint, { document, cause: 'Night.' })
    expect(await listed(app, fingerprint)).toMatchObject([{ cause: 'Night.', fix: null }])
    const { data } = await app.get<Context>(`/api/failure-context?execution=${id}`)
    expect(data.clusters[0]?.documents).toMatchObject([
      { path: 'runbooks/cart.md', source: 'tie', cause: 'Night.' },
    ])
    expect(data.text).toContain('Known: document `runbooks/cart.md`')
    const { failures } = (await app.get<{ failures: Failures }>(`/api/documents/${document}/failures`)).data
    expect(failures).toMatchObject([
      { fingerprint, failure: { message: 'the cart is closed', executions: 1 } },
    ])
    const untie = () => app.delete(`/api/failures/${fingerprint}/documents?project=shop&document=${document}`)
    expect((await untie()).data).toEqual({ untied: true })
    expect((await untie()).data).toEqual({ untied: false })
    expect(await listed(app, fingerprint)).toEqual([])
  })

  test('the next call reads the document with a fix, and calls nothing else a fix', async () => {
    const app = await makeApp()
    const { id, fingerprint } = await failing(app)
    const next = async () => {
      const { data } = await app.get<Context>(`/api/failure-context?execution=${id}`)
      return data.next[0]
    }
    const about = await put(app, 'about.md')
    await tie(app, fingerprint, { document: about })
    expect(await next()).toMatchObject({
      arguments: { doc_id: about },
      why: 'a document about this failure',
    })
    const fixing = await put(app, 'fixing.md')
    await tie(app, fingerprint, { document: fixing, fix: 'Open it.' })
    expect(await next()).toMatchObject({
      arguments: { doc_id: fixing },
      why: 'the document with the known fix',
    })
  })

  test('a failure that comes back in a commit with the fix makes the knowledge stale', async () => {
    const app = await makeApp()
    const { fingerprint } = await failing(app)
    await put(app, 'cart.md')
    // Commit 2 fixes it.
    await settled(app, { ...on('main', '2', ['1']), results: [passed('a')] })
    const { data } = await tie(app, fingerprint, { document: 'cart.md', commit: sha('2').toUpperCase() })
    expect(data).toMatchObject({
      commit: sha('2'),
      isStale: false,
      because: expect.stringMatching(/no failed run/),
    })
    // A branch from before the fix still fails: nothing is stale.
    await failing(app, on('old', '3', ['1']))
    expect(await listed(app, fingerprint)).toMatchObject([{ isStale: false }])
    const { id } = await failing(app, on('topic', '4', ['2']))
    expect(await listed(app, fingerprint)).toMatchObject([
      { isStale: true, because: expect.stringMatching(/topic/) },
    ])
    expect((await app.get<Context>(`/api/failure-context?execution=${id}`)).data.text).toContain('STALE')
  })

  test('of an unknown commit, a later failure of the default branch decides', async () => {
    const app = await makeApp()
    const { fingerprint } = await failing(app)
    await put(app, 'cart.md')
    await tie(app, fingerprint, { document: 'cart.md', commit: sha('f') })
    app.advance(1_000)
    await failing(app, on('topic', '3'))
    expect(await listed(app, fingerprint)).toMatchObject([
      { isStale: false, because: expect.stringMatching(/unknown/) },
    ])
    await failing(app, on('main', '4'))
    expect(await listed(app, fingerprint)).toMatchObject([{ isStale: true }])
  })

  test('of a fix without a commit, a later failure of the default branch decides; without a fix nothing is stale', async () => {
    const app = await makeApp()
    const { fingerprint } = await failing(app)
    const content = (more: string) =>
      `---\nfailures: [{ fingerprint: "${fingerprint}", fix: Open it.}]\n---\n# Cart\n${more}`
    await put(app, 'fixed.md', { content: content('') })
    await put(app, 'explained.md')
    await tie(app, fingerprint, { document: 'explained.md', cause: 'Opening hours.' })
    const stale = async () =>
      Object.fromEntries(
        (await listed(app, fingerprint))?.map(({ document, isStale }) => [document.path, isStale]) ?? [],
      )
    app.advance(1_000)
    await failing(app, on('topic', '3'))
    expect(await stale()).toEqual({ 'fixed.md': false, 'explained.md': false })
    await failing(app, on('main', '4'))
    expect(await stale()).toEqual({ 'fixed.md': true, 'explained.md': false })
    // An edit elsewhere in the document is no newer fix; another fix is.
    app.advance(1_000)
    await put(app, 'fixed.md', { content: content('More.\n') })
    expect(await stale()).toMatchObject({ 'fixed.md': true })
    await put(app, 'fixed.md', { content: content('').replace('Open it', 'Keep it open') })
    expect(await stale()).toMatchObject({ 'fixed.md': false })
  })

  test('shared documents explain failures of other projects, others do not', async () => {
    const app = await makeApp()
    const { fingerprint } = await failing(app)
    await failing(app, { ...on('main', '1'), project: 'blog' })
    const own = await put(app, 'own.md')
    const shared = await put(app, 'shared.md', { visibility: 'shared' })
    await tie(app, fingerprint, { document: own })
    await tie(app, fingerprint, { document: shared })
    expect((await listed(app, fingerprint))?.map(({ document }) => document.path).sort()).toEqual([
      'own.md',
      'shared.md',
    ])
    expect((await listed(app, fingerprint, 'blog'))?.map(({ document }) => document.path)).toEqual([
      'shared.md',
    ])
  })

  test('who may not write, names nothing, or is elsewhere, is refused', async () => {
    const app = await makeApp()
    const { id, fingerprint } = await failing(app)
    const document = await put(app, 'cart.md')
    await tie(app, fingerprint, { document, cause: 'secret cause' })
    const key = async (made: object) =>
      (await app.post<{ value: string }>('/api/keys', { name: 'made', ...made })).data.value
    expect(await tie(app, fingerprint, { document }, await key({ role: 'viewer' }))).toMatchObject({
      status: 403,
    })
    expect(await tie(app, 'f'.repeat(16), { document })).toMatchObject({ status: 404 })
    expect(await tie(app, fingerprint, { document: 'cart' })).toMatchObject({ status: 200 })
    expect((await tie(app, fingerprint, { document: 'crat.md' })).error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('cart.md'),
    })
    const stranger = await addOrganization(app)
    expect(await tie(app, fingerprint, { document }, stranger)).toMatchObject({ status: 404 })
    expect(await app.get(`/api/documents/${document}/failures`, { key: stranger })).toMatchObject({
      status: 404,
    })
    // Without the scope knowledge an answer has no documents.
    const reader = await key({ scopes: ['read'] })
    const { data } = await app.get<Context>(`/api/failure-context?execution=${id}`, { key: reader })
    expect(JSON.stringify(data)).not.toContain('secret cause')
  })

  test('the template of a failure ties its document, once its places are filled', async () => {
    const app = await makeApp()
    const { fingerprint } = await failing(app)
    const template = `/api/templates/${encodeURIComponent('patterns/failure')}?project=shop`
    const { content } = (await app.get<{ content: string }>(template)).data
    const filled = content
      .replace(/(?<=fingerprint: ")<.*?>/, fingerprint)
      .replace(/(?<=commit: ")<.*?>/, sha('2'))
    await put(app, 'filled.md', { content: filled })
    expect(await listed(app, fingerprint)).toMatchObject([
      { document: { path: 'filled.md' }, cause: '<why it fails>', commit: sha('2') },
    ])
  })

  test('front matter ties without replacing facts, and invalid fingerprints are refused', async () => {
    const app = await makeApp()
    const { fingerprint } = await failing(app)
    const push = async (failures: string) => {
      const response = await app.request('/api/documents', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          project: 'shop',
          path: 'cart.md',
          content: `---\nfailures: ${failures}\n---\n# Cart`,
        }),
      })
      return { status: response.status, text: await response.text() }
    }
    await put(app, 'cart.md')
    await tie(app, fingerprint, { document: 'cart.md', cause: 'By hand.' })
    expect((await push(`["${fingerprint}"]`)).status).toBe(200)
    expect(await listed(app, fingerprint)).toMatchObject([{ cause: 'By hand.' }])
    expect(
      (await push(`[{ fingerprint: "${fingerprint}", cause: By push, commit: ${sha('A')} }, none]`)).status,
    ).toBe(200)
    expect(await listed(app, fingerprint)).toMatchObject([{ cause: 'By push', commit: sha('a') }])
    // Digits alone are a fingerprint, too.
    expect((await push('[1234567890123456]')).status).toBe(200)
    const entry = (fields: string) => `[{ fingerprint: "${fingerprint}", ${fields} }]`
    for (const wrong of [
      ...['[x]', '[null]', '[{ fingerprint: no }]', 'none', '{ a: 1 }'],
      ...[entry('commit: abc1234'), entry('commit: 1234567'), entry('cause: []'), entry('sha: x')],
      ...[entry(`cause: ${'x'.repeat(2_001)}`), entry('fix: "\\0"'), entry('fix: "\\ud800"')],
    ])
      expect(await push(wrong), wrong).toMatchObject({
        status: 400,
        text: expect.stringContaining('field failures'),
      })
    expect((await push(entry('commit: abc1234'))).text).toContain('whole sha of 40 or 64 hex digits')
    expect(await listed(app, fingerprint)).toMatchObject([{ cause: 'By push' }])
  })
})
