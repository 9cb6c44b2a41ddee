import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../../../testing/verdicts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const REFUSED = 'connect ECONNREFUSED 10.0.0.5:5432'
const HUNG = 'Test timed out in 30000ms.'
const NAMES = ['pays', ...Array.from({ length: 11 }, (_, i) => `t${i}`)]

/** Twelve tests in as many files; those before `count` fail with this message. */
const broken = (count: number, message: string): MadeTest[] =>
  NAMES.map((name, i) => {
    const file = `${name}.test.ts`
    return i < count ? failed(name, { file, message }) : passed(name, { file })
  })
const sound = () => broken(0, '')

/** What is said of six failures with this message after the base failed alike in so many runs, ten minutes apart. */
async function saidAfter(app: TestApp, runs: number, message: string, onBase = 6, here = onBase) {
  await mainRuns(app, 6, sound)
  for (let i = 0; i < runs; i++) {
    await mainRuns(app, 1, () => broken(onBase, message))
    app.advance(10 * MINUTE_MS)
  }
  return verdictOf(app, broken(here, message))
}

const DOUBT = { kind: 'unknown', basis: { rule: 'no-witness' } }
const BROKEN = { kind: 'base-is-broken', basis: { rule: 'fails-on-base' } }

onBothDatabases('an error of the machine in the base’s own run', (makeApp) => {
  test('may be an outage if one run has it, or if it names nothing', async () => {
    expect(await saidAfter(await makeApp(), 1, REFUSED)).toMatchObject({
      ...DOUBT,
      because: expect.stringContaining('on the base, in one run only'),
      needs: { what: 'base-run' },
    })
    expect(await saidAfter(await makeApp(), 2, HUNG)).toMatchObject(DOUBT)
  })

  test('is the base’s if it strikes the same tests again, a single test, or the whole run', async () => {
    expect(await saidAfter(await makeApp(), 2, REFUSED)).toMatchObject(BROKEN)
    expect(await saidAfter(await makeApp(), 1, REFUSED, 1)).toMatchObject(BROKEN)
    expect(await saidAfter(await makeApp(), 2, HUNG, 12)).toMatchObject(BROKEN)
    expect(await saidAfter(await makeApp(), 1, 'pays is broken')).toMatchObject(BROKEN)
  })

  test('is the base’s if it names nothing, and three of its runs have it', async () => {
    expect(await saidAfter(await makeApp(), 3, HUNG)).toMatchObject(BROKEN)
  })

  test('is the base’s if the tests that differ fail by chance', async () => {
    for (const [there, here] of [
      [6, 7],
      [7, 6],
    ] as const) {
      const app = await makeApp()
      await mainRuns(app, 1, () =>
        sound().map((each, i) => (i === 6 ? failed('t5', { file: 't5.test.ts', message: HUNG }) : each)),
      )
      app.advance(3 * HOUR_MS)
      expect(await saidAfter(app, 2, REFUSED, there, here)).toMatchObject(BROKEN)
    }
  })

  test('may be an outage if it strikes other tests here', async () => {
    for (const [there, here] of [
      [6, 8],
      [8, 6],
    ] as const)
      expect(await saidAfter(await makeApp(), 2, REFUSED, there, here)).toMatchObject({
        ...DOUBT,
        because: expect.stringContaining('2 tests with this error passed in one of the two runs'),
      })
  })

  test('may be an outage in newer runs of the base branch that hang on fewer tests', async () => {
    const app = await makeApp()
    for (let i = 0; i < 6; i++)
      await settled(app, { code: { branch: 'main', testedSha: sha(String(i)) }, results: sound() })
    app.advance(10 * MINUTE_MS)
    await settled(app, { code: { branch: 'main', testedSha: sha('6') }, results: broken(4, HUNG) })
    const code = { ...topic, mergeBaseSha: sha('5') }
    expect(await verdictOf(app, broken(6, HUNG), { code })).toMatchObject({
      ...DOUBT,
      because: expect.stringContaining('on the base branch since then, in one run only'),
    })
  })

  test('is the base’s if it stays for longer than outages do', async () => {
    const app = await makeApp()
    await saidAfter(app, 1, HUNG)
    app.advance(3 * HOUR_MS)
    expect(await verdictOf(app, broken(6, HUNG))).toMatchObject(BROKEN)
  })

  const commit = (letter: string, parent: string) => ({
    testedSha: sha(letter),
    headSha: sha(letter),
    parents: [sha(parent)],
  })

  /** The verdict upon one commit of main, of which `2` fails, after another branch passed upon one. */
  async function saidUpon(parent: string, parentOfOther: string) {
    const app = await makeApp()
    const onMain = (letter: string, upon: string, results: MadeTest[]) =>
      settled(app, { code: { branch: 'main', ...commit(letter, upon) }, results })
    await mainRuns(app, 5, sound)
    await onMain('1', '0', sound())
    await onMain('2', '1', broken(6, REFUSED))
    app.advance(6 * MINUTE_MS)
    const code = { ...topic, branch: 'one', pullRequest: 8, ...commit('a', parentOfOther) }
    await settled(app, { code, results: sound() })
    app.advance(6 * MINUTE_MS)
    const head = { code: { ...topic, ...commit('b', parent), mergeBaseSha: sha(parent) } }
    return verdictOf(app, broken(6, REFUSED), head)
  }

  test('is the base’s if a branch without its commit passed meanwhile', async () => {
    expect(await saidUpon('2', '1')).toMatchObject(BROKEN)
  })

  test('is not that of a newer commit if a branch with that commit passed meanwhile', async () => {
    expect(await saidUpon('1', '1')).toMatchObject({
      kind: 'base-is-broken',
      basis: { rule: 'fails-on-base-since' },
    })
    expect(await saidUpon('1', '2')).toMatchObject(DOUBT)
  })

  test('is the base’s if a newer run of its branch passed before this one began: no outage lasted until here', async () => {
    const saidAfterPass = async (of: '2' | '3') => {
      const app = await makeApp()
      const onMain = (letter: string, upon: string, results: MadeTest[]) =>
        settled(app, { code: { branch: 'main', ...commit(letter, upon) }, results })
      await mainRuns(app, 5, sound)
      await onMain('1', '0', sound())
      await onMain('2', '1', broken(6, REFUSED))
      app.advance(6 * MINUTE_MS)
      const passing = of === '3' ? { branch: 'main' } : { ...topic, branch: 'one', pullRequest: 8 }
      await settled(app, { code: { ...passing, ...commit(of === '3' ? '3' : 'a', '2') }, results: sound() })
      app.advance(6 * MINUTE_MS)
      const code = { ...topic, ...commit('b', '2'), mergeBaseSha: sha('2') }
      return verdictOf(app, broken(6, REFUSED), { code })
    }
    expect(await saidAfterPass('3')).toMatchObject(BROKEN)
    // Another branch passed with the base's commit, so that commit did not break it.
    expect(await saidAfterPass('2')).toMatchObject(DOUBT)
  })
})
