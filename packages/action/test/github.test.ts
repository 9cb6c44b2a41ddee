import { makePost } from '@svc/client/action'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeGitHub } from '../src/github/call.ts'
import { textOfFile } from '../src/github/file.ts'
import type { Json } from './github/schemas.ts'
import { type Github, startGithub } from './github/server.ts'
import { PERMISSIONS, type Pull, type Repository, type Run } from './github/state.ts'
import { addCommit, addJob, addPull, addRepository, addRun, addToken } from './world.ts'

// That the stand-in says what GitHub publishes, and notices what does not.

let github: Github
let repository: Repository
let pull: Pull
let run: Run
let token: string

beforeAll(async () => {
  github = await startGithub()
  const { state } = github
  repository = addRepository(state, 'acme/shop')
  const base = addCommit(state, repository, 'main', { '.github/CODEOWNERS': '* @acme/all\n' })
  addCommit(state, repository, 'main')
  addCommit(state, repository, 'feature', undefined, base)
  const headSha = addCommit(state, repository, 'feature')
  pull = addPull(repository, {
    headSha,
    files: [{ filename: 'src/pay.ts', status: 'modified', patch: '@@ -1 +1 @@' }],
  })
  run = addRun(state, repository, {
    headSha,
    jobs: [addJob(state, { name: 'test (1)', status: 'completed', conclusion: 'success' })],
    artifacts: [{ id: 6, name: 'svc-journals-1', bytes: Buffer.from('zip'), isExpired: false }],
  })
  token = addToken(state)
})
afterAll(() => github?.close())
beforeEach(() => {
  repository.comments.length = 0
  pull.isLocked = false
})
afterEach(() => {
  github.violations.length = 0
})

const ask = async (
  path: string,
  init: { method?: string; body?: Json; token?: string; accept?: string } = {},
) => {
  const response = await fetch(github.url + path, {
    method: init.method ?? 'GET',
    redirect: 'manual',
    headers: { authorization: `Bearer ${init.token ?? token}`, ...(init.accept && { accept: init.accept }) },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  }
}

const comment = (body: string, as = token) =>
  ask('/repos/acme/shop/issues/1/comments', { method: 'POST', body: { body }, token: as })

describe('its answers are as published', () => {
  test.each([
    '/repos/acme/shop',
    '/repos/acme/shop/pulls/1',
    '/repos/acme/shop/pulls?state=open&head=acme:feature',
    '/repos/acme/shop/pulls/1/files?per_page=100',
    '/repos/acme/shop/commits?sha=feature&per_page=50',
    '/repos/acme/shop/commits/main',
    '/repos/acme/shop/compare/main...feature',
    '/repos/acme/shop/contents/.github/CODEOWNERS?ref=main',
    '/repos/acme/shop/issues/1/comments',
  ])('%s', async (path) => {
    await comment('hello')
    expect((await ask(path)).status).toBe(200)
    expect(github.violations).toEqual([])
  })

  test('runs, jobs and artifacts', async () => {
    const at = `/repos/acme/shop/actions/runs/${run.id}`
    for (const path of ['', '/jobs', '/attempts/1/jobs', '/attempts/1', '/artifacts?name=svc-journals-1'])
      expect((await ask(at + path)).status, path).toBe(200)
    const of = `/repos/acme/shop/commits/${pull.headSha}/pulls`
    expect((await ask(of)).body).toMatchObject([{ number: 1 }])
    expect(github.violations).toEqual([])
  })

  test('a comparison finds the merge base and what is before and behind', async () => {
    const { body } = await ask('/repos/acme/shop/compare/main...feature')
    const head = github.state.commits.get(pull.headSha)
    const before = github.state.commits.get(head?.parents[0] ?? '')
    expect(body).toMatchObject({ status: 'diverged', ahead_by: 2, behind_by: 1 })
    expect(body.merge_base_commit.sha).toBe(before?.parents[0])
  })

  test('an artifact comes from a signed link that is shown no token', async () => {
    const { status, headers } = await ask('/repos/acme/shop/actions/artifacts/6/zip')
    expect(status).toBe(302)
    const link = headers.get('location') ?? ''
    expect(await (await fetch(link)).text()).toBe('zip')
    expect(github.violations).toEqual([])
    expect((await fetch(link, { headers: { authorization: `Bearer ${token}` } })).status).toBe(400)
    expect(github.violations).toHaveLength(1)
  })

  test('raw content', async () => {
    const accept = 'application/vnd.github.raw+json'
    expect((await ask('/repos/acme/shop/contents/.github/CODEOWNERS', { accept })).text).toBe('* @acme/all\n')
    expect(github.violations).toEqual([])
  })

  test('a file above 1 MB is refused, because GitHub names only its size', async () => {
    const large = `# ${'x'.repeat(1024 * 1024)}`
    const sha = addCommit(github.state, repository, 'large', { 'huge.yml': large, 'small.yml': 'on: push' })
    const client = makeGitHub({
      apiUrl: github.url,
      graphqlUrl: `${github.url}/graphql`,
      token,
      post: makePost(undefined),
      deadline: performance.now() + 60_000,
      say: () => undefined,
    })
    const read = (path: string) =>
      textOfFile(client, { full: 'acme/shop', owner: 'acme', name: 'shop' }, path, sha)
    expect(await read('small.yml')).toBe('on: push')
    expect(await read('none.yml')).toBe(undefined)
    await expect(read('huge.yml')).rejects.toThrow('huge.yml is larger than 1 MB and was ignored.')
  })

  test('comments are made, changed, listed and deleted', async () => {
    const made = await comment('one')
    expect(made).toMatchObject({ status: 201, body: { body: 'one', user: { login: 'github-actions[bot]' } } })
    const at = `/repos/acme/shop/issues/comments/${made.body.id}`
    expect((await ask(at, { method: 'PATCH', body: { body: 'two' } })).body.body).toBe('two')
    expect((await ask(at, { method: 'DELETE' })).status).toBe(204)
    expect((await ask(at, { method: 'PATCH', body: { body: 'three' } })).status).toBe(404)
    expect(github.violations).toEqual([])
  })

  test('lists come in pages', async () => {
    for (let i = 0; i < 5; i++) await comment(`${i}`)
    const { body, headers } = await ask('/repos/acme/shop/issues/1/comments?per_page=2&page=2')
    expect(body.map((each: { body: string }) => each.body)).toEqual(['2', '3'])
    expect(headers.get('link')).toContain('page=3')
  })
})

describe('it notices what is not published', () => {
  test.each([
    ['a path', '/repos/acme/shop/pull/1', {}],
    ['a method', '/repos/acme/shop/pulls/1', { method: 'POST' }],
    ['a query parameter', '/repos/acme/shop/pulls?heads=x', {}],
    ['a value of a parameter', '/repos/acme/shop/pulls?state=opened', {}],
    ['a path parameter that is no number', '/repos/acme/shop/pulls/one', {}],
    ['a missing field', '/repos/acme/shop/issues/1/comments', { method: 'POST', body: {} }],
    [
      'an unknown field',
      '/repos/acme/shop/issues/1/comments',
      { method: 'POST', body: { body: 'a', text: 'b' } },
    ],
    ['a field of another type', '/repos/acme/shop/issues/1/comments', { method: 'POST', body: { body: 1 } }],
    ['a missing body', '/repos/acme/shop/issues/1/comments', { method: 'POST' }],
    ['a query without the schema', '/graphql', { method: 'POST', body: { query: '{ viewer { name2 } }' } }],
  ])('%s', async (_, path, init) => {
    await ask(path, init)
    expect(github.violations).not.toEqual([])
  })
})

describe('it refuses as GitHub does', () => {
  test('a token that may only read', async () => {
    const reading = addToken(github.state, PERMISSIONS.fork)
    expect(await comment('a', reading)).toMatchObject({
      status: 403,
      body: { message: 'Resource not accessible by integration' },
    })
    expect((await ask('/repos/acme/shop/issues/1/comments', { token: reading })).status).toBe(200)
    expect((await ask('/repos/acme/shop/pulls/1', { token: addToken(github.state, {}) })).status).toBe(403)
  })

  test('a revoked token, no token, a locked thread, a text that is too long, a comment of somebody else', async () => {
    const revoked = addToken(github.state)
    Object.assign(github.state.tokens.get(revoked) ?? {}, { isRevoked: true })
    expect((await ask('/repos/acme/shop', { token: revoked })).body.message).toBe('Bad credentials')
    expect((await comment('a'.repeat(65_537))).status).toBe(422)
    expect((await comment('a'.repeat(65_536))).status).toBe(201)
    const other = await comment('mine', addToken(github.state, PERMISSIONS.write, 'somebody'))
    const at = `/repos/acme/shop/issues/comments/${other.body.id}`
    expect((await ask(at, { method: 'DELETE' })).status).toBe(403)
    pull.isLocked = true
    expect(await comment('a')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('locked') },
    })
    expect(github.violations).toEqual([])
  })

  test('as often as configured', async () => {
    const answer = { status: 429, headers: { 'retry-after': '1' }, body: { message: 'slow down' } }
    github.trouble({ match: /^GET .*\/pulls\/1$/, times: 2, answer })
    github.trouble({ match: /^GET .*\/pulls\/1$/, answer: 'cut' })
    const statuses = [await ask('/repos/acme/shop/pulls/1'), await ask('/repos/acme/shop/pulls/1')]
    expect(statuses.map(({ status }) => status)).toEqual([429, 429])
    await expect(ask('/repos/acme/shop/pulls/1')).rejects.toThrow()
    expect((await ask('/repos/acme/shop/pulls/1')).status).toBe(200)
  })
})

const COMMENTS = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 2, after: $after) {
        nodes { databaseId body viewerDidAuthor }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`

test('a query gives comments page by page and says whose they are', async () => {
  await comment('one')
  await comment('two', addToken(github.state, PERMISSIONS.write, 'somebody'))
  await comment('three')
  const variables = { owner: 'acme', name: 'shop', number: 1 }
  const read = async (after: string | null) => {
    const { body } = await ask('/graphql', {
      method: 'POST',
      body: { query: COMMENTS, variables: { ...variables, after } },
    })
    return body.data.repository.pullRequest.comments
  }
  const first = await read(null)
  expect(first.nodes).toMatchObject([
    { body: 'one', viewerDidAuthor: true },
    { body: 'two', viewerDidAuthor: false },
  ])
  const second = await read(first.pageInfo.endCursor)
  expect(second).toMatchObject({ nodes: [{ body: 'three' }], pageInfo: { hasNextPage: false } })
  expect(github.violations).toEqual([])
})
