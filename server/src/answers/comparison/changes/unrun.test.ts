import type { SkipKind } from '@svc/protocol'
import { expect, test } from 'vitest'
import { compare, grouped } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { failed, made, passed, settled, skipped } from '../../../testing/upload.ts'
import { topic } from '../../../testing/verdicts.ts'

const unrun = (title: string, kind: SkipKind, reason?: string) =>
  made(title, {}, [{ status: 'skipped', detail: { skip: { kind, ...(reason && { reason }) } } }])

onEachDatabase('tests that a run lists but did not run', (makeApp) => {
  test('they are not new, and those of the base are not skipped by their author', async () => {
    const app = await makeApp()
    await settled(app, { results: ['crash', 'bail', 'hook', 'only'].map((name) => passed(name)) })
    const head = await settled(app, {
      code: topic,
      results: [
        unrun('crash', 'interrupted'),
        unrun('bail', 'filtered', 'bail ended the run'),
        unrun('hook', 'hook', 'no database'),
        unrun('only', 'filtered'),
        unrun('fresh crash', 'interrupted'),
        unrun('fresh bail', 'filtered', 'bail ended the run'),
        unrun('fresh hook', 'hook', 'no database'),
        unrun('fresh only', 'filtered'),
        skipped('fresh skip'),
        passed('fresh pass'),
      ],
      errors: [{ file: 'shop.test.ts', failure: { message: 'the worker crashed' } }],
    })
    const compared = await compare(app, head)
    expect(grouped(compared)).toEqual({
      newTests: ['fresh pass', 'fresh skip'],
      stoppedRunning: ['bail', 'crash', 'hook', 'only'],
    })
    expect(compared.stoppedRunning.map(({ cause }) => cause)).toEqual([
      'bailed',
      'part-lost',
      'hook-failed',
      'skipped',
    ])
  })

  test('a test that the base did not run has the result of the run before', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a'), failed('b'), passed('c')] })
    app.advance(1_000)
    await settled(app, {
      results: [
        unrun('a', 'interrupted'),
        unrun('b', 'interrupted'),
        unrun('c', 'hook'),
        unrun('never', 'interrupted'),
        unrun('never, and passes', 'hook'),
        skipped('by its author'),
      ],
      errors: [{ failure: { message: 'the worker crashed' } }],
    })
    app.advance(1_000)
    const head = await settled(app, {
      code: topic,
      results: [
        failed('a'),
        failed('b'),
        passed('c'),
        failed('never'),
        passed('never, and passes'),
        failed('by its author'),
      ],
    })
    const compared = await compare(app, head)
    expect(grouped(compared)).toEqual({
      regressions: ['a'],
      stillFailing: ['b'],
      newTests: ['by its author'],
      failuresNotCompared: ['never'],
    })
    expect(compared.failuresNotCompared[0]?.reason).toBe('the base lists this test but did not run it')
  })
})
