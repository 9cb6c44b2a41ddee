import type { Worker } from 'node:worker_threads'
import { ciOperations, comparisonOperations, pullRequestOperations } from '@svc/schema/operations'
import { expect, onTestFinished, test } from 'vitest'
import { makeCursors } from '../../ground/kernel/cursor.ts'
import { readCursorKey } from '../../ground/store/secret.ts'
import type { Compared } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestAnswer, TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { sha } from '../../testing/sha.ts'
import { failed, flaky, type MadeTest, passed, run, send } from '../../testing/upload.ts'
import { OFFLOADED_VERBS } from './offloaded-verbs.ts'

/** More than are compared on the request's own thread. */
const MANY = 600
const many = (change: (i: number) => MadeTest | undefined = () => undefined) =>
  Array.from({ length: MANY }, (_, i) => change(i) ?? passed(`test ${i}`))

/** A run of main, and a pull request that breaks tests, adds some and takes one out; ids of both. */
async function pullRequest(app: TestApp, key = app.key) {
  const ran = async (build: string, code: object, results: MadeTest[]) => {
    const { data } = await send(app, run({ build, code: { repository: 'acme/shop', ...code }, results }), {
      key,
    })
    await app.request(`/api/executions/${data.execution.id}/settle`, { method: 'POST', key })
    app.advance(60_000)
    return data.execution.id
  }
  const base = await ran('main', { branch: 'main', testedSha: sha('1') }, many())
  const changed = many((i) => {
    if (i === 5) return failed('test 5', { message: 'naïve ✗' })
    return i === 7 ? flaky('test 7') : i === 9 ? passed('new') : undefined
  })
  const code = { branch: 'pr', baseBranch: 'main', pullRequest: 7, testedSha: sha('2'), baseSha: sha('1') }
  return { base, head: await ran('pr', code, changed) }
}

const comparing = (head: string, more = '') => `/api/compare?base=auto&head=${head}${more}`

/** Threads that this test starts to make answers. */
function threadsStarted(onStart: (thread: Worker) => void = () => undefined) {
  const threads: Worker[] = []
  const hear = (thread: Worker) => {
    // The store starts threads for its reads, too.
    if (thread.threadName !== 'answers') return
    threads.push(thread)
    onStart(thread)
  }
  process.on('worker', hear)
  onTestFinished(() => void process.off('worker', hear))
  return threads
}

onEachDatabase('answers made in threads', (makeApp) => {
  test('so are small ones whose files have to be compared with many owners', async () => {
    const app = await makeApp()
    const text = Array.from({ length: 5_000 }, (_, i) => `*${i}*x*y @owner-of-${i}`).join('\n')
    const codeowners = { path: 'CODEOWNERS', text }
    const { data } = await send(app, run({ codeowners, results: [failed('a')] }))
    const { data: other } = await send(app, run({ project: 'other', results: [failed('a')] }))
    const threads = threadsStarted()
    expect((await app.get(`/api/executions/${other.execution.id}/results`)).status).toBe(200)
    expect(threads).toHaveLength(0)
    expect((await app.get(`/api/executions/${data.execution.id}/results`)).status).toBe(200)
    expect(threads).toHaveLength(1)
  })

  test('so is the comment of a small pull request with as many owners', async () => {
    const app = await makeApp()
    const text = Array.from({ length: 5_000 }, (_, i) => `*${i}*x*y @owner-of-${i}`).join('\n')
    const codeowners = { path: 'CODEOWNERS', text }
    const code = { repository: 'acme/shop', branch: 'pr', pullRequest: 7, testedSha: sha('2') }
    await send(app, run({ code: { ...code, pullRequest: 8 }, build: 'small', results: [failed('a')] }))
    await send(app, run({ code, codeowners, results: [failed('a')] }))
    const threads = threadsStarted()
    expect((await app.get('/api/pull-requests/8')).status).toBe(200)
    expect(threads).toHaveLength(0)
    expect((await app.get('/api/pull-requests/7')).status).toBe(200)
    expect(threads).toHaveLength(1)
  })

  test.each(['/api/flaky-tests?project=shop', '/api/tests?project=shop&owner=@a'])(
    'so is %s, which looks at any number of tests',
    async (path) => {
      const app = await makeApp()
      await send(app, run({ results: Array.from({ length: 1_001 }, (_, i) => flaky(`test ${i}`)) }))
      const threads = threadsStarted()
      expect((await app.get('/api/tests?project=shop')).status).toBe(200)
      expect(threads).toHaveLength(0)
      expect((await app.get(path)).status).toBe(200)
      expect(threads).toHaveLength(1)
    },
  )

  test('so are failures of a project, whose history has no limit', async () => {
    const app = await makeApp()
    await pullRequest(app)
    const threads = threadsStarted()
    const { data: listed } = await app.get<{ fingerprint: string }[]>('/api/failures?project=shop')
    expect(threads).toHaveLength(1)
    const path = `/api/failures/${listed[0]?.fingerprint}?project=shop`
    const { data: one } = await app.get<{ fingerprint: string; occurrences: unknown[] }>(path)
    expect(one).toMatchObject({ ...listed[0], occurrences: [{ legs: ['linux-x64-node24'] }] })
    expect(threads).toHaveLength(1)
  })

  test('they say what the same verbs say here, to the last character', async () => {
    const app = await makeApp()
    const { base, head } = await pullRequest(app)
    const { id: organizationId } = await app.store.read
      .selectFrom('organization')
      .select('id')
      .executeTakeFirstOrThrow()
    const caller = {
      organizationId,
      credential: '',
      apiKeyId: null,
      personId: null,
      role: 'admin' as const,
      scopes: new Set(['read' as const]),
      projectId: null,
      endsAt: null,
    }
    const cursors = makeCursors(await readCursorKey(app.store), organizationId, () =>
      JSON.stringify([
        '/api/compare',
        [
          ['base', 'auto'],
          ['head', head],
        ],
      ]),
    )
    const times = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
    const ctx = { store: app.store, clock: app.clock, baseUrl: 'http://svc.test', times, caller, cursors }
    const here = {
      compare: await OFFLOADED_VERBS.compareExecutions.make({
        ctx,
        input: comparisonOperations.compareExecutions.input.parse({ base: 'auto', head }),
      }),
      pull: await OFFLOADED_VERBS.getPullRequest.make({
        ctx,
        input: pullRequestOperations.getPullRequest.input.parse({ number: '7' }),
      }),
      report: await OFFLOADED_VERBS.getReport.make({
        ctx,
        input: ciOperations.getReport.input.parse({ id: head }),
      }),
    }
    const started = threadsStarted()
    const there = {
      compare: (await app.get(comparing(head))).data,
      pull: (await app.get('/api/pull-requests/7')).data,
      report: (await app.get(`/api/executions/${head}/report`)).data,
    }
    expect(started).toHaveLength(1)
    expect(there).toEqual(JSON.parse(JSON.stringify(here)))
    expect(there).toMatchObject({
      compare: { base: { id: base }, totals: { regressions: 1, newlyFlaky: 1, newTests: 1, removed: 1 } },
      report: { totals: { regressions: 1 } },
    })
    expect(here.pull.markdown).toContain('naïve')
  })

  test('a small one needs no thread, unless its base is large', async () => {
    const app = await makeApp()
    const results = [passed('test 0'), failed('test 1')]
    const small = (build: string, suite: string) =>
      send(app, run({ build, suite, code: { branch: 'pr', pullRequest: 8 }, results })).then(
        ({ data }) => data.execution.id,
      )
    const alone = await small('alone', 'other')
    await app.get(comparing(alone))
    const started = threadsStarted()
    await app.get(comparing(alone))
    await app.get('/api/pull-requests/8')
    expect(started).toHaveLength(0)
    await pullRequest(app)
    const part = await small('part', 'default')
    expect((await app.get<Compared>(comparing(part))).data.base).not.toBeNull()
    expect((await app.get('/api/pull-requests/8')).status).toBe(200)
    expect(started).toHaveLength(1)
  })

  test('pages continue by cursors that were made there; made-up ones, strangers and nonsense are refused', async () => {
    const app = await makeApp()
    const { base } = await pullRequest(app)
    const results = many((i) => failed(`new ${i}`))
    const { data } = await send(app, run({ build: 'all new', code: { branch: 'x' }, results }))
    const head = data.execution.id
    const names = new Set<string>()
    let cursor: string | null | undefined = ''
    while (cursor != null) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page: TestAnswer<Compared> = await app.get<Compared>(
        comparing(head, `&group=newTests&limit=200${more}`),
      )
      for (const { titles } of page.data.newTests) names.add(titles.join())
      cursor = page.data.nextCursors.newTests
    }
    expect(names.size).toBe(MANY)
    const stranger = await addOrganization(app)
    for (const [path, status, key] of [
      [comparing(head, '&group=newTests&cursor=bm9wZQ'), 400, app.key],
      [comparing(head, '&group=nonsense'), 400, app.key],
      [comparing(head, '&limit=1000000'), 400, app.key],
      [comparing("1' or '1'='1"), 400, app.key],
      [comparing(head), 404, stranger],
      [`/api/compare?base=00000000-0000-4000-8000-000000000000&head=${head}`, 404, app.key],
      [`/api/executions/${head}/report`, 404, stranger],
      [`/api/pull-requests/7`, 404, stranger],
    ] as const)
      expect(await app.get(path, { key }), path).toMatchObject({ status })
    expect(await app.get(`/api/compare?base=${base}&head=${head}`)).toMatchObject({ status: 200 })
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a thread groups the many failures of an execution, page by page', async () => {
    const app = await makeApp()
    const letters = (i: number) => [...`${i}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const results = many((i) => failed(`test ${i}`, { message: `no ${letters(i)} here` }))
    const { data } = await send(app, run({ build: 'all fail', results }))
    const started = threadsStarted()
    const messages = new Set<string>()
    for (let cursor = ''; ; ) {
      const path = `/api/failures?execution=${data.execution.id}&limit=200${cursor}`
      const page = await app.get<{ message: string }[]>(path)
      for (const { message } of page.data) messages.add(message)
      const next = page.page?.nextCursor
      if (!next) break
      cursor = `&cursor=${next}`
    }
    expect(messages.size).toBe(MANY)
    expect(started).toHaveLength(1)
  })

  test('a thread gathers what an agent needs to fix the failures of a large run', async () => {
    const app = await makeApp()
    const { head } = await pullRequest(app)
    const started = threadsStarted()
    const { status, data } = await app.get<{ totals: object }>(`/api/failure-context?execution=${head}`)
    expect(status, JSON.stringify(app.logged)).toBe(200)
    expect(JSON.stringify(data)).toContain('naïve ✗')
    expect(started).toHaveLength(1)
  })

  test('a thread that dies costs the answers it was making, and the next request starts another', async () => {
    const app = await makeApp()
    const { head } = await pullRequest(app)
    let isDeadly = true
    const started = threadsStarted((thread) => {
      if (isDeadly) thread.once('online', () => void thread.terminate())
    })
    const [one, other] = await Promise.all([
      app.get(comparing(head)),
      app.get(`/api/executions/${head}/report`),
    ])
    for (const answer of [one, other])
      expect(answer).toMatchObject({ status: 500, error: { code: 'INTERNAL' } })
    expect(JSON.stringify(app.logged)).toContain('The thread that made this answer ended')
    isDeadly = false
    const before = started.length
    expect(await app.get(comparing(head))).toMatchObject({ status: 200 })
    expect(started.length).toBe(before + 1)
  })

  test('of many questions of two organizations at once, each receives its own answer', async () => {
    const app = await makeApp()
    const { head } = await pullRequest(app)
    const key = await addOrganization(app)
    const other = await pullRequest(app, key)
    const headFor = (path: string, as: string) =>
      app.get<Compared>(path, { key: as }).then(({ data }) => data.head.id)
    // Sixteen questions, because a thread keeps its answers.
    const crowd = Array.from({ length: 16 }, (_, i) => headFor(comparing(head, `&limit=${i + 1}`), app.key))
    const one = headFor(comparing(other.head), key)
    expect(await one).toBe(other.head)
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([head]))
  })

  test('a client that goes away stops nobody else', async () => {
    const app = await makeApp()
    const { head } = await pullRequest(app)
    const leaving = new AbortController()
    const left = Array.from({ length: 6 }, () =>
      app.request(comparing(head), { signal: leaving.signal }).catch((error: unknown) => error),
    )
    leaving.abort()
    expect(await app.get(comparing(head))).toMatchObject({ status: 200 })
    await Promise.all(left)
    expect(await app.get(comparing(head))).toMatchObject({ status: 200 })
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
