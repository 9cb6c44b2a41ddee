import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { countRows } from '../../../testing/count-rows.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { passed, settled } from '../../../testing/upload.ts'

const FIRST = Date.parse('2026-01-05T10:00:00Z')
const shaOf = (name: string) => createHash('sha1').update(name).digest('hex')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A commit, its minutes after the first one, and the parents that the clone knows. */
const commit = (name: string, minutes: number, parents?: string[]) => ({
  commit: shaOf(name),
  committedAt: new Date(FIRST + minutes * 60_000).toISOString(),
  ...(parents && { ancestry: [{ sha: shaOf(name), parents: parents.map(shaOf) }] }),
})

interface Answer {
  results: { path: string; outcome: string; newerCommit?: { sha: string; committedAt: string } }[]
  gone: string[]
}

const send = async (app: TestApp, body: object): Promise<Answer> => {
  const { data, error } = await app.post<Answer>('/api/documents/push', { project: 'shop', ...body })
  if (error) throw new Error(error.message)
  return data
}

/** As a client pushes: all hashes, then the contents that the server wants. */
const push = async (app: TestApp, from: object, files: Record<string, string>, more: object = {}) => {
  const documents = Object.entries(files).map(([path, content]) => ({ path, content }))
  const hashes = documents.map(({ path, content }) => ({ path, hash: hashOf(content) }))
  const first = await send(app, { ...from, ...more, documents: hashes, folder: '' })
  const wanted = new Set(first.results.filter(({ outcome }) => outcome === 'wanted').map(({ path }) => path))
  const contents = documents.filter(({ path }) => wanted.has(path))
  const sent = contents.length > 0 ? await send(app, { ...from, ...more, documents: contents }) : undefined
  const all = [...first.results.filter(({ path }) => !wanted.has(path)), ...(sent?.results ?? [])]
  return Object.fromEntries(all.map(({ path, outcome }) => [path, outcome]))
}

const textOf = async (app: TestApp, path: string) => {
  const { data } = await app.get<{ content: string }>(`/api/documents/read?project=shop&doc=${path}`)
  return data?.content
}

onEachDatabase('a push from an older commit', (makeApp) => {
  test('replaces nothing and says which commit is newer, until it may', async () => {
    const app = await makeApp()
    await push(app, commit('one', 0), { 'a.md': '# one\n' })
    expect(await push(app, commit('two', 5), { 'a.md': '# two\n' })).toEqual({ 'a.md': 'revised' })
    const documents = [{ path: 'a.md', content: '# one\n' }]
    const older = { ...commit('one', 0), documents }
    const newerCommit = { sha: shaOf('two'), committedAt: '2026-01-05T10:05:00.000Z' }
    for (const more of [{}, { dryRun: true }, { overwrite: true }])
      expect((await send(app, { ...older, ...more })).results).toMatchObject([
        { path: 'a.md', outcome: 'outdated', newerCommit, revision: 2, error: null },
      ])
    expect(await textOf(app, 'a.md')).toBe('# two\n')
    expect((await send(app, { ...older, allowOlder: true })).results).toMatchObject([{ outcome: 'revised' }])
    // Now this commit counts as the last one.
    expect(await push(app, commit('two', 5), { 'a.md': '# two\n' })).toEqual({ 'a.md': 'revised' })
  })

  test('a revert is newer than what it reverts; also if the workflow between them ends last', async () => {
    const app = await makeApp()
    await push(app, commit('one', 0), { 'a.md': '# one\n' })
    await push(app, commit('two', 5), { 'a.md': '# two\n' })
    expect(await push(app, commit('revert', 9), { 'a.md': '# one\n' })).toEqual({ 'a.md': 'revised' })

    await push(app, commit('one', 0), { 'b.md': '# one\n' })
    expect(await push(app, commit('revert', 9), { 'b.md': '# one\n' })).toEqual({ 'b.md': 'unchanged' })
    expect(await push(app, commit('two', 5), { 'b.md': '# two\n' })).toEqual({ 'b.md': 'outdated' })
  })

  test('neither deletes what is new, nor brings back what is deleted, nor moves what was moved', async () => {
    const app = await makeApp()
    const text = (name: string) => `# ${name}\n\n${`A sentence about ${name}.\n`.repeat(5)}`
    const old = { 'gone.md': text('gone'), 'here.md': text('moved') }
    await push(app, commit('one', 0), old)
    const two = commit('two', 5)
    await push(app, two, { 'new.md': text('new') })
    await push(app, two, { 'there.md': text('moved') }, { movedFrom: ['here.md'] })
    expect((await send(app, { ...two, remove: ['gone.md'] })).results).toMatchObject([{ outcome: 'deleted' }])

    const hashes = Object.entries(old).map(([path, content]) => ({ path, hash: hashOf(content) }))
    const again = await send(app, { ...commit('one', 0), documents: hashes, folder: '' })
    expect(again.results.map(({ path, outcome }) => [path, outcome])).toEqual([
      ['gone.md', 'outdated'],
      ['here.md', 'outdated'],
    ])
    expect(again.gone).toEqual([])
    const forced = { ...commit('one', 0), movedFrom: ['there.md'], remove: ['new.md', 'there.md'] }
    const { results } = await send(app, {
      ...forced,
      documents: [{ path: 'elsewhere.md', content: text('moved') }],
    })
    expect(results.map(({ path, outcome }) => [path, outcome])).toEqual([
      ['elsewhere.md', 'created'],
      ['new.md', 'outdated'],
      ['there.md', 'outdated'],
    ])
    expect(await textOf(app, 'there.md')).toBe(text('moved'))
  })

  test('is recognized by the graph where a clock is wrong: by the sent commits, and by those of test runs', async () => {
    const app = await makeApp()
    // The clock of the machine that committed "one" was an hour ahead.
    await push(app, commit('one', 60, ['root']), { 'a.md': '# one\n' })
    const two = commit('two', 5, ['one'])
    expect(await push(app, two, { 'a.md': '# two\n' })).toEqual({ 'a.md': 'revised' })
    expect(await push(app, commit('one', 60), { 'a.md': '# one\n' })).toEqual({ 'a.md': 'outdated' })
    // A shallow clone knows the parents of its commit only.
    await settled(app, {
      project: 'shop',
      code: { testedSha: shaOf('three'), parents: [shaOf('two')], branch: 'main' },
      results: [passed('a')],
    })
    const four = commit('four', 2, ['three'])
    expect(await push(app, four, { 'a.md': '# four\n' })).toEqual({ 'a.md': 'revised' })
  })

  test('a clock in the future holds nobody up once its commit was pushed', async () => {
    const app = await makeApp()
    const years = 60 * 24 * 365 * 100
    await push(app, commit('future', years), { 'a.md': '# one\n' })
    app.advance(60_000)
    const now = { commit: shaOf('now'), committedAt: new Date(app.clock()).toISOString() }
    expect(await push(app, now, { 'a.md': '# two\n' })).toEqual({ 'a.md': 'revised' })
  })

  test('without a commit, without its time, of another branch, path or project, pushes as before', async () => {
    const app = await makeApp()
    await push(app, commit('two', 5), { 'a.md': '# two\n', 'b.md': '# b\n' })
    expect(await push(app, {}, { 'a.md': '# draft\n' })).toEqual({ 'a.md': 'revised' })
    // As older commands send it.
    expect(await push(app, { commit: shaOf('one') }, { 'a.md': '# one\n' })).toEqual({ 'a.md': 'revised' })
    expect(await push(app, commit('topic', 7), { 'a.md': '# topic\n' })).toEqual({ 'a.md': 'revised' })
    expect(await push(app, commit('one', 0), { 'other.md': '# one\n', 'b.md': '# b\n' })).toEqual({
      'other.md': 'created',
      'b.md': 'unchanged',
    })
    const till = { ...commit('one', 0), project: 'till' }
    expect(await push(app, till, { 'a.md': '# one\n' })).toEqual({ 'a.md': 'created' })
  })

  test('two pushes at once end with the newer text', async () => {
    const app = await makeApp()
    await push(app, commit('zero', 0), { 'a.md': '# zero\n' })
    const both = ['two', 'one'].map((name, i) =>
      send(app, { ...commit(name, 9 - i), documents: [{ path: 'a.md', content: `# ${name}\n` }] }),
    )
    await Promise.all(both)
    expect(await textOf(app, 'a.md')).toBe('# two\n')
  })

  test('a dry run notes nothing, and a repeated push writes nothing', async () => {
    const app = await makeApp()
    await push(app, commit('one', 0), { 'a.md': '# one\n' })
    await send(app, {
      ...commit('two', 5, ['one']),
      documents: [{ path: 'a.md', hash: hashOf('# one\n') }],
      dryRun: true,
    })
    expect((await countRows(app)).commit).toBe(0)
    expect(await push(app, commit('between', 3), { 'a.md': '# between\n' })).toEqual({ 'a.md': 'revised' })
  })
})
