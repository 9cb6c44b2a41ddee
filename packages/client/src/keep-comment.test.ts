import { expect, test } from 'vitest'
import { type CommentHost, type HostComment, keepComment } from './keep-comment.ts'

const TEXT = '<!-- svc:pull-request -->\n\nall passed'

const refusal = (status: number) =>
  Object.assign(new Error(`refused (${status})`), { status, isLimit: false })

/** A code host that lists what it has, or what a test says it lists. */
const makeHost = (comments: HostComment[] = [], more: Partial<CommentHost> = {}) => {
  const host: CommentHost = {
    mostCharacters: 65_000,
    toOwnMarkdown: (markdown) => markdown,
    protectsNotes: false,
    whoAmI: async () => 'me',
    list: async () => comments.map((each) => ({ ...each })),
    async create(body) {
      const comment = { id: String(comments.length + 1), body, url: '', author: 'me' }
      comments.push(comment)
      return comment
    },
    async update(id, body) {
      const comment = comments.find((each) => each.id === id)
      if (!comment) throw refusal(404)
      comment.body = body
      return comment
    },
    async remove(id) {
      const place = comments.findIndex((each) => each.id === id)
      if (place < 0) throw refusal(404)
      comments.splice(place, 1)
    },
    ...more,
  }
  return { host, comments }
}

/** A server with a newer text for each of `revisions` reads. */
const reading = (revisions = 1) => {
  let reads = 0
  return async () => {
    reads = Math.min(revisions, reads + 1)
    return { revision: reads, markdown: `${TEXT} ${reads}` }
  }
}

const keep = (host: CommentHost, revisions?: number, mayCreate = true) =>
  keepComment({ host, read: reading(revisions), mayCreate })

test('a host that lists a new comment late gets no second one', async () => {
  const { host, comments } = makeHost([], { list: async () => [] })
  expect(await keep(host, 3)).toMatchObject({ kind: 'created', revision: 3 })
  expect(comments).toMatchObject([{ body: `${TEXT} 3` }])
})

test('a host that lists a deleted comment late gets a new one', async () => {
  const deleted = { id: '9', body: TEXT, url: '', author: 'me' }
  const { host, comments } = makeHost()
  const list = async () => [deleted, ...comments]
  expect(await keep({ ...host, list })).toMatchObject({ kind: 'created' })
  expect(comments).toHaveLength(1)
})

test('a creation without an answer is repeated only if the list has no comment', async () => {
  for (const isWritten of [true, false]) {
    const { host, comments } = makeHost()
    let calls = 0
    const create = async (body: string) => {
      calls += 1
      if (calls > 1) return host.create(body)
      if (isWritten) await host.create(body)
      throw refusal(502)
    }
    await keep({ ...host, create })
    expect(comments).toHaveLength(1)
    expect(calls).toBe(isWritten ? 1 : 2)
  }
})

test('what others wrote with the marker stays, and what else the user wrote', async () => {
  const foreign = { id: '1', body: TEXT, url: '', author: 'mallory' }
  const unmarked = { id: '2', body: '\nthanks', url: '', author: 'me' }
  const { host, comments } = makeHost([foreign, unmarked])
  const read = async () => ({ revision: 1, markdown: '\nwithout a marker' })
  expect(await keepComment({ host, read, mayCreate: true })).toMatchObject({ kind: 'created', foreign: 1 })
  expect(comments.map(({ body }) => body)).toEqual([
    TEXT,
    '\nthanks',
    '<!-- svc:pull-request -->\n\n\nwithout a marker',
  ])
})

test('an update that fails takes no other comment away', async () => {
  const twice = ['1', '2'].map((id) => ({ id, body: TEXT, url: '', author: 'me' }))
  const { host, comments } = makeHost(twice)
  const update = async () => {
    throw refusal(401)
  }
  await expect(keep({ ...host, update })).rejects.toThrow('401')
  expect(comments).toHaveLength(2)
  expect(await keep(host)).toMatchObject({ kind: 'updated' })
  expect(comments).toMatchObject([{ id: '1' }])
})

test('a rejection of the server is not taken for one of the host', async () => {
  const { host } = makeHost([{ id: '1', body: TEXT, url: '', author: 'me' }])
  const update = async () => {
    throw refusal(422)
  }
  let reads = 0
  const read = async () => {
    reads += 1
    if (reads > 1) throw refusal(404)
    return { revision: 1, markdown: TEXT.repeat(2) }
  }
  await expect(keepComment({ host: { ...host, update }, read, mayCreate: true })).rejects.toThrow('404')
  expect(reads).toBe(2)
})

test('with mayCreate: false an existing comment is updated and no new one written', async () => {
  const { host, comments } = makeHost()
  expect(await keep(host, 1, false)).toEqual({ kind: 'none' })
  comments.push({ id: '1', body: TEXT, url: '', author: 'me' })
  expect(await keep(host, 1, false)).toMatchObject({ kind: 'updated' })
})
