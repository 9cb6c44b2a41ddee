import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { type Cluster, listFailures, noElement, project, settledShop, sizes } from '../../testing/failures.ts'
import type { TestAnswer, TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { sha } from '../../testing/sha.ts'
import { failed, flaky, passed, run, send, settled } from '../../testing/upload.ts'

onEachDatabase('clusters of failures', (makeApp) => {
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
    const readAll = async () => {
      const clusters = await listFailures(app, `execution=${id}`)
      expect(sizes(clusters).sort()).toEqual([...expected].sort())
      return clusters
    }
    const [first] = await readAll()
    await app.settle(id)
    app.advance(60_000)
    const settledClusters = await readAll()
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
    const filesOutside = (clusters: typeof settledClusters) =>
      clusters.filter(({ errors }) => errors > 0).map(({ errorFiles }) => errorFiles)
    expect(filesOutside(settledClusters)).toEqual([['z.ts']])
    expect(filesOutside(await listFailures(app, `project=${project}`))).toEqual([['z.ts']])

    await archive(app, id)
    expect(await readAll()).toEqual(settledClusters)
    // The same from the project's side.
    expect(sizes(await listFailures(app, `project=${project}`)).sort()).toEqual([...expected].sort())
  })

  test('pages of both lists', async () => {
    const app = await makeApp()
    const words = ['one', 'two', 'three', 'four', 'five']
    const ids: string[] = []
    for (const word of words)
      ids.push(
        await settledShop(app, { results: [failed('a', { message: word }), passed('b'), passed('c')] }),
      )
    const whole = await settledShop(app, {
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
    const id = await settledShop(app, { results: [noElement('a'), passed('b')] })
    await settled(app, { project: 'other', results: [passed('a')] })
    const fingerprint = (await listFailures(app, `execution=${id}`))[0]?.fingerprint
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

async function startOf(app: TestApp, id: string): Promise<string> {
  return (await app.get<{ startedAt: string }>(`/api/executions/${id}?limit=1`)).data.startedAt
}
