import type { Failure } from '@svc/protocol'
import { expect, test } from 'vitest'
import { lockExecution } from '../executions/lock.ts'
import { readBadOfLocked } from '../results/read-failed-or-flaky.ts'
import { archive } from '../testing/archive.ts'
import { countRows } from '../testing/count-rows.ts'
import { onBothDatabases, onEachDatabase } from '../testing/each-database.ts'
import type { TestAnswer, TestApp } from '../testing/make-app.ts'
import { addOrganization } from '../testing/organization.ts'
import { failed, flaky, type MadeRun, type MadeTest, passed, run, send, settled } from '../testing/upload.ts'
import { addFailures, forgetFailures, removeFailures } from './record-failures.ts'

interface Seen {
  at: string
  execution: { id: string } | null
  branch: string | null
  commit: string | null
}
interface Cluster {
  fingerprint: string
  message: string
  failed: number
  flaky: number
  errors: number
  tests: number
  files: number
  legs: string[]
  executions: number
  branches: string[]
  branchCount: number
  commitCount: number
  days: object[]
  sample: { titles: string[] }[]
  firstSeen: Seen
  lastSeen: Seen
}
interface Detail extends Cluster {
  occurrences: { execution: { id: string; branch: string }; failed: number; tests: number; legs: string[] }[]
  nextCursor: string | null
}

const sha = (digit: string) => digit.repeat(40)
const project = 'shop'

async function list(app: TestApp, query: string) {
  const answer = await app.get<Cluster[]>(`/api/failures?${query}`)
  if (answer.error) throw new Error(answer.error.message)
  return answer.data
}

/** Each cluster as `message: failed/flaky/errors`. */
const sizes = (clusters: Cluster[]) =>
  clusters.map(({ message, failed, flaky, errors }) => `${message}: ${failed}/${flaky}/${errors}`)

const made = (app: TestApp, more: MadeRun) => settled(app, { project, ...more })

const noElement = (title: string, file?: string) =>
  failed(title, { message: 'no element #pay', ...(file ? { file } : {}) })

onEachDatabase('clusters of failures', (makeApp) => {
  test('each shows the class of its error, in an execution, in a project and alone', async () => {
    const app = await makeApp()
    const error = {
      message: 'x is undefined',
      name: 'TypeError',
      stack: 'TypeError: x is undefined\n  at a.ts:1:1',
    }
    const threw = (title: string, failure: Failure): MadeTest => ({
      ...failed(title),
      attempts: [{ status: 'failed', durationMs: 5, detail: { errors: [failure] } }],
    })
    const execution = await made(app, {
      results: [
        threw('a', error),
        threw('b', { message: `of many lines${'\nline'.repeat(1_000)}`, name: 'RangeError' }),
        failed('c', { message: 'plain' }),
      ],
    })
    const [first = [], second = []] = await Promise.all(
      [`execution=${execution}`, `project=${project}`].map((query) => list(app, query)),
    )
    for (const clusters of [first, second])
      expect(clusters.map(({ message }) => message.split('\n')[0]).sort()).toEqual([
        'RangeError: of many lines',
        'TypeError: x is undefined',
        'plain',
      ])
    const fingerprint = first.find(({ message }) => message.startsWith('TypeError'))?.fingerprint
    const alone = await app.get<Detail>(`/api/failures/${fingerprint}?project=${project}`)
    expect(alone.data.message).toBe('TypeError: x is undefined')
    expect(await list(app, `project=${project}&q=x%20is`)).toHaveLength(1)
  })

  test('a search finds the class of an error, alone and before its message', async () => {
    const app = await makeApp()
    const threw = (title: string, failure: Failure): MadeTest => ({
      ...failed(title),
      attempts: [{ status: 'failed', durationMs: 5, detail: { errors: [failure] } }],
    })
    const execution = await made(app, {
      results: [
        threw('a', { message: 'x is undefined', name: 'TypeError', stack: 'says "name":"Quoted" \0 \ud800' }),
        threw('b', { message: 'no room', name: 'java.lang.IllegalStateException' }),
        failed('c', { message: 'TypeError by hand' }),
        failed('d', { message: 'plain' }),
      ],
    })
    for (const place of [`execution=${execution}`, `project=${project}`]) {
      const found = async (q: string) =>
        (await list(app, `${place}&q=${encodeURIComponent(q)}`)).map(({ message }) => message).sort()
      expect(await found('typeerror'), place).toEqual(['TypeError by hand', 'TypeError: x is undefined'])
      expect(await found('Error: x is'), place).toEqual(['TypeError: x is undefined'])
      expect(await found('IllegalState'), place).toEqual(['java.lang.IllegalStateException: no room'])
      expect(await found('plain'), place).toEqual(['plain'])
      for (const none of ['Quoted', '_ypeError', 'Error: plain']) expect(await found(none), place).toEqual([])
    }
  })

  test('within an execution they add up to its counts, whether it runs, has settled or is archived', async () => {
    const app = await makeApp()
    const code = { branch: 'topic', testedSha: sha('1') }
    const opened = await send(
      app,
      run({
        project,
        build: 'x',
        code,
        part: { leg: 'linux' },
        results: [
          noElement('a', 'a.ts'),
          noElement('b', 'a.ts'),
          flaky('c', { file: 'c.ts', message: 'no element #pay' }),
          failed('d', { message: 'took 5000 ms' }),
          { file: 'd.ts', titles: ['silent'], attempts: [{ status: 'failed' }] },
          passed('e'),
        ],
        errors: [{ file: 'z.ts', failure: { message: 'Cannot find ./z' } }],
      }),
    )
    await send(
      app,
      run({ project, build: 'x', code, part: { leg: 'windows' }, results: [noElement('a', 'a.ts')] }),
    )
    const id = opened.data.execution.id
    const expected = ['no element #pay: 3/1/0', ': 1/0/0', 'Cannot find ./z: 0/0/1', 'took 5000 ms: 1/0/0']
    const listFailures = async () => {
      const clusters = await list(app, `execution=${id}`)
      expect(sizes(clusters).sort()).toEqual([...expected].sort())
      return clusters
    }
    const [first] = await listFailures()
    await app.settle(id)
    app.advance(60_000)
    const settledClusters = await listFailures()
    expect(settledClusters[0]).toEqual(first)
    expect(first).toMatchObject({
      tests: 3,
      files: 2,
      legs: ['linux', 'windows'],
      executions: 1,
      branches: ['topic'],
      commitCount: 1,
      sample: [{ titles: ['a'] }, { titles: ['b'] }, { titles: ['c'] }],
      firstSeen: { execution: { id }, branch: 'topic', commit: sha('1') },
      lastSeen: { execution: { id } },
    })
    const { data } = await app.get<{ counts: Record<string, number> }>(`/api/executions/${id}?limit=1`)
    const sum = (of: 'failed' | 'flaky' | 'errors') =>
      settledClusters.reduce((total, cluster) => total + cluster[of], 0)
    expect(data.counts).toMatchObject({ failed: sum('failed'), flaky: sum('flaky'), errors: sum('errors') })
    expect(settledClusters.find((cluster) => cluster.message === '')?.fingerprint).toBe('none')

    await archive(app, id)
    expect(await listFailures()).toEqual(settledClusters)
    // The same from the project's side.
    expect(sizes(await list(app, `project=${project}`)).sort()).toEqual([...expected].sort())
  })

  test('across executions: how many, where, and first seen of all time, regardless of the window', async () => {
    const app = await makeApp({ startAt: Date.parse('2026-01-10T12:00:00Z') })
    const on = (branch: string, digit: string) => ({ branch, testedSha: sha(digit), tree: sha(digit) })
    const first = await made(app, { code: on('main', '1'), results: [noElement('a'), passed('b')] })
    app.advance(40 * 86_400_000)
    const results = [noElement('a'), noElement('b'), passed('c'), passed('d')]
    const second = await made(app, { code: on('topic', '2'), results })
    await made(app, { code: on('topic', '2'), results: [noElement('b'), passed('c'), passed('d')] })
    await made(app, { code: on('main', '3'), results: [passed('a'), failed('c', { message: 'refused' })] })
    await made(app, { code: on('main', '4'), results: [passed('a'), noElement('d')], trust: 'fork' })

    const clusters = await list(app, `project=${project}`)
    expect(sizes(clusters)).toEqual(['refused: 1/0/0', 'no element #pay: 3/0/0'])
    expect(clusters[1]).toMatchObject({
      tests: 2,
      executions: 2,
      branches: ['topic'],
      commitCount: 1,
      firstSeen: {
        at: '2026-01-10T12:00:00.000Z',
        execution: { id: first },
        branch: 'main',
        commit: sha('1'),
      },
      lastSeen: { branch: 'topic' },
    })
    // All of it: one more execution and one more test nowhere else.
    const all = await list(app, `project=${project}&from=2026-01-01`)
    expect(all[1]).toMatchObject({
      failed: 4,
      tests: 2,
      executions: 3,
      branches: ['topic', 'main'],
      branchCount: 2,
    })
    expect(all[1]?.days).toEqual([
      { day: '2026-01-10', executions: 1, failures: 1 },
      { day: '2026-02-19', executions: 2, failures: 3 },
    ])
    expect(sizes(await list(app, `project=${project}&branch=main`))).toEqual(['refused: 1/0/0'])
    expect(sizes(await list(app, `project=${project}&branch=main&from=2026-01-01&to=2026-02-01`))).toEqual([
      'no element #pay: 1/0/0',
    ])
    expect(sizes(await list(app, `project=${project}&q=ELEMENT`))).toEqual(['no element #pay: 3/0/0'])
    expect(await list(app, `project=${project}&q=%25`)).toEqual([])

    const fingerprint = clusters[1]?.fingerprint
    const { data: detail } = await app.get<Detail>(`/api/failures/${fingerprint}?project=${project}`)
    const { occurrences, nextCursor, ...summary } = detail
    expect(summary).toEqual(clusters[1])
    expect(nextCursor).toBeNull()
    expect(occurrences).toHaveLength(summary.executions)
    expect(occurrences.map(({ failed, tests }) => [failed, tests])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(occurrences[1]).toMatchObject({
      execution: { id: second, branch: 'topic', commit: sha('2'), state: 'failed', suite: 'default' },
      legs: ['linux-x64-node24'],
      sample: [{ titles: ['a'] }, { titles: ['b'] }],
    })
    const page = async (more: string) =>
      (
        await app.get<Detail>(
          `/api/failures/${fingerprint}?project=${project}&from=2026-01-01&limit=2${more}`,
        )
      ).data
    const one = await page('')
    const two = await page(`&cursor=${one.nextCursor}`)
    expect([...one.occurrences, ...two.occurrences].map(({ execution }) => execution.id)).toHaveLength(3)
    expect(two).toMatchObject({ occurrences: [{ execution: { id: first } }], nextCursor: null })
  })

  test('opened again, deleted and forgotten, first seen and counts are those of what is left', async () => {
    const app = await makeApp()
    const first = await made(app, { build: 'first', results: [noElement('a'), passed('b')] })
    const second = await made(app, { results: [noElement('a'), passed('b')] })
    const only = async () => (await list(app, `project=${project}`))[0]
    expect(await only()).toMatchObject({ executions: 2, firstSeen: { execution: { id: first } } })
    const before = await only()

    // A further part opens the first again: until it settles, it is no evidence.
    const more = run({ project, build: 'first', part: { job: 'more' }, results: [noElement('c')] })
    await send(app, more)
    expect(await only()).toMatchObject({ executions: 1, failed: 1, firstSeen: { execution: { id: second } } })
    await app.settle(first)
    expect(await only()).toMatchObject({ executions: 2, failed: 3, tests: 2, firstSeen: before?.firstSeen })

    expect((await app.delete(`/api/executions/${first}`)).status).toBe(200)
    expect(await only()).toMatchObject({ executions: 1, failed: 1, firstSeen: { execution: { id: second } } })

    // Removed by retention it still was the first.
    const third = await made(app, { results: [noElement('a'), passed('b')] })
    const row = await app.store.lookup
      .selectFrom('execution')
      .select('id')
      .where('public_id', '=', second)
      .executeTakeFirstOrThrow()
    const firstSeenAt = (await only())?.firstSeen.at
    await app.store.write((db) => forgetFailures(db, row.id))
    expect(await only()).toMatchObject({
      executions: 1,
      firstSeen: { at: firstSeenAt, execution: null },
      lastSeen: { execution: { id: third } },
    })
  })

  test('what nothing has any more is gone', async () => {
    const app = await makeApp()
    const id = await made(app, { results: [noElement('a'), failed('b', { message: 'other' })] })
    const [cluster] = await list(app, `project=${project}`)
    await app.delete(`/api/executions/${id}`)
    expect(await list(app, `project=${project}`)).toEqual([])
    expect(await app.get(`/api/failures/${cluster?.fingerprint}?project=${project}`)).toMatchObject({
      status: 404,
    })
    expect(await countRows(app)).toMatchObject({ failure_cluster: 0, failure_run: 0 })
  })

  test('pages of both lists', async () => {
    const app = await makeApp()
    const words = ['one', 'two', 'three', 'four', 'five']
    const ids: string[] = []
    for (const word of words)
      ids.push(await made(app, { results: [failed('a', { message: word }), passed('b'), passed('c')] }))
    const whole = await made(app, {
      results: words.flatMap((word, i) =>
        Array.from({ length: i + 1 }, (_, n) => failed(`${word} ${n}`, { message: word })),
      ),
    })
    for (const [query, messages] of [
      [`execution=${whole}`, [...words].reverse()],
      [`project=${project}&to=${await startOf(app, whole)}`, [...words].reverse()],
    ] as const) {
      const seen: string[] = []
      let cursor: string | null | undefined = ''
      while (cursor !== null && cursor !== undefined) {
        const answer: TestAnswer<Cluster[]> = await app.get<Cluster[]>(
          `/api/failures?${query}&limit=2${cursor && `&cursor=${cursor}`}`,
        )
        seen.push(...answer.data.map(({ message }) => message))
        cursor = answer.page?.nextCursor
      }
      expect(seen).toEqual(messages)
    }
  })

  test('another organization and another project see nothing, bad input is named', async () => {
    const app = await makeApp()
    const id = await made(app, { results: [noElement('a'), passed('b')] })
    await settled(app, { project: 'other', results: [passed('a')] })
    const fingerprint = (await list(app, `execution=${id}`))[0]?.fingerprint
    const restricted = await app.post<{ value: string }>('/api/keys', { name: 'k', project: 'other' })
    const paths = [`?execution=${id}`, `?project=${project}`, `/${fingerprint}?project=${project}`]
    for (const key of [await addOrganization(app), restricted.data.value])
      for (const path of paths)
        expect(await app.get(`/api/failures${path}`, { key })).toMatchObject({
          status: 404,
          error: { code: 'NOT_FOUND' },
        })
    expect(await app.get(`/api/failures/${fingerprint}?project=other`)).toMatchObject({ status: 404 })
    for (const [query, message] of [
      ['', "project is required and must be a project's slug, unless execution is given"],
      ['?execution=x', 'execution must be the id of an execution'],
      [`?execution=${id}&project=shop`, 'execution cannot be combined with project'],
      [`?execution=${id}&from=2026-01-01`, 'execution cannot be combined with from'],
      ['?project=shop&from=x', 'from must be a time'],
      ['?project=shop&to=2101-01-01', 'to must be a time from 1970 to 2100'],
      ['?project=shop&from=2026-02-01&to=2026-01-01', 'before to'],
      ['?project=shop&from=2024-01-01', 'at most 400 days'],
      ['?project=shop&branch=', 'branch must have at least 1 character'],
      ['?project=shop&q=', 'q must have at least 1 character'],
      ['?project=shop&limit=201', 'limit must be a whole number from 1 to 200'],
      ['?project=shop&cursor=x', 'cursor must be the nextCursor'],
      [`?execution=${id}&cursor=x`, 'cursor must be the nextCursor'],
      ['?project=shop&sort=x', 'There is no parameter "sort"'],
      [`/${fingerprint}`, 'project is required'],
      [`/${fingerprint}?project=shop&q=x`, 'There is no parameter "q"'],
      [`/${fingerprint}?project=shop&cursor=x`, 'cursor must be the nextCursor'],
    ])
      expect(await app.get(`/api/failures${query}`), query).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringContaining(message as string) },
      })
    for (const path of ['/xyz', `/${'0'.repeat(16)}`])
      expect(await app.get(`/api/failures${path}?project=shop`)).toMatchObject({ status: 404 })
  })
})

onBothDatabases('recording of failures', (makeApp) => {
  test('reads no messages: those of one execution may take hundreds of MiB', async () => {
    const app = await makeApp()
    const results = [
      failed('a', { message: 'wrong' }),
      failed('b', { message: 'wrong' }),
      flaky('c'),
      passed('d'),
    ]
    await settled(app, { results, errors: [{ failure: { message: 'outside' } }] })
    const runs = () => app.store.read.selectFrom('failure_run').selectAll().orderBy('tests').execute()
    const before = await runs()
    expect(before).toMatchObject([
      { errors: 1, tests: 0 },
      { flaky: 1, tests: 1 },
      { failed: 2, tests: 2 },
    ])
    const columns = new Set<string>()
    await app.store.write(async (db) => {
      const execution = await lockExecution(db, app.store.dialect, 1)
      await removeFailures(db, execution)
      const listening = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          for (const row of result.rows) for (const column of Object.keys(row)) columns.add(column)
          return result
        },
      })
      await addFailures(listening, execution, await readBadOfLocked(listening, execution))
    })
    expect(columns).toContain('reason_id')
    expect(columns).not.toContain('message')
    const withoutIds = (rows: typeof before) => rows.map(({ cluster_id, ...row }) => row)
    expect(withoutIds(await runs())).toEqual(withoutIds(before))
  })
})

async function startOf(app: TestApp, id: string): Promise<string> {
  return (await app.get<{ startedAt: string }>(`/api/executions/${id}?limit=1`)).data.startedAt
}
