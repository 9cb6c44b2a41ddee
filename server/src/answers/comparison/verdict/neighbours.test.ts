import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { experiment, type SentExperiment, sendExperiments, trialsOf } from '../../../testing/experiments.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, passed, settled } from '../../../testing/upload.ts'
import { mainRuns, topic } from '../../../testing/verdicts.ts'

const HEAD = { ...topic, testedSha: sha('a'), headSha: sha('a') }
const AFTER = ['cart.test.ts']

/** What is said of `pays` after trials of its file alone, and of it after others. */
async function saidAfter(
  app: TestApp,
  experiments: SentExperiment[],
  { before = 0 }: { before?: number } = {},
) {
  await mainRuns(app, before, () => [passed('pays'), passed('adds')])
  await settled(app, {
    code: { branch: 'main', testedSha: sha('1') },
    results: [passed('pays'), passed('adds')],
  })
  app.advance(60_000)
  const results = [failed('pays', { message: 'pays is broken' }), passed('adds')]
  const head = await settled(app, { code: HEAD, results })
  for (const each of experiments) expect((await sendExperiments(app, head, each)).error).toBeUndefined()
  const { regressions } = await compare(app, head)
  return regressions.find(({ titles }) => titles[0] === 'pays')?.verdict
}

const ALONE = 'pPpPpPpp'
const beside = (letters: string, more: Partial<SentExperiment> = {}) =>
  experiment(letters, { after: AFTER, ...more })

onEachDatabase('the verdict after trials with the files before it', (makeApp) => {
  test('is mine if it fails after them here and not on the base, and names the file', async () => {
    const said = await saidAfter(await makeApp(), [experiment(ALONE), beside('ffPPfP')])
    expect(said).toMatchObject({
      kind: 'mine',
      basis: { rule: 'proved' },
      because:
        'Its file alone passed in 5 trials here. After cart.test.ts, it failed in 3 of 3 trials here and in 0 of 3 on main now.',
      trials: { finding: 'proved', after: AFTER, head: { failed: 3 }, base: { passed: 3 } },
    })
  })

  test('counts as unclear if the base has commits that this branch lacks, or is another one', async () => {
    const base = { ...(experiment('f').base as NonNullable<SentExperiment['base']>), isOlder: false }
    expect(await saidAfter(await makeApp(), [experiment(ALONE), beside('ffPPfP', { base })])).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'proved' },
    })
    const other = { ...base, commit: sha('9') }
    expect(
      await saidAfter(await makeApp(), [experiment(ALONE), beside('fFfFfFfF', { base: other })]),
    ).toMatchObject({ kind: 'unknown', basis: { rule: 'only-in-whole-run' } })
  })

  test('is the base’s if it fails after them there, too, although the base passed in another order', async () => {
    const sent = [experiment(ALONE), beside('fFfFfFfFfFfF')]
    for (const before of [0, 19])
      expect(await saidAfter(await makeApp(), sent, { before })).toMatchObject({
        kind: 'base-is-broken',
        basis: { rule: 'fails-on-base-now' },
        because: expect.stringMatching(
          /After cart\.test\.ts, it failed in 6 of 6 trials here and in 6 of 6 on main/,
        ),
      })
  })

  test('clears nothing that passes after them, too', async () => {
    const files = ['a.test.ts', 'b.test.ts']
    const sent = [experiment(ALONE), beside('pp', { after: files, base: null })]
    expect(await saidAfter(await makeApp(), sent, { before: 19 })).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'only-in-whole-run' },
      because: expect.stringContaining('after the 2 files before it in 2.'),
      trials: { finding: 'undecided', after: files },
    })
  })

  test('stays unclear after a flake in their company', async () => {
    expect(await saidAfter(await makeApp(), [experiment(ALONE), beside('fPpPPp')])).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'only-in-whole-run' },
      because: expect.stringContaining('After cart.test.ts, it failed in 1 of 3 trials here'),
    })
  })

  test('excuses nothing by them if the test fails alone, or was not tried alone', async () => {
    for (const sent of [
      [experiment('ffPPfP'), beside('fFfFfFfFfFfF')],
      [beside('fFfFfFfFfFfF')],
      [experiment(ALONE), beside('FFFFFFFF')],
      [experiment(ALONE), beside('f', { trials: trialsOf('fFfFfFfFfF', 'cannot find module sum') })],
      [experiment(ALONE), beside('fFfFfFfFfFfF', { purpose: 'rerun' })],
    ])
      expect((await saidAfter(await makeApp(), sent))?.kind).toMatch(/^(unknown|mine)$/)
  })

  test('is that of the newest list of files', async () => {
    const sent = [
      experiment(ALONE),
      beside('fFfFfFfFfFfF', { after: ['old.test.ts'], startedAt: '2026-01-02T03:04:00.000Z' }),
      beside('ffPPfP'),
    ]
    expect(await saidAfter(await makeApp(), sent)).toMatchObject({
      kind: 'mine',
      trials: { after: AFTER, head: { failed: 3 } },
    })
  })
})
