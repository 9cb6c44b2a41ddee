import type { ciOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp, TestRequest } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { pull } from '../../testing/pull-request.ts'
import { sha } from '../../testing/sha.ts'
import { failed, type MadeRun, passed, run, send, settled } from '../../testing/upload.ts'

type Answer = z.output<typeof ciOperations.addFacts.output>

const results = [passed('a')]

const tell = (app: TestApp, id: string, facts: object, init: TestRequest = {}) =>
  app.post<Answer>(`/api/executions/${id}/facts`, facts, init)
const begun = async (app: TestApp, made: MadeRun) =>
  (await send(app, run({ results, ...made }))).data.execution.id
const revisionOf = async (app: TestApp) =>
  (await app.get<{ revision: number }>('/api/pull-requests/7')).data.revision

onEachDatabase('facts that CI adds to an execution', (makeApp) => {
  test('fill in what is missing, and never what is known', async () => {
    const app = await makeApp()
    const id = await begun(app, { code: { branch: 'topic', headSha: sha('a'), testedSha: sha('b') } })
    const first = await tell(app, id, {
      mergeBaseSha: sha('C'),
      headSha: sha('A'),
      pullRequest: 7,
      baseBranch: 'main',
    })
    const known = { mergeBaseSha: sha('c'), headSha: sha('a'), pullRequest: 7, baseBranch: 'main' }
    expect(first.data).toMatchObject({ id, ...known, baseSha: null, trust: 'ci', branch: 'topic' })
    const second = await tell(app, id, {
      mergeBaseSha: sha('e'),
      baseSha: sha('f'),
      headSha: sha('e'),
      pullRequest: 8,
      baseBranch: 'other',
    })
    expect(second.data).toMatchObject({ ...known, baseSha: sha('f') })
    expect((await app.get(`/api/executions/${id}`)).data).toMatchObject({ ...known, baseSha: sha('f') })
  })

  test('a run of another commit than the head of a pull request does not come to stand for it', async () => {
    const app = await makeApp()
    const facts = { pullRequest: 7, headSha: sha('a') }
    const sendFacts = async (code: MadeRun['code']) => {
      const id = await begun(app, code ? { code } : {})
      return (await tell(app, id, facts)).data.pullRequest
    }
    // pull_request_target with the default checkout tests the base's own commit.
    expect(await sendFacts({ branch: 'main', testedSha: sha('b') })).toBeNull()
    expect(await sendFacts({ branch: 'main', testedSha: sha('b'), headSha: sha('b') })).toBeNull()
    expect(await sendFacts({ branch: 'main', testedSha: sha('a'), parents: [sha('b')] })).toBe(7)
    expect(await sendFacts({ branch: 'main', testedSha: sha('c'), parents: [sha('b'), sha('a')] })).toBe(7)
    expect(await sendFacts({ branch: 'main', testedSha: sha('d'), parents: [sha('a'), sha('b')] })).toBeNull()
    expect(await sendFacts({ branch: 'main' })).toBe(7)
  })

  test('a merge base that is known later leads to another base, and its comment is written again', async () => {
    const app = await makeApp()
    const onMain = (digit: string) => ({
      code: { branch: 'main', testedSha: sha(digit), headSha: sha(digit) },
    })
    const left = await settled(app, { ...onMain('1'), results })
    const newest = await settled(app, { ...onMain('2'), results: [failed('a')] })
    const head = await settled(app, { code: { ...pull, testedSha: sha('a') }, results: [failed('a')] })
    expect((await compare(app, head)).base?.id).toBe(newest)
    const before = await revisionOf(app)

    await tell(app, head, { mergeBaseSha: sha('1') })
    expect((await compare(app, head)).base?.id).toBe(left)
    expect(await revisionOf(app)).toBe(before + 1)
    await tell(app, head, { mergeBaseSha: sha('2') })
    await tell(app, head, {})
    expect(await revisionOf(app)).toBe(before + 1)
  })

  test('commits go into the graph, and a base is found along them', async () => {
    const app = await makeApp()
    const onMain = (digit: string) => ({
      code: { branch: 'main', testedSha: sha(digit), headSha: sha(digit) },
    })
    const tested = await settled(app, { ...onMain('1'), results })
    await settled(app, { ...onMain('2'), results })
    const head = await settled(app, { code: { ...pull, testedSha: sha('a') }, results })
    const before = await revisionOf(app)
    const ancestry = [
      { sha: sha('a'), parents: [sha('b')] },
      { sha: sha('b'), parents: [sha('1')], tree: sha('9') },
    ]
    await tell(app, head, { ancestry })
    const { base, baseChoice } = await compare(app, head)
    expect(base?.id).toBe(tested)
    expect(baseChoice).toMatchObject({ rule: 'ancestor', commitsAway: 2 })
    expect(await revisionOf(app)).toBe(before + 1)
    await tell(app, head, { ancestry })
    expect(await revisionOf(app)).toBe(before + 1)

    // A known commit keeps its parents; the tree that it lacked is news.
    await tell(app, head, { ancestry: [{ sha: sha('a'), parents: [sha('2')], tree: sha('8') }] })
    expect(await revisionOf(app)).toBe(before + 2)
    expect((await compare(app, head)).base?.id).toBe(tested)
  })

  test('the default branch is learned where nobody has told it', async () => {
    const app = await makeApp()
    await settled(app, { code: { branch: 'trunk' }, results })
    const base = await settled(app, { code: { branch: 'trunk' }, results })
    const head = await settled(app, { code: { branch: 'topic' }, results })
    expect((await compare(app, head)).base).toBeNull()
    await tell(app, head, { defaultBranch: 'trunk' })
    expect((await compare(app, head)).base?.id).toBe(base)
    await tell(app, head, { defaultBranch: 'topic' })
    expect((await compare(app, head)).base?.id).toBe(base)
  })

  test('settle waits for nothing that has to be waited for', async () => {
    const app = await makeApp()
    const open = await begun(app, { end: null })
    const still = { state: 'running', settled: false }
    expect((await tell(app, open, {})).data).toMatchObject({
      ...still,
      waitingFor: ['job test on linux-x64-node24, which has not ended'],
    })
    for (const settle of ['no', 'if-complete', 'now'])
      expect((await tell(app, open, { settle })).data).toMatchObject(still)

    const part = { shard: { index: 1, total: 2 } }
    const sharded = await begun(app, { build: 'sharded', part })
    expect((await tell(app, sharded, { settle: 'if-complete' })).data).toMatchObject({
      ...still,
      waitingFor: ['shard 2/2'],
    })
    // Nothing will come any more, so what has not come is lost; should it come all the same, it is taken.
    expect((await tell(app, sharded, { settle: 'now' })).data).toMatchObject({
      state: 'incomplete',
      settled: true,
      waitingFor: [],
    })
    await begun(app, { build: 'sharded', part: { shard: { index: 2, total: 2 } } })
    expect((await tell(app, sharded, { settle: 'no' })).data).toMatchObject({
      ...still,
      waitingFor: [expect.stringContaining('quiet period')],
    })
    expect((await tell(app, sharded, { settle: 'if-complete' })).data).toMatchObject({
      state: 'passed',
      settled: true,
      waitingFor: [],
    })
    expect((await tell(app, sharded, { settle: 'now' })).data).toMatchObject({ settled: true, revision: 2 })
  })

  test('if-complete waits for every part that the base had', async () => {
    const app = await makeApp()
    const places = [
      { job: 'unit', leg: 'linux' },
      { job: 'unit', leg: 'windows' },
      { job: 'e2e', leg: 'linux', package: 'web', config: 'e2e.config.ts' },
      { job: 'slow 1/2', leg: 'linux', shard: { index: 1, total: 2 } },
      { job: 'slow 2/2', leg: 'linux', shard: { index: 2, total: 2 } },
    ]
    let base = ''
    for (const part of places) base = await begun(app, { build: 'main', part })
    await app.settle(base)
    app.advance(60_000)
    const add = (part: object) => begun(app, { build: 'pr', code: pull, part })
    const look = async (id: string) =>
      (await tell(app, id, { settle: 'if-complete' })).data as Pick<Answer, 'settled' | 'waitingFor'>

    const head = await add({ job: 'unit', leg: 'linux' })
    expect(await look(head)).toMatchObject({
      settled: false,
      waitingFor: [
        'job unit on windows, which the base has',
        'job e2e of web with e2e.config.ts on linux, which the base has',
        'job slow on linux, which the base has',
      ],
    })
    await add({ job: 'unit', leg: 'windows' })
    await add({ job: 'e2e', leg: 'linux', package: 'web', config: 'e2e.config.ts' })
    // Cut into three now: it says itself what is missing.
    await add({ job: 'slow 1/3', leg: 'linux', shard: { index: 1, total: 3 } })
    expect(await look(head)).toMatchObject({ settled: false, waitingFor: ['shard 2/3', 'shard 3/3'] })
    await add({ job: 'slow 2/3', leg: 'linux', shard: { index: 2, total: 3 } })
    await add({ job: 'slow 3/3', leg: 'linux', shard: { index: 3, total: 3 } })
    expect(await look(head)).toMatchObject({ settled: true, waitingFor: [] })
    expect(await revisionOf(app)).toBeGreaterThan(0)
  })

  test('a change between sharded and unsharded leaves no missing part', async () => {
    const app = await makeApp()
    const shard = { index: 1, total: 1 }
    const whole = await begun(app, { build: 'm1', part: { job: 'unit' } })
    await app.settle(whole)
    app.advance(60_000)
    const cut = await begun(app, { build: 'p1', code: pull, part: { job: 'unit', shard } })
    expect((await tell(app, cut, { settle: 'if-complete' })).data.settled).toBe(true)

    const sharded = await begun(app, { build: 'm2', suite: 's', part: { job: 'unit 1/1', shard } })
    await app.settle(sharded)
    app.advance(60_000)
    const one = await begun(app, { build: 'p2', suite: 's', code: pull, part: { job: 'unit' } })
    expect((await tell(app, one, { settle: 'if-complete' })).data.settled).toBe(true)
  })

  test('what is not taken is refused by its name', async () => {
    const app = await makeApp()
    const id = await begun(app, {})
    const commit = { sha: sha('a'), parents: [] }
    const refused: [object, RegExp][] = [
      [{ mergeBaseSha: 'abc' }, /^mergeBaseSha must be a full commit sha/],
      [{ baseSha: 7 }, /^baseSha must be a full commit sha/],
      [{ headSha: `${sha('a')}a` }, /^headSha must be a full commit sha/],
      [{ pullRequest: 0 }, /^pullRequest must be a whole number from 1/],
      [{ baseBranch: '' }, /^baseBranch must have at least 1/],
      [{ defaultBranch: 'b'.repeat(1_001) }, /^defaultBranch must have at most 1000/],
      [{ ancestry: new Array(101).fill(commit) }, /^ancestry must have at most 100/],
      [
        { ancestry: [{ ...commit, parents: ['x'] }] },
        /^ancestry\[0\]\.parents\[0\] must be a full commit sha/,
      ],
      [{ ancestry: [{ ...commit, more: 1 }] }, /"more"/],
      [{ settle: 'later' }, /^settle must be one of no, if-complete, now/],
      [{ trust: 'ci' }, /"trust"/],
      [{ id }, /^id .* path/],
    ]
    for (const [facts, message] of refused)
      expect(await tell(app, id, facts), JSON.stringify(facts)).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
      })
    expect((await tell(app, 'x', {})).error).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('another organization and another project have no such execution, and a viewer adds nothing', async () => {
    const app = await makeApp()
    const id = await begun(app, {})
    const own = await begun(app, { project: 'docs' })
    const key = async (made: object) =>
      (await app.post<{ value: string }>('/api/keys', { name: 'made', ...made })).data.value
    const docs = await key({ project: 'docs' })
    const stranger = await addOrganization(app)
    const facts = { mergeBaseSha: sha('1'), settle: 'now' }
    for (const other of [docs, stranger])
      expect(await tell(app, id, facts, { key: other })).toMatchObject({
        status: 404,
        error: { code: 'NOT_FOUND' },
      })
    for (const made of [{ role: 'viewer' }, { scopes: ['read'] }])
      expect(await tell(app, id, facts, { key: await key(made) })).toMatchObject({
        status: 403,
        error: { code: 'FORBIDDEN' },
      })
    expect((await app.get(`/api/executions/${id}`)).data).toMatchObject({
      mergeBaseSha: null,
      state: 'running',
    })
    expect((await tell(app, own, facts, { key: docs })).data).toMatchObject({ mergeBaseSha: sha('1') })
  })

  test('are no write, and their bytes are those of uploads', async () => {
    const app = await makeApp({ rateLimits: { writes: 1, ingestBytes: 5_000 } })
    const id = await begun(app, {})
    const ask = () => tell(app, id, { baseBranch: 'main' }, { headers: { 'Content-Length': '1000' } })
    const first = await ask()
    expect(first.status).toBe(200)
    expect(first.headers.get('RateLimit-Remaining')).toBe('0')
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await ask()).status)
    expect(statuses).toEqual(expect.arrayContaining([200, 429]))
    expect((await app.settle(id)).status).toBe(429)
  })
})
