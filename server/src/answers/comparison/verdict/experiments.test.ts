import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { experiment, type SentExperiment, sendExperiments, trialsOf } from '../../../testing/experiments.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, type MadeRun, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { mainRuns, topic } from '../../../testing/verdicts.ts'

const HEAD = { ...topic, testedSha: sha('a'), headSha: sha('a') }
const onMain = (app: TestApp, results: MadeTest[]) =>
  settled(app, { code: { branch: 'main', testedSha: sha('1') }, results })

/** The newest run of main tests the commit `1…`, and a pull request fails `pays`. */
async function place(app: TestApp, before: number, message = 'pays is broken', made: MadeRun = {}) {
  await mainRuns(app, before, () => [passed('pays'), passed('adds')])
  await onMain(app, [passed('pays'), passed('adds')])
  app.advance(60_000)
  return settled(app, { code: HEAD, results: [failed('pays', { message }), passed('adds')], ...made })
}

const verdictOf = async (app: TestApp, head: string) => {
  const { regressions, stillFailing } = await compare(app, head)
  return [...regressions, ...stillFailing].find(({ titles }) => titles[0] === 'pays')?.verdict
}

/** What is said of `pays` after these trials, see `trialsOf`. */
async function saidAfter(
  app: TestApp,
  letters: string,
  { before = 0, ...more }: { before?: number } & Partial<SentExperiment> = {},
) {
  const head = await place(app, before)
  const { error } = await sendExperiments(app, head, experiment(letters, more))
  expect(error).toBeUndefined()
  return verdictOf(app, head)
}

onEachDatabase('the verdict after experiments', (makeApp) => {
  test('is mine if the trials prove it, without a history', async () => {
    const app = await makeApp()
    const head = await place(app, 0)
    expect(await verdictOf(app, head)).toMatchObject({ kind: 'unknown', trials: null })
    await sendExperiments(app, head, experiment('ffPPfP'))
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'mine',
      basis: { rule: 'proved' },
      because: 'It failed in 3 of 3 trials here and in 0 of 3 on main now.',
      trials: {
        finding: 'proved',
        head: { failed: 3, passed: 0, commit: sha('a'), command: expect.stringContaining('vitest') },
        base: { failed: 0, passed: 3, commit: sha('1'), isCompared: true },
      },
    })
  })

  test('takes trials of one purpose, because a burn-in or a bisect stops by another rule', async () => {
    const app = await makeApp()
    const head = await place(app, 0)
    const others = [
      experiment('fff', { purpose: 'burn-in', base: null }),
      experiment('fff', { purpose: 'bisect', base: null }),
      experiment('fff', { purpose: 'rerun', base: null }),
    ]
    await sendExperiments(app, head, others[1] as SentExperiment)
    expect(await verdictOf(app, head)).toMatchObject({ kind: 'unknown', trials: null })
    await sendExperiments(app, head, ...others, experiment('fPPP'))
    expect(await verdictOf(app, head)).toMatchObject({
      trials: { finding: 'undecided', head: { failed: 1 }, base: { passed: 3 } },
    })
  })

  test('says that the base moved on, or has commits that this branch lacks', async () => {
    const base = { ...experiment('f').base, commit: sha('9'), branch: 'main', isOlder: true, command: 'x' }
    expect(await saidAfter(await makeApp(), 'ffPPfP', { base })).toMatchObject({
      kind: 'mine',
      because: expect.stringContaining('at 9999999, which is not the base of this comparison'),
      trials: { base: { isCompared: false } },
    })
    const newer = { ...base, commit: sha('1'), isOlder: false }
    expect(await saidAfter(await makeApp(), 'ffPPfP', { base: newer })).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'proved' },
      needs: { what: 'newer-base' },
    })
  })

  test('does not change for trials of other code, of another leg, or of uncommitted files', async () => {
    const head = { commit: sha('c'), dirty: false, command: 'x' }
    expect(await saidAfter(await makeApp(), 'ffPPfP', { head })).toMatchObject({ trials: null })
    const dirty = { commit: sha('a'), dirty: true, command: 'x' }
    expect(await saidAfter(await makeApp(), 'ffPPfP', { head: dirty })).toMatchObject({ trials: null })
    const app = await makeApp()
    const leg = { part: { job: 'windows', leg: 'win32-x64-node24' } }
    const other = await place(app, 0, 'pays is broken', { ...leg, build: 'windows' })
    await settled(app, { ...leg, results: [passed('pays')] })
    const one = await place(app, 0)
    await sendExperiments(
      app,
      one,
      experiment('ffPPfP', { test: { ...experiment('f').test, leg: 'win32-x64-node24' } }),
    )
    expect(await verdictOf(app, one)).toMatchObject({ trials: null })
    expect(other).not.toBe(one)
  })

  test('is a new flake, and never a known one, if it fails and passes here and the base is clean', async () => {
    expect(await saidAfter(await makeApp(), 'fPpPPfPp', { before: 19 })).toMatchObject({
      kind: expect.stringMatching(/^(mine|unknown)$/),
      basis: { rule: 'new-flake' },
      because: expect.stringMatching(
        /^New flake: it failed in 2 of 4 trials here and in 0 of 4 on main now, and in 0 of 20/,
      ),
    })
    expect(await saidAfter(await makeApp(), 'fpP')).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'new-flake' },
      trials: { finding: 'flaky-here' },
    })
  })

  test('is a known flake if the base itself fails and passes with this error', async () => {
    expect(await saidAfter(await makeApp(), 'fPFpPFpfFP')).toMatchObject({
      kind: 'known-flake',
      basis: { rule: 'flakes-on-base-now' },
    })
  })

  test('is the base’s if it fails there now and was not known to pass', async () => {
    const app = await makeApp()
    const broken = [failed('pays', { message: 'pays otherwise' }), passed('adds')]
    await onMain(app, broken)
    app.advance(60_000)
    const head = await settled(app, {
      code: HEAD,
      results: [failed('pays', { message: 'pays is broken' }), passed('adds')],
    })
    await sendExperiments(app, head, experiment('fFfFfFfFfFfF'))
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'base-is-broken',
      basis: { rule: 'fails-on-base-now' },
    })
  })

  test('is the surroundings’ if both sides fail now, the base passed before, and the error names a machine', async () => {
    const refused = 'connect ECONNREFUSED 10.0.0.5:5432'
    const app = await makeApp()
    const head = await place(app, 5, refused)
    await sendExperiments(app, head, experiment('fFfFfFfF', { trials: trialsOf('fFfFfFfF', refused) }))
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'infrastructure',
      basis: { rule: 'environment' },
    })
    // A test of this change may have altered a database that both sides use.
    expect(await saidAfter(await makeApp(), 'fFfFfFfF', { before: 5 })).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'environment' },
      needs: { what: 'base-run' },
    })
  })

  test('excuses nothing if this machine refuses, hangs or is ill: the application of the change may have crashed', async () => {
    for (const message of [
      'connect ECONNREFUSED 127.0.0.1:3000',
      'connect ECONNREFUSED ::ffff:127.0.0.1:3000',
      'connect ETIMEDOUT 127.0.0.1',
      'connect ECONNREFUSED 127.0.1.1:3000',
      'Timed out waiting for the page',
      'Request failed with status code 503',
    ]) {
      const app = await makeApp()
      const head = await place(app, 19, message)
      const sent = experiment('fFfFfFfFfFfF', { trials: trialsOf('fFfFfFfFfFfF', message) })
      expect(await sendExperiments(app, head, sent)).toMatchObject({ status: 200 })
      expect(await verdictOf(app, head)).toMatchObject({
        kind: 'unknown',
        basis: { rule: 'environment' },
        because: expect.stringContaining('an application that both sides use'),
        needs: { what: 'base-run' },
      })
    }
  })

  test('excuses nothing that the history proves to be of the change', async () => {
    const said = async (message: string, letters: string) => {
      const app = await makeApp()
      const head = await place(app, 19, message)
      const before = await verdictOf(app, head)
      await sendExperiments(app, head, experiment(letters, { trials: trialsOf(letters, message) }))
      return [before?.kind, (await verdictOf(app, head))?.kind]
    }
    const [away, here] = ['connect ECONNREFUSED 10.0.0.5:5432', 'connect ECONNREFUSED 127.0.0.1:3000']
    expect(await said(away, 'fFfFfFfFfFfF')).toEqual(['mine', 'unknown'])
    expect(await said(here, 'pFfPpFPpfPpFPp')).toEqual(['mine', 'unknown'])
    expect(await said('pays is broken', 'pFfPpFPpfPpFPp')).toEqual(['mine', 'known-flake'])
  })

  test('excuses nothing without a failed trial of the head', async () => {
    for (const sent of [
      ['FFFFFF'],
      ['vFvFvFvF'],
      ['FPFPFPFPFPFPFP'],
      ['fp', 'FFFFFFFFFF'],
      ['ffPPfP', 'vFvFvFvFvF'],
    ]) {
      const app = await makeApp()
      const refused = 'connect ECONNREFUSED 10.0.0.5:5432'
      const head = await place(app, 5, refused)
      for (const letters of sent)
        await sendExperiments(app, head, experiment(letters, { trials: trialsOf(letters, refused) }))
      expect((await verdictOf(app, head))?.kind).toMatch(/^(unknown|mine)$/)
    }
  })

  test('counts no trial that failed with another error', async () => {
    const other = 'cannot find module sum'
    const app = await makeApp()
    const head = await place(app, 0)
    await sendExperiments(app, head, experiment('f', { trials: trialsOf('fFfFfFfFfFfF', other) }))
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'too-few-clean-runs' },
      trials: { finding: 'void', head: { failed: 0, void: 6 }, base: { failed: 0, void: 6 } },
    })
    const [own, base] = [trialsOf('ffffff'), trialsOf('FFFFFF', other)]
    const mixed = own.flatMap((trial, at) => [trial, base[at] ?? trial])
    expect(await saidAfter(await makeApp(), 'f', { trials: mixed })).toMatchObject({
      kind: 'unknown',
      trials: { finding: 'undecided', head: { failed: 6 }, base: { failed: 0, void: 6 } },
    })
  })

  test('neither proves nor excuses by errors of the base that begin alike in another place', async () => {
    const at = (letters: string, side: 'here' | 'base', file: string) =>
      trialsOf(letters).map((trial) => ({
        ...trial,
        ...(trial.error && {
          error: {
            ...trial.error,
            stack: `Error: pays is broken\n    at pay (/tmp/svc-${side}-aB3xYz/${file}:3:9)`,
          },
        }),
      }))
    const woven = (here: string, base: string, file: string) => {
      const [own, others] = [at(here, 'here', 'pay.js'), at(base, 'base', file)]
      return own.flatMap((trial, i) => [trial, others[i] ?? trial])
    }
    const trials = async (here: string, base: string, file: string) =>
      (await saidAfter(await makeApp(), 'f', { trials: woven(here, base, file) }))?.trials
    // The folder of a trial's tree is no part of the place.
    expect(await trials('ffffff', 'FFFFFF', 'pay.js')).toMatchObject({ finding: 'fails-on-base-now' })
    expect(await trials('ffffff', 'FFFFFF', 'cart.js')).toMatchObject({
      finding: 'undecided',
      base: { failed: 6 },
    })
    expect(await trials('ffffff', 'PPFPFP', 'cart.js')).toMatchObject({ finding: 'undecided' })
  })

  test('excuses nothing by a base that is not compared', async () => {
    const base = { ...experiment('f').base, commit: sha('9'), branch: 'main', isOlder: true, command: 'x' }
    for (const letters of ['fFfFfFfF', 'fPFpPFpfFP'])
      expect((await saidAfter(await makeApp(), letters, { base }))?.kind).toMatch(/^(unknown|mine)$/)
  })

  test('stays unknown if it passes alone, although a history would blame the change', async () => {
    const app = await makeApp()
    const head = await place(app, 19)
    expect(await verdictOf(app, head)).toMatchObject({ kind: 'mine', basis: { rule: 'regression' } })
    await sendExperiments(app, head, experiment('pPpPpPpp'))
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'only-in-whole-run' },
      because: expect.stringContaining('fails only in the whole run'),
    })
  })

  test('says how many tests with the error were tried, and takes none of the others for tried', async () => {
    const app = await makeApp()
    const all = ['pays', 'ships', 'refunds']
    await onMain(app, [...all.map((title) => passed(title)), passed('adds')])
    app.advance(60_000)
    const message = 'pays is broken'
    const head = await settled(app, {
      code: HEAD,
      results: [...all.map((title) => failed(title, { message })), passed('adds')],
    })
    await sendExperiments(app, head, experiment('ffPPfP', { alike: 3 }))
    const { regressions } = await compare(app, head)
    const said = new Map(regressions.map(({ titles, verdict }) => [titles[0], verdict]))
    expect(said.get('pays')).toMatchObject({
      kind: 'mine',
      because: expect.stringContaining('Of 3 tests with this error, 1 was tried alone.'),
    })
    for (const title of ['ships', 'refunds'])
      expect(said.get(title)).toMatchObject({
        kind: 'unknown',
        trials: null,
        because: expect.stringContaining('Of 3 tests with this error, 1 was tried alone, not this one.'),
      })
  })

  test('of two tests of one name is of the one that was tried', async () => {
    const app = await makeApp()
    const twice = (make: typeof failed) => [
      make('pays', { message: 'pays is broken' }),
      make('pays', { occurrence: 1, message: 'pays otherwise' }),
    ]
    await onMain(app, [passed('pays'), passed('pays', { occurrence: 1 }), passed('adds')])
    app.advance(60_000)
    const head = await settled(app, { code: HEAD, results: [...twice(failed), passed('adds')] })
    const test = { ...experiment('f').test, occurrence: 1 }
    await sendExperiments(app, head, experiment('', { test, trials: trialsOf('ffPPfP', 'pays otherwise') }))
    const { regressions } = await compare(app, head)
    const rules = new Map(
      regressions.map(({ occurrence, verdict }) => [occurrence, verdict.trials?.finding ?? null]),
    )
    expect(rules).toEqual(
      new Map([
        [0, null],
        [1, 'proved'],
      ]),
    )
  })

  test('does not change for void trials', async () => {
    expect(await saidAfter(await makeApp(), 'vV')).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'too-few-clean-runs' },
      trials: { finding: 'void', head: { void: 1 }, base: { void: 1 } },
    })
  })
})
