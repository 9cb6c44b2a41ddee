import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { experiment, type SentExperiment, sendExperiments, trialsOf } from '../../../testing/experiments.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { comment } from '../../../testing/pull-request.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, flaky, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { topic } from '../../../testing/verdicts.ts'

interface Answer {
  headline: string
  flakyInBurnIn: { titles: string[]; isNew: boolean; failed: number; passed: number }[]
}

const HEAD = { ...topic, testedSha: sha('a'), headSha: sha('a') }

/** A pull request whose run passes, after runs of main with these results. */
async function place(app: TestApp, onMain: MadeTest[], ...results: MadeTest[]) {
  await settled(app, { code: { branch: 'main', testedSha: sha('1') }, results: onMain })
  app.advance(60_000)
  return settled(app, { code: HEAD, results })
}

const burned = (titles: string[], letters: string, more: Partial<SentExperiment> = {}) =>
  experiment(letters, {
    purpose: 'burn-in',
    base: null,
    test: { ...experiment('f').test, titles },
    ...more,
  })

const asked = async (app: TestApp, head: string) =>
  (await app.get<Answer>(`/api/compare?base=auto&head=${head}`)).data

const inOrder = (order: number, letters: string) => trialsOf(letters).map((trial) => ({ ...trial, order }))

onBothDatabases('trials of a burn-in', (makeApp) => {
  test('name a new flaky test in the headline, the report and the comment, with their counts', async () => {
    const app = await makeApp()
    const head = await place(app, [passed('adds')], passed('adds'), passed('pays'))
    expect((await asked(app, head)).headline).toMatch(/^✅ Nothing broke · /)
    const letters = `${'p'.repeat(18)}ff`
    expect((await sendExperiments(app, head, burned(['pays'], letters))).error).toBeUndefined()
    const { headline, flakyInBurnIn } = await asked(app, head)
    expect(headline).toMatch(/^⚠️ Nothing broke, but new test "pays" failed 2 of 20 on the same code · /u)
    expect(flakyInBurnIn).toMatchObject([{ titles: ['pays'], isNew: true, failed: 2, passed: 18 }])
    const { data } = await app.get<{ headline: string; totals: Record<string, number>; markdown: string }>(
      `/api/executions/${head}/report`,
    )
    expect(data).toMatchObject({ headline, totals: { flakyInBurnIn: 1, newlyFlaky: 0 } })
    expect(data.markdown).toContain('new test, failed **2 of 20** on the same code')
    expect((await comment(app)).markdown).toContain('new test "pays" failed 2 of 20 on the same code')
    const context = await app.get<{ text: string }>(`/api/failure-context?execution=${head}`)
    expect(context.data.text).toContain(
      'Flaky in the burn-in: new test `pays` failed 2 of 20 on the same code.',
    )
    const short = await app.get<{ text: string }>(`/api/failure-context?execution=${head}&maxTokens=400`)
    expect(short.data.text).toContain('Flaky in the burn-in: new test `pays`')
  })

  test('name a test in quotation marks that it cannot end, before the first dot of the headline', async () => {
    const app = await makeApp()
    const title = 'pays" · shop'
    const head = await place(app, [passed('adds')], passed('adds'), passed(title))
    await sendExperiments(app, head, burned([title], 'ppf'))
    expect((await asked(app, head)).headline.split(' · ')[0]).toBe(
      String.raw`⚠️ Nothing broke, but new test "pays\" - shop" failed 1 of 3 on the same code`,
    )
  })

  test('name no test that depends on the order of its file, that ran other code, or that always ends alike', async () => {
    const app = await makeApp()
    const head = await place(app, [passed('adds')], passed('adds'), passed('pays'), passed('finds'))
    const other = { commit: sha('c'), dirty: false, command: 'x' }
    await sendExperiments(
      app,
      head,
      burned(['pays'], '', { trials: [...trialsOf('ppp'), ...inOrder(7, 'ff')] }),
      burned(['finds'], 'pppp'),
      burned(['finds'], 'ffff', { head: other }),
      experiment('fp', { test: { ...experiment('f').test, titles: ['finds'] } }),
    )
    expect(await asked(app, head)).toMatchObject({
      headline: expect.stringMatching(/^✅ Nothing broke · /),
      flakyInBurnIn: [],
    })
    // One order in which it failed and passed is enough.
    await sendExperiments(app, head, burned(['pays'], '', { trials: inOrder(7, 'p') }))
    expect((await asked(app, head)).flakyInBurnIn).toMatchObject([{ titles: ['pays'], failed: 2, passed: 4 }])
  })

  test('of a changed test count, unless the base branch has seen it flake', async () => {
    const app = await makeApp()
    const known = await place(app, [flaky('pays')], passed('pays'))
    await sendExperiments(app, known, burned(['pays'], 'ppf'))
    expect((await asked(app, known)).flakyInBurnIn).toEqual([])
    const other = await makeApp()
    const head = await place(other, [passed('pays'), passed('adds')], passed('pays'), passed('adds'))
    await sendExperiments(other, head, burned(['pays'], 'ppf'), burned(['adds'], 'pppf'))
    expect(await asked(other, head)).toMatchObject({
      headline: expect.stringContaining(
        '⚠️ Nothing broke, but 2 new or changed tests are flaky: "pays" failed 1 of 3 on the same code',
      ),
      flakyInBurnIn: [
        { titles: ['pays'], isNew: false },
        { titles: ['adds'], isNew: false },
      ],
    })
  })

  test('in another order prove nothing about a failure of the run', async () => {
    const app = await makeApp()
    const fails = [failed('pays', { message: 'pays is broken' })]
    const head = await place(app, [passed('pays')], ...fails)
    await sendExperiments(app, head, burned(['pays'], '', { trials: inOrder(7, 'fpfpfp') }))
    const trialsOfPays = async () =>
      (await compare(app, head)).regressions.find(({ titles }) => titles[0] === 'pays')?.verdict?.trials
    expect(await trialsOfPays()).toBeNull()
    await sendExperiments(app, head, burned(['pays'], 'fp'))
    expect(await trialsOfPays()).toMatchObject({ head: { failed: 1, passed: 1 } })
  })
})
