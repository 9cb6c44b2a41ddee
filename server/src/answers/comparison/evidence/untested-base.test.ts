import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { sha } from '../../../testing/sha.ts'
import { failedTwice, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { mainRuns } from '../../../testing/verdicts.ts'

const sound = () => [passed('pays'), passed('x')]
const broken = () => [failedTwice('pays'), passed('x')]

/** main is `0` ← `1`, of which `1` has no run; a change is one commit upon `1`. */
const pull = (branch: string, number: number, letter: string) => ({
  branch,
  baseBranch: 'main',
  pullRequest: number,
  testedSha: sha(letter),
  headSha: sha(letter),
  parents: [sha('1')],
  mergeBaseSha: sha('1'),
  ancestry: [{ sha: sha('1'), parents: [sha('0')] }],
})

async function makeMain(app: TestApp): Promise<void> {
  await mainRuns(app, 5, sound)
  await settled(app, { code: { branch: 'main', testedSha: sha('0'), headSha: sha('0') }, results: sound() })
}

async function verdictOf(app: TestApp, code: ReturnType<typeof pull>, results: MadeTest[] = broken()) {
  const { regressions, stillFailing, baseChoice, newTests } = await compare(
    app,
    await settled(app, { code, results }),
  )
  return { baseChoice, verdict: [...regressions, ...stillFailing, ...newTests][0]?.verdict }
}

onEachDatabase('a commit of the base branch without a run', (makeApp) => {
  test('may have broken what fails upon it: unknown, until a run tells', async () => {
    const app = await makeApp()
    await makeMain(app)
    expect(await verdictOf(app, pull('topic', 7, 'a'))).toMatchObject({
      baseChoice: { rule: 'ancestor', commitsAway: 1 },
      verdict: {
        kind: 'unknown',
        basis: { rule: 'untested-base', cleanBaseRuns: 6 },
        missing: 'a run of commit 1111111',
        needs: { what: 'base-run', have: 0, need: 1 },
      },
    })
    await settled(app, { code: pull('other', 8, 'b'), results: sound() })
    expect(await verdictOf(app, pull('topic', 7, 'c'))).toMatchObject({ verdict: { kind: 'mine' } })
  })

  test('may have broken what another change passes upon a newer commit, until a run of such a commit passes', async () => {
    const newer = {
      main: { branch: 'main', testedSha: sha('2'), headSha: sha('2'), parents: [sha('1')] },
      queue: {
        branch: `gh-readonly-queue/main/pr-9-${sha('2')}`,
        baseBranch: 'main',
        testedSha: sha('3'),
        headSha: sha('3'),
        parents: [sha('2')],
        ancestry: [{ sha: sha('2'), parents: [sha('1')] }],
      },
    }
    for (const code of Object.values(newer)) {
      const app = await makeApp()
      await makeMain(app)
      const upon = {
        ...pull('other', 8, 'b'),
        parents: [sha('2')],
        mergeBaseSha: sha('2'),
        ancestry: [{ sha: sha('2'), parents: [sha('1')] }],
      }
      await settled(app, { code: upon, results: sound() })
      expect(await verdictOf(app, pull('topic', 7, 'a'))).toMatchObject({
        verdict: { kind: 'unknown', basis: { rule: 'untested-base' } },
      })
      await settled(app, { code, results: sound() })
      expect(await verdictOf(app, pull('topic', 7, 'c'))).toMatchObject({ verdict: { kind: 'mine' } })
    }
  })

  test('did not break what failed alike on this branch before it had that commit', async () => {
    const app = await makeApp()
    await makeMain(app)
    const before = { ...pull('topic', 7, 'a'), parents: [sha('0')], mergeBaseSha: sha('0'), ancestry: [] }
    await settled(app, { code: before, results: broken() })
    const merged = {
      ...pull('topic', 7, 'c'),
      ancestry: [
        { sha: sha('c'), parents: [sha('a'), sha('1')] },
        { sha: sha('1'), parents: [sha('0')] },
      ],
    }
    expect(await verdictOf(app, merged)).toMatchObject({ verdict: { kind: 'mine' } })
  })

  test('did not break it if an earlier run of this branch has that commit and passed', async () => {
    const app = await makeApp()
    await makeMain(app)
    await settled(app, { code: pull('topic', 7, 'a'), results: sound() })
    const next = { ...pull('topic', 7, 'c'), parents: [sha('a')] }
    expect(await verdictOf(app, next)).toMatchObject({ verdict: { kind: 'mine' } })
  })

  test('may have broken it if the earlier run of this branch has an older commit', async () => {
    const app = await makeApp()
    await makeMain(app)
    const before = { ...pull('topic', 7, 'a'), parents: [sha('0')], mergeBaseSha: sha('0'), ancestry: [] }
    await settled(app, { code: before, results: sound() })
    const merged = {
      ...pull('topic', 7, 'c'),
      ancestry: [
        { sha: sha('c'), parents: [sha('a'), sha('1')] },
        { sha: sha('1'), parents: [sha('0')] },
      ],
    }
    expect(await verdictOf(app, merged)).toMatchObject({
      verdict: { kind: 'unknown', basis: { rule: 'untested-base' } },
    })
  })

  test('broke it where another change upon it fails alike', async () => {
    const app = await makeApp()
    await makeMain(app)
    await settled(app, { code: pull('other', 8, 'b'), results: broken() })
    const { verdict } = await verdictOf(app, pull('topic', 7, 'a'))
    expect(verdict).toMatchObject({
      kind: 'base-is-broken',
      basis: { rule: 'fails-with-untested-base' },
      evidence: [{ what: 'failed-elsewhere', branch: 'other' }],
    })
  })

  test('or an untested one before it did, where another change upon that fails alike and none passes', async () => {
    // main is `0` ← `1` ← `2`; the other change is upon `1`.
    const upon2 = {
      ...pull('topic', 7, 'a'),
      parents: [sha('2')],
      mergeBaseSha: sha('2'),
      ancestry: [
        { sha: sha('2'), parents: [sha('1')] },
        { sha: sha('1'), parents: [sha('0')] },
      ],
    }
    const app = await makeApp()
    await makeMain(app)
    await settled(app, { code: pull('other', 8, 'b'), results: broken() })
    expect(await verdictOf(app, upon2)).toMatchObject({
      verdict: { kind: 'base-is-broken', basis: { rule: 'fails-with-untested-base' } },
    })
    // So the first of them did not break it.
    await settled(app, { code: pull('third', 9, 'c'), results: sound() })
    expect((await verdictOf(app, upon2)).verdict?.kind).toBe('unknown')
  })

  test('broke it in the next run of the base branch, although this branch had that commit and failed first', async () => {
    const app = await makeApp()
    await makeMain(app)
    await settled(app, { code: pull('topic', 7, 'a'), results: broken() })
    await settled(app, {
      code: { branch: 'main', testedSha: sha('2'), headSha: sha('2'), parents: [sha('1')] },
      results: broken(),
    })
    expect((await verdictOf(app, { ...pull('topic', 7, 'c'), parents: [sha('a')] })).verdict).toMatchObject({
      kind: 'base-is-broken',
      basis: { rule: 'fails-on-base-since' },
    })
  })

  test('or an outage did, if several tests refuse alike within two hours; later, the commit did', async () => {
    const HOUR_MS = 3_600_000
    const tests = ['a', 'b', 'c', 'd', 'e']
    const each = (of: typeof passed) =>
      tests.map((name) => of(name, { file: `${name}.test.ts`, ...(of === passed ? {} : REFUSED) }))
    const REFUSED = { message: 'connect ECONNREFUSED 10.0.0.5:5432' }
    const verdictAfter = async (code: ReturnType<typeof pull>, delayMs: number) => {
      const app = await makeApp()
      await mainRuns(app, 5, () => each(passed))
      await settled(app, {
        code: { branch: 'main', testedSha: sha('0'), headSha: sha('0') },
        results: each(passed),
      })
      await settled(app, { code, results: each(failedTwice) })
      app.advance(delayMs)
      return (await verdictOf(app, pull('topic', 7, 'a'), each(failedTwice))).verdict
    }
    const upon = pull('other', 8, 'b')
    expect(await verdictAfter(upon, HOUR_MS / 4)).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'no-witness' },
    })
    expect(await verdictAfter(upon, 3 * HOUR_MS)).toMatchObject({
      basis: { rule: 'fails-with-untested-base' },
    })
    const without = { ...upon, parents: [sha('0')], mergeBaseSha: sha('0'), ancestry: [] }
    expect(await verdictAfter(without, HOUR_MS / 4)).toMatchObject({ basis: { rule: 'witnessed-elsewhere' } })
  })

  test('is no excuse if another change passes upon a newer commit', async () => {
    const app = await makeApp()
    await makeMain(app)
    await settled(app, { code: pull('other', 8, 'b'), results: broken() })
    const ancestry = [{ sha: sha('2'), parents: [sha('1')] }]
    const upon = { ...pull('newer', 9, 'd'), parents: [sha('2')], mergeBaseSha: sha('2'), ancestry }
    await settled(app, { code: upon, results: sound() })
    const { verdict } = await verdictOf(app, pull('topic', 7, 'a'))
    expect(verdict).toMatchObject({ kind: 'unknown' })
  })

  test('may be the one of another pull request that this one was made upon', async () => {
    const app = await makeApp()
    await makeMain(app)
    const upper = {
      ...pull('upper', 9, 'c'),
      baseBranch: 'lower',
      parents: [sha('b')],
      mergeBaseSha: sha('b'),
      defaultBranch: 'main',
      ancestry: [
        { sha: sha('b'), parents: [sha('1')] },
        { sha: sha('1'), parents: [sha('0')] },
      ],
    }
    const without = await verdictOf(app, upper)
    expect(without.baseChoice).toMatchObject({ rule: 'ancestor', commitsAway: 2 })
    expect(without.baseChoice.because).toMatch(/since lower has no run that can be a base$/)
    expect(without.verdict).toMatchObject({ kind: 'unknown', basis: { rule: 'untested-base' } })
    await settled(app, { code: pull('lower', 8, 'b'), results: broken() })
    const { baseChoice, verdict } = await verdictOf(app, { ...upper, testedSha: sha('d'), headSha: sha('d') })
    expect(baseChoice).toMatchObject({ rule: 'merge-base', commitsAway: 0 })
    expect(verdict).toMatchObject({ kind: 'base-is-broken', basis: { rule: 'fails-on-base' } })
  })

  test('is open if the base failed otherwise, until another change upon it tells', async () => {
    const upon = (branch: string, number: number, letter: string) => ({
      ...pull(branch, number, letter),
      parents: [sha('0')],
      mergeBaseSha: sha('0'),
      ancestry: [],
    })
    for (const [results, then] of [
      [sound(), { kind: 'mine' }],
      [broken(), { kind: 'base-is-broken', basis: { rule: 'fails-with-untested-base' } }],
    ] as const) {
      const app = await makeApp()
      await mainRuns(app, 6, sound)
      const down = [failedTwice('pays', { message: 'the till is closed' }), passed('x')]
      await settled(app, { code: { branch: 'main', testedSha: sha('0'), headSha: sha('0') }, results: down })
      expect(await verdictOf(app, upon('topic', 7, 'a'))).toMatchObject({
        baseChoice: { rule: 'merge-base' },
        verdict: {
          kind: 'unknown',
          basis: { rule: 'untested-base' },
          because: expect.stringMatching(/^It failed with another error on the base, which does not show/),
          needs: { what: 'base-run' },
        },
      })
      await settled(app, { code: upon('other', 8, 'b'), results })
      expect(await verdictOf(app, upon('topic', 7, 'c'))).toMatchObject({ verdict: then })
    }
  })
})
