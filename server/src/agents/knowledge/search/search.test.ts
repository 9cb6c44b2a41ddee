import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addKey } from '../../../testing/isolation/create-data.ts'
import { addProjects, hitsOf, putDocuments, search } from '../../../testing/knowledge.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { reindexDocuments } from './reindex-documents.ts'

const DOCUMENTS = {
  'docs/setup.md':
    '# Setup\n\nInstall it.\n\n## Retries\n\nA failing test is retried twice. Set `maxRetries` in `svc.config.ts`.\n\n## Browsers\n\nDownload browsers with the command install.\n',
  'docs/api.md':
    '# API\n\n## createServer(options)\n\nReturns a server. Throws `E_PORT_IN_USE` if the port is taken.\n\n## SVC_EMBEDDINGS_URL\n\nThe address of the endpoint.\n\n## foo.bar_baz\n\nAn example.\n',
  'docs/deploy/docker.md':
    '# Docker\n\nRun the container behind a reverse proxy. The exact phrase matters here.\n',
  'docs/de.md':
    '# Verbindung\n\nBeim Verbindungsabbruch wird die Übertragung fortgesetzt. Größe der Dateien.\n',
  'docs/ja.md': '# 検索\n\n全文検索エンジンの設定方法を説明します。テストの実行が失敗した場合。\n',
  'docs/zh.md': '# 部署\n\n如何在生产环境中部署服务器和数据库。\n',
  'docs/ru.md': '# Тесты\n\nНестабильные тесты помечаются автоматически.\n',
}

async function makeDocs(app: TestApp) {
  await addProjects(app, 'shop')
  await putDocuments(app, 'shop', DOCUMENTS)
}

onBothDatabases('a search', (make) => {
  test('finds words by stem, in headings first, with typing errors, code and other languages', async () => {
    const app = await make()
    await makeDocs(app)
    const first = async (query: string) => (await hitsOf(app, query, { project: 'shop' }))[0]
    expect(await first('how do I retry a failed test')).toBe('docs/setup.md#Retries')
    expect(await first('retires')).toBe('docs/setup.md#Retries')
    expect(await first('browsre downlaod')).toBe('docs/setup.md#Browsers')
    expect(await first('createServer(')).toBe('docs/api.md#createServer(options)')
    expect(await first('createserver')).toBe('docs/api.md#createServer(options)')
    expect(await first('create_server')).toBe('docs/api.md#createServer(options)')
    expect(await first('SVC_EMBEDDINGS_URL')).toBe('docs/api.md#SVC_EMBEDDINGS_URL')
    expect(await first('svc embeddings url')).toBe('docs/api.md#SVC_EMBEDDINGS_URL')
    expect(await first('foo.bar_baz')).toBe('docs/api.md#foo.bar_baz')
    expect(await first('E_PORT_IN_USE')).toBe('docs/api.md#createServer(options)')
    expect(await first('abbruch')).toBe('docs/de.md#Verbindung')
    expect(await first('ubertragung GROSSE')).toBe('docs/de.md#Verbindung')
    expect(await first('全文検索')).toBe('docs/ja.md#検索')
    expect(await first('テスト 失敗')).toBe('docs/ja.md#検索')
    expect(await first('部署数据库')).toBe('docs/zh.md#部署')
    expect(await first('нестабильные')).toBe('docs/ru.md#Тесты')
    expect(await first('folder of the container')).toBe('docs/deploy/docker.md#Docker')
  })

  test('finds a document by what its front matter says for those who search', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    const text = (frontMatter: string) =>
      `---\n${frontMatter}\n---\n# Guide\n\nRead this.\n\n## Steps\n\nDo it.\n`
    await putDocuments(app, 'shop', {
      'docs/one.md': text('description: How to rotate the credentials of the warehouse'),
      'docs/two.md': text('tags: [onboarding, new hires]\nowner: quartermaster'),
      'docs/three.md': text('keywords: sign-in, kerberos'),
    })
    const hits = (query: string) => hitsOf(app, query, { project: 'shop' })
    expect(await hits('rotating credentials')).toEqual(['docs/one.md#Guide'])
    expect(await hits('onboarding')).toEqual(['docs/two.md#Guide'])
    expect(await hits('kerberos')).toEqual(['docs/three.md#Guide'])
    expect(await hits('quartermaster')).toEqual([])
    expect(await hits('"credentials of the warehouse"')).toEqual(['docs/one.md#Guide'])
    expect(await hits('"credentials warehouse"')).toEqual([])
    expect(await hits('onboarding -"new hires"')).toEqual([])
    const snippets = async (query: string) => {
      const { data } = await search(app, query, { project: 'shop' })
      return data.hits.map(({ snippet, snippetFrom }) => [snippet, snippetFrom])
    }
    expect(await snippets('rotating credentials')).toEqual([
      ['How to rotate the credentials of the warehouse', 'front-matter'],
    ])
    expect((await snippets('read credentials path:one'))[0]).toEqual([
      'How to rotate the credentials of the warehouse',
      'front-matter',
    ])
    expect(await snippets('reading path:one')).toEqual([['Read this.', 'text']])
    await putDocuments(app, 'shop', { 'docs/one.md': text('description: How to reset the printer') })
    expect(await hits('rotating credentials')).toEqual([])
    expect(await hits('reset printer')).toEqual(['docs/one.md#Guide'])
  })

  test('finds what an everyday phrase means, and release notes only after what explains the matter', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'docs/network.md':
        '# Network\n\n## Connections\n\nA connection is used again.\n\n## Emulate offline\n\nCall it.\n',
      'docs/release-notes.md': '# Version 2\n\n## Shards of a run\n\nThe shards of a run have names.\n',
      'docs/shards.md': '# Parallel\n\n## Several jobs\n\nEach of the shards of a run is a job.\n',
    })
    const first = async (query: string) => (await hitsOf(app, query, { project: 'shop' }))[0]
    expect(await first('what if the connection drops')).toBe('docs/network.md#Emulate offline')
    expect(await first('shards of a run')).toBe('docs/shards.md#Several jobs')
    expect(await first('change shards of a run')).toBe('docs/shards.md#Several jobs')
    expect(await first('shards of a run in the new version')).toBe('docs/release-notes.md#Shards of a run')
  })

  test('finds two words that a document writes as one, and the other forms of irregular verbs', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'docs/events.md': '# Events\n\n## Mousewheel\n\nEach turn of the mousewheel.\n',
      'docs/pointers.md': '# Pointers\n\nA mouse has one. What it sends is read.\n',
      'docs/tools.md': '# Tools\n\nA wheel has spokes.\n',
    })
    const hits = (query: string) => hitsOf(app, query, { project: 'shop' })
    expect((await hits('mouse wheel'))[0]).toBe('docs/events.md#Mousewheel')
    expect(await hits('sent')).toEqual(['docs/pointers.md#Pointers'])
  })

  test('of two questions in one, answers both before what mentions both', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'docs/places.md':
        '# Places\n\nWhere a script runs, an argument of the function is passed. A page loads it.\n',
      'docs/scripts.md': '# Scripts\n\n## Run a script before the page loads\n\nIt runs first.\n',
      'docs/values.md': '# Values\n\n## Pass an argument to a function\n\nIt is passed as it is.\n',
    })
    const query = 'pass an argument to a function and run a script before the page loads'
    expect(await hitsOf(app, query, { project: 'shop' })).toEqual([
      'docs/scripts.md#Run a script before the page loads',
      'docs/values.md#Pass an argument to a function',
      'docs/places.md#Places',
    ])
  })

  test('takes phrases, excluded words, path and title', async () => {
    const app = await make()
    await makeDocs(app)
    const of = (query: string) => hitsOf(app, query, { project: 'shop' })
    expect(await of('"exact phrase"')).toEqual(['docs/deploy/docker.md#Docker'])
    expect(await of('"phrase exact"')).toEqual([])
    expect(await of('"REVERSE   proxy" container')).toEqual(['docs/deploy/docker.md#Docker'])
    expect(await of('server -port')).not.toContain('docs/api.md#createServer(options)')
    expect(await of('path:deploy container')).toEqual(['docs/deploy/docker.md#Docker'])
    expect(await of('path:deploy')).toEqual(['docs/deploy/docker.md#Docker'])
    expect(await of('title:setup install')).toContain('docs/setup.md#Browsers')
    expect(await of('path:100%_ container')).toEqual([])
    expect(await of('xylophone quartz')).toEqual([])
  })

  test('answers any text, or says what is missing', async () => {
    const app = await make()
    await makeDocs(app)
    const texts = [
      'a',
      'docs',
      '"',
      'AND',
      'NEAR(retry test, 5)',
      'retry* OR title:x"',
      "'; drop table chunk_search; --",
      '-- comment /* x */',
      '{retry} : (test) ^2 ~3 \\ ! & | <->',
      'retry\u0000test',
      '🎉 retry',
      '\ue000p1',
      'p1 OR o1',
      `${'retry '.repeat(1_600)}`,
      'x'.repeat(9_999),
      'to be or not to be',
    ]
    for (const text of texts) {
      const { data, error } = await search(app, text, { project: 'shop' })
      if (error) expect(error.code, text).toBe('INVALID_REQUEST')
      else expect(data.mode).toBe('lexical')
    }
    for (const text of ['', ' ', '🎉', '-word'])
      expect((await search(app, text)).error?.message).toContain('at least one letter or digit')
    expect((await search(app, 'x'.repeat(10_001))).error?.message).toContain('10,000 characters')
    expect((await search(app, 'x', { scope: 'project' })).error?.message).toContain('project is required')
  })

  test('shows each organization and each key only readable documents', async () => {
    const app = await make()
    await addProjects(app, 'shop', 'till')
    const text = '# Deploy\n\nThe zeppelin procedure.\n'
    await putDocuments(app, 'shop', { 'own.md': text })
    await putDocuments(app, 'till', { 'secret.md': text })
    await putDocuments(app, 'till', { 'common.md': text }, { visibility: 'shared' })
    const foreign = await addOrganization(app)
    const { id } = await app.store.read
      .selectFrom('organization')
      .innerJoin('project', 'project.organization_id', 'organization.id')
      .select('organization.id')
      .where('project.slug', '=', 'shop')
      .executeTakeFirstOrThrow()
    const { value: restricted } = await addKey(
      app,
      { id },
      { role: 'viewer', scopes: ['knowledge'], project: 'shop' },
    )
    const paths = async (more: Record<string, string>, key = app.key) =>
      (await hitsOf(app, 'zeppelin', more, key)).map((hit) => hit.split('#')[0]).sort()
    expect(await paths({ project: 'shop' })).toEqual(['own.md'])
    expect(await paths({ project: 'till' })).toEqual(['common.md', 'secret.md'])
    expect(await paths({ scope: 'shared' })).toEqual(['common.md'])
    expect(await paths({ scope: 'org' })).toEqual(['common.md', 'own.md', 'secret.md'])
    expect(await paths({})).toEqual(['common.md', 'own.md', 'secret.md'])
    expect(await paths({ scope: 'project' }, restricted)).toEqual(['own.md'])
    expect(await paths({ scope: 'shared' }, restricted)).toEqual(['common.md'])
    expect(await paths({ scope: 'org' }, restricted)).toEqual(['common.md', 'own.md'])
    expect((await search(app, 'zeppelin', { project: 'till' }, restricted)).error?.code).toBe('NOT_FOUND')
    expect((await search(app, 'zeppelin', { project: 'shop' }, foreign)).error?.code).toBe('NOT_FOUND')
    for (const scope of ['org', 'shared']) expect(await paths({ scope }, foreign)).toEqual([])
    const { data } = await search(app, 'zeppelin', { scope: 'org' }, foreign)
    expect(data).toMatchObject({ found: 0, index: { documents: 0, indexed: 0 } })
  })

  test('the index follows every change of a document', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    const of = (query: string, more = {}) => hitsOf(app, query, { project: 'shop', ...more })
    await putDocuments(app, 'shop', { 'a.md': '# One\n\nFirst aardvark.\n\n## Two\n\nSecond buffalo.\n' })
    expect(await of('aardvark')).toEqual(['a.md#One'])
    await putDocuments(app, 'shop', { 'a.md': '# One\n\nFirst crocodile.\n\n## Two\n\nSecond buffalo.\n' })
    expect(await of('aardvark')).toEqual([])
    expect(await of('crocodile')).toEqual(['a.md#One'])
    expect(await of('buffalo')).toEqual(['a.md#Two'])
    expect(await of('buffalo', { scope: 'shared' })).toEqual([])
    await putDocuments(app, 'shop', { 'a.md': '# One\n\nFirst crocodile.\n' }, { visibility: 'shared' })
    expect(await of('crocodile', { scope: 'shared' })).toEqual(['a.md#One'])
    expect(await of('buffalo')).toEqual([])
    const [document] = (await app.get<{ id: string }[]>('/api/documents?project=shop')).data
    await app.delete(`/api/documents/${document?.id}`)
    expect(await of('crocodile')).toEqual([])
    await reindexDocuments(app.store, new AbortController().signal)
    const left = await app.store.read
      .selectFrom('search_term')
      .select(['term', 'chunks'])
      .where('chunks', '!=', 0)
      .execute()
    expect(left).toEqual([])
    for (const table of ['chunk_search', 'document_search', 'search_gram'] as const)
      expect(await app.store.read.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('says how much of the index is built, and builds the rest', async () => {
    const app = await make()
    await makeDocs(app)
    await app.store.write(async (db) => {
      for (const table of ['chunk_search', 'document_search', 'search_gram', 'search_term'] as const)
        await db.deleteFrom(table).execute()
    })
    const before = await search(app, 'retry', { project: 'shop' })
    expect(before.data).toMatchObject({ index: { documents: 7, indexed: 0 }, hits: [] })
    expect(await reindexDocuments(app.store, new AbortController().signal)).toBe(7)
    const after = await search(app, 'retry', { project: 'shop' })
    expect(after.data.index).toEqual({ documents: 7, indexed: 7 })
    expect(after.data.hits[0]?.headings).toEqual(['Setup', 'Retries'])
    expect(await reindexDocuments(app.store, new AbortController().signal)).toBe(0)
  })

  test('keeps to limit and maxTokens, and lets no document crowd out the others', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    const section = (at: number) => `## Retry ${at}\n\n${`Retry the retry number ${at}. `.repeat(30)}\n\n`
    const long = `# Retry\n\n${Array.from({ length: 12 }, (_, at) => section(at)).join('')}`
    await putDocuments(app, 'shop', {
      'long.md': long,
      'b.md': '# B\n\nOther text, then retry.\n',
      'c.md': '# C\n\nMuch other text, then retry.\n',
    })
    const { data } = await search(app, 'retry', { project: 'shop', limit: '4' })
    expect(data.hits).toHaveLength(4)
    expect(data.truncated).toBe(true)
    expect(new Set(data.hits.map(({ document }) => document.path))).toEqual(
      new Set(['long.md', 'b.md', 'c.md']),
    )
    expect(data.hits[0]?.score).toBe(1)
    const scores = data.hits.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    const small = await search(app, 'retry', { project: 'shop', maxTokens: '200' })
    expect(small.data.truncated).toBe(true)
    expect(small.data.hits).toHaveLength(1)
    const [hit] = data.hits
    expect(hit?.highlights.map(({ start, end }) => hit.snippet.slice(start, end).toLowerCase())).toContain(
      'retry',
    )
    const chunks = await app.get<{ chunks: { content: string }[] }>(`/api/chunks?ids=${hit?.chunkId}`)
    expect(chunks.data.chunks[0]?.content).toContain(hit?.snippet.replaceAll('…', '').slice(0, 40))
  })

  test('the second chunk of a document comes after those of others that are nearly as good', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    const section = (name: string) => `## Retries ${name}\n\nRetries of retries, again retries.\n\n`
    const others = ['a.md', 'b.md', 'c.md']
    await putDocuments(app, 'shop', {
      'retries.md': `# Retries\n\n${['one', 'two', 'three'].map(section).join('')}`,
      ...Object.fromEntries(others.map((path) => [path, '# Other\n\nOther text about retries.\n'])),
    })
    const { data } = await search(app, 'retries', { project: 'shop' })
    expect(data.hits.map(({ document }) => document.path)).toEqual([
      'retries.md',
      ...others,
      'retries.md',
      'retries.md',
    ])
  })

  test('words that many chunks have still find those with most of them', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    const sections = Array.from(
      { length: 60 },
      (_, at) => `## Part ${at}\n\nThe common server page ${at}.\n\n`,
    )
    await putDocuments(app, 'shop', {
      'all.md': `# All\n\n${sections.join('')}`,
      'one.md': '# Common server page\n\nThe common server page itself.\n',
    })
    expect((await hitsOf(app, 'common server page', { project: 'shop' }))[0]).toBe(
      'one.md#Common server page',
    )
  })
})

test('SQLite and Postgres have the same index text', async () => {
  const { makeApp } = await import('../../../testing/make-app.ts')
  const app = await makeApp()
  await makeDocs(app)
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from chunk_words`.execute(
    app.store.read,
  )
  const chunks = await app.store.read.selectFrom('chunk').select('id').execute()
  expect(rows[0]?.rows).toBe(chunks.length)
})
