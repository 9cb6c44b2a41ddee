import { expect, test } from 'vitest'
import { compare, grouped } from '../../testing/compare.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, flaky, type MadeTest, passed, settled, skipped } from '../../testing/upload.ts'

const hookFailed: MadeTest = {
  file: 'shop.test.ts',
  titles: ['behind a hook'],
  attempts: [{ status: 'skipped', detail: { skip: { kind: 'hook' } } }],
}

onBothDatabases('comparison', (makeApp) => {
  test('every change is in its group, and what stayed as it was is in none', async () => {
    const app = await makeApp()
    const base = await settled(app, {
      results: [
        passed('stays'),
        passed('breaks'),
        flaky('flaky breaks'),
        failed('is fixed'),
        failed('fails alike', { message: 'expected 1 to be 2' }),
        failed('fails differently', { message: 'expected 1 to be 2' }),
        passed('becomes flaky'),
        failed('is fixed, almost'),
        flaky('stays flaky'),
        flaky('calms down'),
        passed('is skipped', { file: 'other.test.ts' }),
        failed('is skipped though it failed'),
        passed('behind a hook'),
        skipped('stays skipped'),
        skipped('is let run'),
        skipped('is let run and fails'),
        passed('goes'),
        skipped('goes unnoticed'),
      ],
    })
    const head = await settled(app, {
      results: [
        passed('stays'),
        failed('breaks'),
        failed('flaky breaks'),
        passed('is fixed'),
        failed('fails alike', { message: 'expected 3 to be 4' }),
        failed('fails differently', { message: 'no such element' }),
        flaky('becomes flaky'),
        flaky('is fixed, almost'),
        flaky('stays flaky'),
        passed('calms down'),
        skipped('is skipped', { file: 'other.test.ts', reason: 'until June' }),
        skipped('is skipped though it failed'),
        hookFailed,
        skipped('stays skipped'),
        passed('is let run'),
        failed('is let run and fails'),
        passed('completely different'),
        failed('fails from the first day'),
        skipped('to be written'),
      ],
    })
    const compared = await compare(app, head, base)
    expect(grouped(compared)).toEqual({
      regressions: ['breaks', 'flaky breaks'],
      improvements: ['is fixed'],
      stillFailing: ['fails differently', 'fails alike'],
      newlyFlaky: ['becomes flaky', 'is fixed, almost'],
      newTests: ['fails from the first day', 'is let run and fails', 'completely different', 'to be written'],
      removed: ['goes', 'goes unnoticed'],
      stoppedRunning: ['is skipped', 'behind a hook', 'is skipped though it failed'],
    })
    expect(new Set(compared.stoppedRunning.map((change) => change.cause))).toEqual(
      new Set(['skipped', 'hook-failed']),
    )
    expect(compared.stoppedRunning.map((change) => change.reason)).toEqual([
      'skipped: until June',
      'a hook or a fixture before it failed',
      'skipped',
    ])
    expect(compared.regressions[0]).toMatchObject({
      file: 'shop.test.ts',
      variant: '',
      occurrence: 0,
      leg: 'linux-x64-node24',
      base: { status: 'passed', durationMs: 5 },
      head: { status: 'failed', durationMs: 5 },
      error: { message: 'wrong' },
    })
    expect(compared.newTests.map((change) => [change.base?.status, change.head?.status])).toEqual([
      [undefined, 'failed'],
      ['skipped', 'failed'],
      [undefined, 'passed'],
      [undefined, 'skipped'],
    ])
    expect(compared.stillFailing.map((change) => change.verdict.kind)).toEqual(['unknown', 'base-is-broken'])
    expect(compared.provisional).toBe(false)
    expect(compared.baseChoice).toEqual({
      rule: 'given',
      commitsAway: null,
      because: expect.stringContaining('by its id'),
      better: null,
    })
  })

  test('tests that only share a title are distinguished by file, variant and occurrence', async () => {
    const app = await makeApp()
    const all = (result: typeof passed, position: number) =>
      [
        { file: 'a.test.ts' },
        { file: 'b.test.ts' },
        { file: 'a.test.ts', variant: 'firefox' },
        { file: 'a.test.ts', occurrence: 1 },
      ].map((options, i) => (i === position ? result('pays', options) : passed('pays', options)))
    const base = await settled(app, { results: all(passed, 0) })
    for (const [index, expected] of [
      { file: 'a.test.ts', variant: '', occurrence: 0 },
      { file: 'b.test.ts', variant: '', occurrence: 0 },
      { file: 'a.test.ts', variant: 'firefox', occurrence: 0 },
      { file: 'a.test.ts', variant: '', occurrence: 1 },
    ].entries()) {
      const compared = await compare(app, await settled(app, { results: all(failed, index) }), base)
      expect(compared.regressions).toMatchObject([expected])
      expect(grouped(compared)).toEqual({ regressions: ['pays'] })
    }
  })

  test('tests of a file that does not load stopped running, and the failure is reported once', async () => {
    const app = await makeApp()
    const base = await settled(app, {
      results: [passed('a'), passed('b', { file: 'broken.test.ts' }), passed('c')],
      errors: [{ file: 'old.test.ts', failure: { message: 'Cannot find ./old' } }],
    })
    const error = { file: 'broken.test.ts', failure: { message: 'Unexpected token' } }
    const head = await settled(app, { results: [passed('a')], errors: [error, error] })
    const compared = await compare(app, head, base)
    expect(grouped(compared)).toEqual({ stoppedRunning: ['b'], removed: ['c'] })
    expect(compared.stoppedRunning).toMatchObject([
      { cause: 'file-not-loaded', reason: 'its file did not load' },
    ])
    expect(compared.errors).toMatchObject({
      introduced: [{ file: 'broken.test.ts', message: 'Unexpected token' }],
      persisting: [],
      fixed: [{ file: 'old.test.ts', message: 'Cannot find ./old' }],
    })
    const again = await settled(app, { results: [passed('a')], errors: [error] })
    expect((await compare(app, again, head)).errors).toMatchObject({
      introduced: [],
      persisting: [{ file: 'broken.test.ts' }],
      fixed: [],
    })
  })

  test('a cancelled run or one that lost a part took nothing out', async () => {
    const app = await makeApp()
    const base = await settled(app, { results: [passed('a'), passed('b'), skipped('c')] })
    const cancelled = await settled(app, { results: [passed('a')], end: 'interrupted' })
    const compared = await compare(app, cancelled, base)
    expect(grouped(compared)).toEqual({ stoppedRunning: ['b'] })
    expect(compared.stoppedRunning[0]?.cause).toBe('run-cancelled')

    const lost = await settled(app, { results: [passed('a')], end: null })
    expect((await compare(app, lost, base)).provisional).toBe(true)
    app.advance(900_001)
    await app.sweep()
    const later = await compare(app, lost, base)
    expect(later.head.state).toBe('incomplete')
    expect(grouped(later)).toEqual({ stoppedRunning: ['b'] })
    expect(later.stoppedRunning[0]?.reason).toBe('a part of the run was lost')
  })

  test('a moved and a reworded test may be one, unrelated ones are not', async () => {
    const app = await makeApp()
    const base = await settled(app, {
      results: [
        passed('cart > adds an item', { file: 'cart.test.ts' }),
        passed('pays with a card', { file: 'pay.test.ts' }),
        passed('sends a letter', { file: 'mail.test.ts' }),
        passed('same title', { file: 'a.test.ts', variant: 'chromium' }),
      ],
    })
    const head = await settled(app, {
      results: [
        passed('cart > adds an item', { file: 'basket.test.ts' }),
        passed('pays with a credit card', { file: 'pay.test.ts' }),
        passed('counts visitors', { file: 'mail.test.ts' }),
        passed('same title', { file: 'a.test.ts', variant: 'chrome' }),
      ],
    })
    const { renameCandidates } = await compare(app, head, base)
    expect(
      renameCandidates.map(({ from, to, similarity }) => [from.titles.at(-1), to.titles.at(-1), similarity]),
    ).toEqual([
      ['same title', 'same title', 0.9],
      ['pays with a card', 'pays with a credit card', 0.87],
      ['adds an item', 'adds an item', 0.75],
    ])
    expect(renameCandidates[2]).toMatchObject({
      from: { file: 'cart.test.ts' },
      to: { file: 'basket.test.ts' },
    })
  })

  test('another project and another organization', async () => {
    const app = await makeApp()
    const base = await settled(app, { results: [passed('a')] })
    const other = await settled(app, { project: 'other', results: [passed('a')] })
    expect(await app.get(`/api/compare?base=${other}&head=${base}`)).toMatchObject({
      status: 400,
      error: {
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(/^base .* execution of the same project as head/),
      },
    })
    const stranger = await addOrganization(app)
    for (const path of [`base=${base}&head=${base}`, `head=${base}`])
      expect(await app.get(`/api/compare?${path}`, { key: stranger })).toMatchObject({
        status: 404,
        error: { code: 'NOT_FOUND' },
      })
    expect(await app.get(`/api/compare?base=${base}&head=nope`)).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^head must be the id of an execution/) },
    })
    expect(await app.get('/api/compare')).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^head is required/) },
    })
  })
})
