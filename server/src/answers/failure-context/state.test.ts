import type { failureContextOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { sha } from '../../testing/sha.ts'
import { failed, type MadeRun, passed, settled } from '../../testing/upload.ts'

type Answer = z.output<typeof failureContextOperations.getFailureContext.output>

const DAY_MS = 86_400_000
const [OLD, NEW] = [sha('9'), sha('c')]
const [old, fresh] = [OLD.slice(0, 10), NEW.slice(0, 10)]

const runAt =
  (app: TestApp, code: MadeRun['code']) =>
  (suite: string, commit: string, results: MadeRun['results'], more: MadeRun = {}) =>
    settled(app, {
      build: `run-${commit.slice(0, 4)}`,
      suite,
      results: results ?? [],
      ...more,
      code: { ...code, testedSha: commit, headSha: commit, ...more.code },
    })

const askOf = (app: TestApp) => async (query: string) =>
  (await app.get<Answer>(`/api/failure-context?project=shop&${query}`)).data

const suitesOf = ({ executions }: Answer) =>
  Object.fromEntries(executions.map(({ suite, newerCommit }) => [suite, newerCommit]))

onEachDatabase('the state of a pull request and of a branch', (makeApp) => {
  test('suites that have not run at the newest commit are named, however the state is asked for', async () => {
    const app = await makeApp()
    const run = runAt(app, { branch: 'topic', pullRequest: 7, repository: 'acme/shop' })
    const ask = askOf(app)
    await run('cart', OLD, [failed('adds')])
    await run('web', OLD, [passed('shows')])
    const e2e = await run('e2e', OLD, [failed('pays', { message: 'no card' })])
    const cart = await run('cart', NEW, [passed('adds')])
    for (const query of ['pr=7', 'branch=topic', 'execution=https://github.com/acme/shop/pull/7']) {
      const answer = await ask(query)
      expect(suitesOf(answer), query).toEqual({ cart: null, e2e: NEW, web: NEW })
      expect(answer.clusters, query).toMatchObject([{ execution: e2e }])
      expect(answer.otherSuites).toEqual([])
      const [heading] = answer.text.split('\n')
      expect(heading, query).toMatch(`; 2 of 3 suites have not run at ${fresh}`)
      expect(answer.text).toMatch(
        new RegExp(`Suite \`e2e\`.*Commit ${old}.*, an older commit than ${fresh};`),
      )
      expect(answer.text).toContain(`\`cart\` passed at ${fresh}`)
      expect(answer.text).toMatch(/^(?:## )?1\. .*suite `e2e` \(older commit\)/m)
      expect((await ask(`${query}&maxTokens=200`)).text).toContain(`2 of 3 suites have not run at ${fresh}`)
    }
    for (const query of [`commit=${fresh}`, '', 'execution=latest']) {
      const answer = await ask(query)
      expect(suitesOf(answer), query).toEqual({ cart: null })
      expect(answer.clusters).toEqual([])
      expect(answer.otherSuites.map(({ suite }) => suite).sort()).toEqual(['e2e', 'web'])
      expect(answer.otherSuites[0]).toEqual({
        project: 'shop',
        suite: 'e2e',
        execution: e2e,
        state: 'failed',
        commit: OLD,
      })
      expect(answer.text).toContain(`no failures in 1 of 3 suites; 2 of 3 suites have not run at ${fresh}`)
      expect(answer.text).toContain(`Not in this answer: \`e2e\` failed at ${old}, \`web\` passed at ${old}`)
    }
    const older = await ask(`commit=${OLD}`)
    expect(suitesOf(older)).toEqual({ cart: NEW, e2e: NEW, web: NEW })
    expect(older.text.split('\n')[0]).toMatch(`; of an older commit than ${fresh}`)
    expect(suitesOf(await ask('pr=7&suite=e2e'))).toEqual({ e2e: NEW })
    expect((await ask('pr=7&suite=e2e')).otherSuites).toEqual([])
    expect(suitesOf(await ask(`execution=${e2e}`))).toEqual({ e2e: NEW })
    const one = await ask(`execution=${cart}`)
    expect([one.text.includes('older'), one.otherSuites]).toEqual([false, []])
    expect(one.text).toMatch(/^# Failures of pull request 7 .*: no failures in suite `cart`\n/)

    await run('e2e', NEW, [passed('pays')])
    await run('web', NEW, [passed('shows')])
    const whole = await ask('pr=7')
    expect([whole.clusters, suitesOf(whole)]).toEqual([[], { cart: null, e2e: null, web: null }])
    expect(whole.text).toContain('no failures in 3 of 3 suites')
    expect(whole.text).not.toMatch(/older|have not run/)
  })

  test('other pull requests, forks and laptops do not make a run older, and dead suites are no state', async () => {
    const app = await makeApp()
    const ask = askOf(app)
    const main = runAt(app, { branch: 'main', repository: 'acme/shop' })
    await main('dead', sha('1'), [failed('forgotten')])
    app.advance(15 * DAY_MS)
    await main('nightly', sha('2'), [failed('slow')])
    await main('unit', sha('3'), [passed('a')])
    const pullRequest = runAt(app, { branch: 'topic', pullRequest: 7, repository: 'acme/shop' })
    await pullRequest('unit', OLD, [passed('a')])
    const copy = { repository: 'other/shop', branch: 'fork:topic' }
    await pullRequest('unit', NEW, [failed('a')], { trust: 'fork', code: copy })
    await main('unit', NEW, [failed('a')], { trust: 'local', build: 'laptop', code: { dirty: true } })
    expect(suitesOf(await ask('branch=main'))).toEqual({ unit: null, nightly: sha('3') })
    expect(suitesOf(await ask('pr=7&repo=acme/shop'))).toEqual({ unit: null })
    expect(suitesOf(await ask('branch=topic'))).toEqual({ unit: null })
    const laptop = await ask('')
    expect(laptop.executions).toMatchObject([{ trust: 'local', newerCommit: null }])
    expect(laptop.otherSuites.map(({ suite }) => suite)).toEqual(['nightly'])
  })
})
