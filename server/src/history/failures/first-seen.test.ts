import { expect, test } from 'vitest'
import { countRows } from '../../testing/count-rows.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { type Detail, listFailures, noElement, project, settledShop, sizes } from '../../testing/failures.ts'
import { sha } from '../../testing/sha.ts'
import { failed, passed, run, send } from '../../testing/upload.ts'
import { forgetFailures } from './record-failures.ts'

onEachDatabase('clusters of failures', (makeApp) => {
  test('across executions: how many, where, and first seen of all time, regardless of the window', async () => {
    const app = await makeApp({ startAt: Date.parse('2026-01-10T12:00:00Z') })
    const on = (branch: string, digit: string) => ({ branch, testedSha: sha(digit), tree: sha(digit) })
    const first = await settledShop(app, { code: on('main', '1'), results: [noElement('a'), passed('b')] })
    app.advance(40 * 86_400_000)
    const results = [noElement('a'), noElement('b'), passed('c'), passed('d')]
    const second = await settledShop(app, { code: on('topic', '2'), results })
    await settledShop(app, { code: on('topic', '2'), results: [noElement('b'), passed('c'), passed('d')] })
    await settledShop(app, {
      code: on('main', '3'),
      results: [passed('a'), failed('c', { message: 'refused' })],
    })
    await settledShop(app, { code: on('main', '4'), results: [passed('a'), noElement('d')], trust: 'fork' })

    const clusters = await listFailures(app, `project=${project}`)
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
    const all = await listFailures(app, `project=${project}&from=2026-01-01`)
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
    expect(sizes(await listFailures(app, `project=${project}&branch=main`))).toEqual(['refused: 1/0/0'])
    expect(
      sizes(await listFailures(app, `project=${project}&branch=main&from=2026-01-01&to=2026-02-01`)),
    ).toEqual(['no element #pay: 1/0/0'])
    expect(sizes(await listFailures(app, `project=${project}&q=ELEMENT`))).toEqual(['no element #pay: 3/0/0'])
    expect(await listFailures(app, `project=${project}&q=%25`)).toEqual([])

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
    const first = await settledShop(app, { build: 'first', results: [noElement('a'), passed('b')] })
    const second = await settledShop(app, { results: [noElement('a'), passed('b')] })
    const only = async () => (await listFailures(app, `project=${project}`))[0]
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
    const third = await settledShop(app, { results: [noElement('a'), passed('b')] })
    const row = await app.store.lookup
      .selectFrom('execution')
      .select('id')
      .where('public_id', '=', second)
      .executeTakeFirstOrThrow()
    const firstSeenAt = (await only())?.firstSeen.at
    await app.store.write((db) => forgetFailures(db, row.id, 100))
    expect(await only()).toMatchObject({
      executions: 1,
      firstSeen: { at: firstSeenAt, execution: null },
      lastSeen: { execution: { id: third } },
    })
  })

  test('what nothing has any more is gone', async () => {
    const app = await makeApp()
    const id = await settledShop(app, { results: [noElement('a'), failed('b', { message: 'other' })] })
    const [cluster] = await listFailures(app, `project=${project}`)
    await app.delete(`/api/executions/${id}`)
    expect(await listFailures(app, `project=${project}`)).toEqual([])
    expect(await app.get(`/api/failures/${cluster?.fingerprint}?project=${project}`)).toMatchObject({
      status: 404,
    })
    expect(await countRows(app)).toMatchObject({ failure_cluster: 0, failure_run: 0 })
  })
})
