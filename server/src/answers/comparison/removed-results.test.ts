import { expect, test } from 'vitest'
import { removeResults } from '../../results/results/remove-results.ts'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failedTwice, passed, settled } from '../../testing/upload.ts'
import { mainRuns, topic } from '../../testing/verdicts.ts'
import { deleteLeftovers } from '../../upkeep/retention/leftovers.ts'

/** Removes results as retention does; their rows are yet to be deleted. */
const remove = (app: TestApp, ids: string[]) =>
  app.store.write(async (db) => {
    const rows = await db.selectFrom('execution').select('id').where('public_id', 'in', ids).execute()
    for (const { id } of rows) await removeResults(db, id, app.clock())
  })

onEachDatabase('results that retention removed', (makeApp) => {
  test('are history of no test, from the moment on that they were removed', async () => {
    const app = await makeApp()
    const tree = 'd'.repeat(40)
    const old = await mainRuns(app, 3, () => [passed('pays')])
    const kept = await mainRuns(app, 5, () => [passed('pays')])
    const pass = await settled(app, { code: { ...topic, tree }, results: [passed('pays')] })
    const head = await settled(app, { code: { ...topic, tree }, results: [failedTwice('pays')] })
    const ask = async () => {
      const [regression] = (await compare(app, head)).regressions
      const history = `/api/tests/${regression?.testId}?project=shop`
      const { runs } = (await app.get<{ runs: { execution: { id: string } }[] }>(history)).data
      return { verdict: regression?.verdict, runs: runs.map(({ execution }) => execution.id) }
    }
    const before = await ask()
    expect(before.verdict).toMatchObject({ kind: 'unknown', history: { runs: 8 } })
    expect(before.runs).toHaveLength(10)
    await remove(app, [...old, pass])
    const after = await ask()
    expect(after.verdict).toMatchObject({ kind: 'mine', history: { runs: 5, passed: 5 } })
    expect(after.runs).toEqual([head, ...kept.toReversed()])
    while (await deleteLeftovers(app.store, 1_000));
    expect(await ask()).toEqual(after)
  })

  test('of an execution are no list of failures', async () => {
    const app = await makeApp()
    const head = await settled(app, { results: [failedTwice('pays')] })
    const results = async () =>
      (await app.get<{ results: unknown[]; artifacts: unknown[] }>(`/api/executions/${head}`)).data.results
    expect(await results()).toHaveLength(1)
    await remove(app, [head])
    expect(await results()).toEqual([])
    for (const [path, name, nothing] of [
      [`/api/failures?execution=${head}`, 'execution', 'to list'],
      [`/api/executions/${head}/report`, 'head', 'to compare'],
    ])
      expect(await app.get(path as string)).toMatchObject({
        status: 409,
        error: {
          code: 'CONFLICT',
          message: expect.stringMatching(
            new RegExp(
              `^Retention removed the results of ${name} on 2026-.*: there is nothing ${nothing}\\.$`,
            ),
          ),
        },
      })
  })
})
