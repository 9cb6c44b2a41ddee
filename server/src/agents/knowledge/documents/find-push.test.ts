import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { countRows } from '../../../testing/count-rows.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { addKey } from '../../../testing/isolation/create-data.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { failed, passed, settled } from '../../../testing/upload.ts'
import { findSection } from './find-section.ts'

const put = async (app: TestApp, path: string, content: string, more: object = {}) => {
  const { data, error } = await app.put<{ id: string; revision: number }>('/api/documents', {
    project: 'shop',
    path,
    content,
    ...more,
  })
  if (error) throw new Error(error.message)
  return data
}

const read = (app: TestApp, doc: string, more = '&project=shop', key = app.key) =>
  app.get<{
    path: string
    project: string
    section: string[] | null
    content: string | null
    sameName: { headings: string[]; anchor: string }[]
    sections: { content: string | null; id: string }[]
    truncated: boolean
  }>(`/api/documents/read?doc=${encodeURIComponent(doc)}${more}`, { key })

interface Result {
  path: string
  outcome: string
  revision: number | null
  error: { code: string; message: string } | null
}

const push = (app: TestApp, body: object, key = app.key) =>
  app.post<{ results: Result[]; gone: string[] }>(
    '/api/documents/push',
    { project: 'shop', ...body },
    { key },
  )

const outcomes = async (answer: ReturnType<typeof push>) => {
  const { data, error } = await answer
  if (error) throw new Error(error.message)
  return Object.fromEntries(data.results.map(({ path, outcome }) => [path, outcome]))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

onEachDatabase('reading by name', (makeApp) => {
  test('by id, path, title and the forms that people write', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    await settled(app, { project: 'till', results: [passed('a')] })
    const { id } = await put(app, 'docs/Payments.md', '# How Payments Work\n\nText.\n')
    for (const doc of [
      id,
      id.toUpperCase(),
      'docs/Payments.md',
      'How Payments Work',
      ' how  payments work ',
      '/docs/payments.md',
      './docs/payments',
      'docs/PAYMENTS.MD',
    ])
      expect((await read(app, doc)).data?.path, doc).toBe('docs/Payments.md')
    expect((await read(app, id, '&project=till')).status).toBe(404)
    expect((await read(app, id, '&project=till&scope=org')).status).toBe(200)
    expect((await read(app, id, '')).status).toBe(200)
    expect((await read(app, 'x', '&scope=project')).error?.message).toMatch(/project is required/)
  })

  test('an ambiguous title lists the choices; an unknown one lists similar documents that the caller may read', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    await settled(app, { project: 'till', results: [passed('a')] })
    await put(app, 'a/setup.md', '# Set-up guide\n')
    await put(app, 'b/setup.md', '# Set-up guide\n')
    await put(app, 'setup.md', '# Other\n', { project: 'till' })
    const ambiguous = await read(app, 'set-up guide')
    expect(ambiguous.error?.message).toMatch(
      /^2 documents are called "set-up guide": "Set-up guide" \(a\/setup\.md, project shop, id [\w-]+\), "Set-up guide" \(b\/setup\.md, .*\)\. Give the id of one\.$/,
    )
    const unknown = await read(app, 'setup guide', '&scope=org')
    expect(unknown.error).toMatchObject({ code: 'NOT_FOUND' })
    const foreign = await read(app, 'setup guide', '', await addOrganization(app))
    expect(foreign.error?.message).toBe(
      'There is no document "setup guide" here. This scope has no documents.',
    )
    // The own project's document of a path comes before that of others.
    await put(app, 'setup.md', '# Own\n')
    expect((await read(app, 'setup.md', '&project=shop&scope=org')).data.project).toBe('shop')
    expect((await read(app, 'setup.md', '&project=till&scope=org')).data.project).toBe('till')
    expect((await read(app, 'setup.md', '')).error?.message).toMatch(/^2 documents are called/)
  })

  test('sections: by heading or anchor, and as many as fit', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const long = Array.from({ length: 20 }, (_, i) => `## Part ${i}: \`x\`\n\n${'word '.repeat(100)}\n`).join(
      '\n',
    )
    await put(app, 'a.md', `# Top\n\nintro\n\n${long}`)
    for (const doc of ['a.md#Part 3: x', 'a.md#part-3-x', 'Top#PART 3:  X']) {
      const { data } = await read(app, doc)
      expect([data.section, data.sections.length, data.content]).toEqual([['Top', 'Part 3: x'], 1, null])
    }
    expect((await read(app, 'a.md#Top')).data.sections).toHaveLength(21)
    const missing = await read(app, 'a.md#Prt 3')
    expect(missing.error?.message).toEqual(
      expect.stringMatching(/^a\.md has no heading "Prt 3"\. Similar headings: .*"Part 3: x"/),
    )
    const small = (await read(app, 'a.md', '&project=shop&maxTokens=400')).data
    expect(small.truncated).toBe(true)
    expect(small.sections.filter(({ content }) => content !== null).length).toBeLessThan(5)
    expect((await read(app, 'a.md')).data).toMatchObject({
      truncated: false,
      content: expect.stringContaining('intro'),
    })
  })
})

test('a heading is found below long ones without a normal form of each whole path', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const above = Array.from({ length: 5 }, (_, depth) => `Level ${depth} ${'word '.repeat(50)}`)
  const chunks = Array.from({ length: 500 }, (_, at) => ({ id: `${at}`, headings: [...above, `Part ${at}`] }))
  const document = { id: '1', path: 'a.md' }
  expect(findSection(document, chunks, 'part 77').path.at(-1)).toBe('Part 77')
  expect(findSection(document, chunks, `${above[4]} > PART 9`).path.at(-1)).toBe('Part 9')
  expect(() => findSection(document, chunks, 'art 77')).toThrow('Similar headings: ')
  expect(normalize.mock.calls.length).toBeLessThan(3 * (chunks.length + above.length) + 20)
})

onEachDatabase('sections of one name', (makeApp) => {
  test('the first is returned and names the others, which their anchors and outer headings return', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const long = (word: string) => Array.from({ length: 6 }, () => `${word} `.repeat(150)).join('\n\n')
    await put(
      app,
      'a.md',
      `# Shop\n\n## Install\n\n### Usage\n\nsetup\n\n## Run\n\n### Usage\n\nstart\n\n## Notes\n\n${long('early')}\n\n## Notes\n\nnext\n\n### More\n\nmore\n\n## Notes\n\n${long('late')}\n`,
    )
    const words = async (doc: string) => {
      const { data, error } = await read(app, doc)
      if (error) throw new Error(error.message)
      const seen = data.sections.flatMap(({ content }) => content?.match(/\w+/g) ?? [])
      return [
        data.section?.join(' > '),
        [...new Set(seen)].join(' '),
        data.sameName.map(({ anchor }) => anchor),
      ]
    }
    expect(await words('a.md#Usage')).toEqual(['Shop > Install > Usage', 'setup', ['usage-1']])
    expect(await words('a.md#usage-1')).toEqual(['Shop > Run > Usage', 'start', []])
    expect(await words('a.md#run > usage')).toEqual(['Shop > Run > Usage', 'start', []])
    expect(await words('a.md#Install')).toEqual(['Shop > Install', 'setup', []])
    expect(await words('a.md#Notes')).toEqual(['Shop > Notes', 'early', ['notes-1', 'notes-2']])
    expect(await words('a.md#notes-1')).toEqual(['Shop > Notes', 'next more', []])
    expect(await words('a.md#notes-2')).toEqual(['Shop > Notes', 'late', []])
    expect((await read(app, 'a.md#usage-2')).error?.message).toMatch(/^a\.md has no heading "usage-2"/)
  })
})

onEachDatabase('ids of sections of one name', (makeApp) => {
  test('follow the text when a section is added, removed, moved or edited, and are never those of another', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    const long = (word: string) =>
      Array.from({ length: 8 }, (_, at) => `${word}${at} `.repeat(70)).join('\n\n')
    const write = (...bodies: string[]) =>
      put(app, 'a.md', `# Top\n\nintro\n\n${bodies.map((body) => `## Example\n\n${body}\n`).join('\n')}`)
    const ids = async () => {
      const { sections } = (await read(app, 'a.md', '&project=shop&maxTokens=200')).data
      return sections.map(({ id }) => id)
    }
    const texts = async (some: string[]) => {
      const { data } = await app.get<{ chunks: { id: string; content: string }[] }>(
        `/api/chunks?ids=${some.join()}`,
      )
      const byId = new Map(data.chunks.map(({ id, content }) => [id, content.slice(0, 5)]))
      return some.map((id) => byId.get(id) ?? null)
    }
    await write('alpha', 'beta')
    const [, alpha = '', beta = ''] = await ids()
    await write('NEW', 'alpha', 'beta')
    const added = (await ids())[1] as string
    expect(await texts([added, alpha, beta])).toEqual(['NEW', 'alpha', 'beta'])
    await write('beta')
    expect(await texts([added, alpha, beta])).toEqual([null, null, 'beta'])
    await write('gamma', 'beta')
    expect(await texts([added, alpha, beta])).toEqual([null, null, 'beta'])
    await write('beta', 'gamma', 'gamma', long('delta'))
    const all = await ids()
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(6)
    expect(await texts([alpha, beta])).toEqual([null, 'beta'])
    // A section of several chunks keeps them all, also behind others and with one more.
    const deltas = all.slice(4)
    await write(`${long('delta')}\n\n${'end '.repeat(300)}`, 'beta, but edited in full')
    expect((await ids()).slice(1, 1 + deltas.length)).toEqual(deltas)
    expect((await read(app, 'a.md#example-1')).data.sections.map(({ content }) => content)).toEqual([
      'beta, but edited in full',
    ])
    const kept = await ids()
    await write(`${long('delta')}\n\n${'end '.repeat(300)}`, 'again edited')
    expect(await ids()).toEqual(kept)
  })
})

onEachDatabase('push', (makeApp) => {
  test('hashes first, then contents; each file by itself; again nothing', async () => {
    const app = await makeApp()
    const files = { 'docs/a.md': '# A\n', 'docs/b.md': '# B\n' }
    const hashes = Object.entries(files).map(([path, text]) => ({ path, hash: hashOf(text) }))
    expect(await outcomes(push(app, { documents: hashes, dryRun: true }))).toEqual({
      'docs/a.md': 'wanted',
      'docs/b.md': 'wanted',
    })
    expect((await countRows(app)).project).toBe(0)
    const contents = Object.entries(files).map(([path, content]) => ({ path, content }))
    const broken = [
      { path: '../x.md', content: 'x' },
      { path: 'docs/bad.md', content: '---\ntitle: [1\n---\n' },
      { path: 'docs/long.md', content: 'x'.repeat(1_048_577) },
      { path: 'docs/cafe\u0301.md', content: 'x' },
      { path: 'docs/café.md', content: 'x' },
      { path: 'no-hash.md' },
    ]
    const all = { documents: [...contents, ...broken], visibility: 'shared', commit: 'a'.repeat(40) }
    const dry = await push(app, { ...all, dryRun: true })
    expect((await countRows(app)).project).toBe(0)
    const { data } = await push(app, all)
    // A dry run with contents refuses what the push refuses, in the same words.
    const refusals = data.results.filter(({ outcome }) => outcome === 'refused')
    expect(refusals).toHaveLength(5)
    expect(dry.data.results.filter(({ outcome }) => outcome !== 'wanted')).toEqual(refusals)
    const by = Object.fromEntries(data.results.map((result) => [result.path, result]))
    expect(by['docs/a.md']).toMatchObject({ outcome: 'created', revision: 1, error: null })
    expect(by['docs/b.md']).toMatchObject({ outcome: 'created' })
    expect(by['docs/cafe\u0301.md']).toMatchObject({ outcome: 'created' })
    expect(by['docs/café.md']?.error?.message).toMatch(/^path is also that of/)
    expect(by['../x.md']?.error).toMatchObject({ code: 'INVALID_REQUEST' })
    expect(by['docs/bad.md']?.error?.message).toMatch(/^The front matter is invalid YAML in line 3/)
    expect(by['docs/long.md']?.error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    expect(by['no-hash.md']?.error?.message).toBe('hash is required without content.')
    expect(await outcomes(push(app, { documents: hashes }))).toEqual({
      'docs/a.md': 'unchanged',
      'docs/b.md': 'unchanged',
    })
    expect(await outcomes(push(app, { documents: contents }))).toEqual({
      'docs/a.md': 'unchanged',
      'docs/b.md': 'unchanged',
    })
    const list = await app.get<{ visibility: string; id: string }[]>('/api/documents?q=a.md')
    expect(list.data[0]?.visibility).toBe('shared')
    const revisions = await app.get<object[]>(`/api/documents/${list.data[0]?.id}/revisions`)
    expect(revisions.data).toMatchObject([{ source: 'push', commit: 'a'.repeat(40) }])
  })

  test('a file whose failures are refused is not stored, and refused again', async () => {
    const app = await makeApp()
    const documents = [
      ...[
        '"x"',
        '["686d"]',
        '[123456789012345]',
        `[{ fingerprint: "${'a'.repeat(16)}", commit: abc1234 }]`,
      ].map((failures, at) => ({ path: `${at}.md`, content: `---\nfailures: ${failures}\n---\n# A\n` })),
      { path: 'good.md', content: '# Good\n' },
    ]
    const refused = { '0.md': 'refused', '1.md': 'refused', '2.md': 'refused', '3.md': 'refused' }
    expect(await outcomes(push(app, { documents }))).toEqual({ ...refused, 'good.md': 'created' })
    const stored = await app.get<{ path: string }[]>('/api/documents')
    expect(stored.data.map(({ path }) => path)).toEqual(['good.md'])
    expect(await outcomes(push(app, { documents }))).toEqual({ ...refused, 'good.md': 'unchanged' })
  })

  test('a text that was changed on the server is not replaced by a file without the change', async () => {
    const app = await makeApp()
    const file = (text: string) => ({ documents: [{ path: 'a.md', content: text }] })
    await push(app, file('# one\n'))
    await put(app, 'a.md', '# server\n')
    expect(await outcomes(push(app, file('# one\n')))).toEqual({ 'a.md': 'newer' })
    expect(await outcomes(push(app, file('# two\n')))).toEqual({ 'a.md': 'conflict' })
    expect(await outcomes(push(app, file('# server\n')))).toEqual({ 'a.md': 'unchanged' })
    expect(await outcomes(push(app, { ...file('# two\n'), overwrite: true }))).toEqual({ 'a.md': 'revised' })
    expect(await outcomes(push(app, file('# three\n')))).toEqual({ 'a.md': 'revised' })
  })

  test('gone documents are named, and only pushed ones are deleted', async () => {
    const app = await makeApp()
    await push(app, {
      documents: ['docs/a.md', 'docs/b.md', 'docs2/c.md'].map((path) => ({ path, content: '# x\n' })),
    })
    await put(app, 'docs/by-hand.md', '# y\n')
    const { data } = await push(app, {
      documents: [{ path: 'docs/a.md', hash: hashOf('# x\n') }],
      folder: 'docs',
      dryRun: true,
    })
    expect(data.gone).toEqual(['docs/b.md'])
    expect((await push(app, { folder: '' })).data.gone).toEqual(['docs/a.md', 'docs/b.md', 'docs2/c.md'])
    expect((await push(app, { documents: [] })).data.gone).toEqual([])
    expect(await outcomes(push(app, { remove: ['docs/b.md'], dryRun: true }))).toEqual({
      'docs/b.md': 'deleted',
    })
    expect(await outcomes(push(app, { remove: ['docs/b.md', 'docs/by-hand.md', 'no.md'] }))).toEqual({
      'docs/b.md': 'deleted',
      'docs/by-hand.md': 'absent',
      'no.md': 'absent',
    })
    expect(await outcomes(push(app, { remove: ['docs/b.md'] }))).toEqual({ 'docs/b.md': 'absent' })
    const audit = await app.get<{ target: { name: string } }[]>('/api/audit?action=document.deleted')
    expect(audit.data.map(({ target }) => target.name)).toEqual(['docs/b.md'])
  })

  test('a renamed file moves its document, with its id, revisions, failures and open proposals', async () => {
    const app = await makeApp()
    const lines = Array.from({ length: 12 }, (_, at) => `Rule ${at} of billing: round at the end.`)
    const billing = `# Billing\n\n${lines.join('\n')}\n`
    await push(app, {
      documents: [
        { path: 'docs/billing.md', content: billing },
        { path: 'docs/a/readme.md', content: '# Read me\n' },
        { path: 'docs/b/readme.md', content: '# Read me\n' },
        { path: 'docs/b/other.md', content: '# Read me\n' },
        { path: 'docs/last.md', content: '# Last\n\nText.\n' },
      ],
    })
    const found = async (path: string) =>
      (await read(app, path)).data as unknown as { id: string; revision: number }
    const { id } = await found('docs/billing.md')
    const readme = await found('docs/b/readme.md')
    const execution = await settled(app, {
      project: 'shop',
      results: [failed('a', { message: 'is 2, not 1' })],
    })
    const failures = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${execution}`)
    const fingerprint = failures.data[0]?.fingerprint
    await app.put(`/api/failures/${fingerprint}/documents`, {
      project: 'shop',
      document: id,
      cause: 'Rounded twice.',
      fix: 'Round once.',
    })
    await app.post('/api/proposals', {
      project: 'shop',
      document: id,
      content: '# Billing\n',
      evidence: 'x',
      reasoning: 'y',
    })
    const movedFrom = [
      'docs/billing.md',
      'docs/b/readme.md',
      'docs/b/other.md',
      'docs/a/readme.md',
      'docs/no.md',
    ]
    const money = { documents: [{ path: 'docs/money.md', content: billing }], movedFrom }
    const dry = await push(app, { ...money, dryRun: true })
    expect(dry.data.results).toMatchObject([{ outcome: 'moved', from: 'docs/billing.md', revision: null }])
    expect(await outcomes(push(app, money))).toEqual({ 'docs/money.md': 'moved' })
    expect(await found('docs/money.md')).toMatchObject({ id, revision: 2 })
    expect((await read(app, 'docs/billing.md')).status).toBe(404)
    expect((await app.get<object[]>(`/api/documents/${id}/revisions`)).data).toHaveLength(2)
    const ties = await app.get<{ failures: object[] }>(`/api/documents/${id}/failures`)
    expect(ties.data.failures).toMatchObject([{ fingerprint, fix: 'Round once.' }])
    const proposals = await app.get<object[]>('/api/proposals')
    expect(proposals.data).toMatchObject([{ document: id, path: 'docs/money.md', conflicting: true }])
    const byPath = await app.get<{ hits: object[] }>('/api/search?query=billing%20path:money&project=shop')
    expect(byPath.data.hits[0]).toMatchObject({ document: { id, path: 'docs/money.md' } })
    // Renamed again, with another heading; the longest text counts.
    const edited = { path: 'docs/cash.md', content: billing.replace('# Billing', '# Cash') }
    const short = { path: 'docs/short.md', content: `# Cash\n\n${lines.slice(0, 4).join('\n')}\n` }
    expect(await outcomes(push(app, { documents: [short, edited], movedFrom: ['docs/money.md'] }))).toEqual({
      'docs/short.md': 'created',
      'docs/cash.md': 'moved',
    })
    expect(await found('docs/cash.md')).toMatchObject({ id, revision: 3, title: 'Cash' })
    // Of equal texts the name decides; without one, nothing is guessed.
    const equal = ['c/readme.md', 'b2/other.md', 'b2/new.md'].map((path) => ({
      path,
      content: '# Read me\n',
    }))
    expect(
      await outcomes(
        push(app, {
          documents: equal,
          movedFrom: ['docs/b/readme.md', 'docs/b/other.md', 'docs/a/readme.md'],
        }),
      ),
    ).toEqual({ 'c/readme.md': 'created', 'b2/other.md': 'moved', 'b2/new.md': 'created' })
    expect(await found('docs/b/readme.md')).toMatchObject({ id: readme.id, revision: 1 })
    // What was changed on the server is not replaced.
    await put(app, 'docs/last.md', '# Last\n\nText, by hand.\n')
    const last = {
      documents: [{ path: 'docs/end.md', content: '# Last\n\nText, by hand.\n' }],
      movedFrom: ['docs/last.md'],
    }
    expect(await outcomes(push(app, last))).toEqual({ 'docs/end.md': 'created' })
  })

  test('texts of too many lines are not compared with those of new files', { tags: 'thorough' }, async () => {
    const app = await makeApp()
    const folder = (name: string, first: string) =>
      Array.from({ length: 9 }, (_, of) => ({
        path: `${name}/${of}.md`,
        content: `# ${first}\n\n${Array.from({ length: 24_000 }, (_, at) => (of * 24_000 + at).toString(36)).join('\n')}\n`,
      }))
    await push(app, { documents: folder('a', 'A') })
    const movedFrom = folder('a', 'A').map(({ path }) => path)
    const documents = folder('b', 'B').slice(0, 1)
    expect(await outcomes(push(app, { documents, movedFrom: movedFrom.slice(0, 8) }))).toEqual({
      'b/0.md': 'moved',
    })
    const next = folder('c', 'C').slice(1, 2)
    expect(
      await outcomes(push(app, { documents: next, movedFrom: ['b/0.md', ...movedFrom.slice(1)] })),
    ).toEqual({ 'c/1.md': 'created' })
  })

  test('a viewer, a key of another project and another organization push nothing', async () => {
    const app = await makeApp()
    await settled(app, { project: 'shop', results: [passed('a')] })
    await settled(app, { project: 'till', results: [passed('a')] })
    const { id } = await app.store.read
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', 'default')
      .executeTakeFirstOrThrow()
    const documents = [{ path: 'a.md', content: '# a\n' }]
    const before = await countRows(app)
    const viewer = (await addKey(app, { id }, { role: 'viewer' })).value
    expect((await push(app, { documents }, viewer)).error?.code).toBe('FORBIDDEN')
    const till = (await addKey(app, { id }, { role: 'editor', project: 'till' })).value
    expect((await push(app, { documents }, till)).error?.code).toBe('NOT_FOUND')
    expect((await push(app, { documents, project: 'new' }, till)).error?.code).toBe('NOT_FOUND')
    expect((await push(app, { documents, project: 'Not A Slug' })).error?.message).toMatch(
      /^project must be a slug/,
    )
    const ingest = (await addKey(app, { id }, { role: 'editor', scopes: ['ingest', 'read'] })).value
    expect((await push(app, { documents }, ingest)).error?.message).toMatch(/needs the scope knowledge/)
    expect({ ...(await countRows(app)), api_key: 0 }).toEqual({ ...before, api_key: 0 })
    // The same project name in another organization is another project.
    expect(await outcomes(push(app, { documents }, await addOrganization(app)))).toEqual({
      'a.md': 'created',
    })
    expect((await app.get<object[]>('/api/documents')).data).toEqual([])
  })

  test('a project takes its documents with it', async () => {
    const app = await makeApp()
    await push(app, { documents: [{ path: 'a.md', content: '# a\n\ntext\n' }] })
    await push(app, { documents: [{ path: 'a.md', content: '# b\n\ntext\n' }], project: 'till' })
    await app.delete('/api/projects/shop')
    expect((await app.get<object[]>('/api/documents')).data).toHaveLength(1)
    await app.removeDeleted()
    const rows = await countRows(app)
    expect([rows.document, rows.document_revision, rows.chunk]).toEqual([1, 1, 1])
    await app.delete('/api/organization?confirm=default')
    await app.removeDeleted()
    const left = await countRows(app)
    expect([left.document, left.document_revision, left.chunk]).toEqual([0, 0, 0])
  })
})
