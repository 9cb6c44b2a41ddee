import { expect, test } from 'vitest'
import { compare, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

onEachDatabase('comparison of executions without some results', (makeApp) => {
  test('what a base that was cut off lacks is not new, but for tests that nobody knew', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a'), passed('b'), passed('c')] })
    app.advance(1_000)
    const cut = await settled(app, { results: [passed('a')], end: 'interrupted' })
    const head = await settled(app, { results: [passed('a'), failed('b'), passed('c'), passed('d')] })
    expect(grouped(await compare(app, head, cut))).toEqual({ failuresNotCompared: ['b'], newTests: ['d'] })
  })

  test('a run of chosen tests took nothing out', async () => {
    const app = await makeApp()
    const names = ['a', 'b', 'c', 'd']
    const base = await settled(app, { results: names.map((name) => passed(name)) })
    const chosen = await compare(app, await settled(app, { results: [failed('a'), passed('b')] }), base)
    expect(grouped(chosen)).toEqual({ regressions: ['a'], stoppedRunning: ['c', 'd'] })
    expect(chosen.stoppedRunning[0]?.cause).toBe('not-selected')
    expect(chosen.stoppedRunning[0]?.reason).toBe(
      'this run had 2 of the 4 results of the base and none of its own: it looks like a selection',
    )
    const most = await compare(
      app,
      await settled(app, { results: names.slice(1).map((name) => passed(name)) }),
      base,
    )
    expect(grouped(most)).toEqual({ removed: ['a'] })
    const moved = await settled(app, { results: [passed('a'), passed('b', { file: 'new.ts' })] })
    expect(grouped(await compare(app, moved, base))).toEqual({ newTests: ['b'], removed: ['b', 'c', 'd'] })
  })

  test('results that retention removed cannot be compared, and are no base', async () => {
    const app = await makeApp()
    const base = await settled(app, { results: [passed('a')] })
    const head = await settled(app, { results: [passed('a')] })
    await app.store.write((db) =>
      db
        .updateTable('execution')
        .set({ results_removed_at: app.clock() })
        .where('public_id', '=', base)
        .execute(),
    )
    expect((await compare(app, head)).baseChoice.rule).toBe('none')
    for (const query of [`base=${base}&head=${head}`, `head=${base}`])
      expect(await app.get(`/api/compare?${query}`)).toMatchObject({
        status: 409,
        error: { code: 'CONFLICT', message: expect.stringMatching(/^Retention removed .* on 2026-03-02/) },
      })
  })
})
