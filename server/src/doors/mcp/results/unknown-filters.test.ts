import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, passed, settled } from '../../../testing/upload.ts'

async function fill(app: TestApp) {
  for (const [branch, suite, pullRequest, at] of [
    ['main', 'cart', null, '1'],
    ['faster-invoice', 'web', 7, '2'],
  ] as const) {
    const code = { branch, testedSha: sha(at), headSha: sha(at), tree: sha(at) }
    await settled(app, {
      build: branch,
      suite,
      code: pullRequest === null ? code : { ...code, pullRequest, repository: 'acme/shop' },
      results: [passed('adds'), failed(`subtracts ${suite}`)],
    })
  }
}

onEachDatabase('filters of tools about results', (makeApp) => {
  test('an unknown one is named, with names that exist', async () => {
    const app = await makeApp()
    await fill(app)
    const { call } = await connectAgent(app)
    const near = {
      branch: { argument: 'branch', given: 'mian', exist: ['main', 'faster-invoice'] },
      suite: { argument: 'suite', given: 'crat', exist: ['cart', 'web'] },
      pr: { argument: 'pr', given: '77', exist: ['7'] },
      commit: {
        argument: 'commit',
        given: 'deadbeef',
        exist: [sha('2').slice(0, 10), sha('1').slice(0, 10)],
      },
    }
    const { branch, suite, pr, commit } = near
    const calls: [string, Record<string, unknown>, object[]][] = [
      ['svc_list_flaky_tests', { branch: 'mian' }, [branch]],
      ['svc_list_flaky_tests', { branch: 'mian', state: 'broken' }, [branch]],
      ['svc_get_test_history', { test: 'adds cart', branch: 'mian' }, [branch]],
      ['svc_get_metrics', { branch: 'mian' }, [branch]],
      ['svc_get_metrics', { suite: 'crat' }, [suite]],
      ['svc_get_trends', { suite: 'crat', branch: 'main' }, [suite]],
      ['svc_list_executions', { branch: 'mian', suite: 'web' }, [branch]],
      ['svc_list_executions', { branch: 'mian', suite: 'crat' }, [branch, suite]],
      ['svc_list_executions', { pr: 77 }, [pr]],
      ['svc_list_executions', { commit: 'deadbeef' }, [commit]],
    ]
    for (const [name, args, unknown] of calls)
      for (const max_tokens of [4_000, 500]) {
        const id = (await call('svc_get_test_history', { test: 'subtracts cart' })).structured.testId
        const given = 'test' in args ? { ...args, test: id } : args
        const { text, structured, isError } = await call(name, { ...given, max_tokens })
        const what = `${name} ${JSON.stringify(args)}: ${text}`
        expect(isError, what).toBe(false)
        expect(structured.unknown, what).toHaveLength(unknown.length)
        for (const [at, one] of unknown.entries()) {
          const { exist, ...said } = one as (typeof near)['branch']
          expect(structured.unknown[at], what).toMatchObject(said)
          expect(structured.unknown[at].exist.toSorted(), what).toEqual(exist.toSorted())
          for (const existing of [said.given, ...exist]) expect(text).toContain(existing)
        }
        expect(text, what).toMatch(/^No execution of project `shop` has /m)
      }
  })

  test('one that exists is named in an empty answer, and is not called unknown', async () => {
    const app = await makeApp()
    await fill(app)
    const { call } = await connectAgent(app)
    const calls: [string, Record<string, unknown>, RegExp][] = [
      [
        'svc_list_flaky_tests',
        { branch: 'main' },
        /^No flaky tests of project `shop`, branch `main`, in the last/,
      ],
      ['svc_get_metrics', { branch: 'main', from: '2020-01-01', to: '2020-01-02' }, /branch `main`/],
      [
        'svc_get_trends',
        { suite: 'cart', from: '2020-01-01', to: '2020-01-02' },
        /suite `cart`[\s\S]*No executions\./,
      ],
      [
        'svc_list_executions',
        { branch: 'main', suite: 'web', pr: 7 },
        /^No execution of project `shop` matches pull request 7, branch `main`, suite `web`\./,
      ],
    ]
    for (const [name, args, said] of calls) {
      const { text, structured, isError } = await call(name, args)
      expect(isError, text).toBe(false)
      expect(text).toMatch(said)
      expect(structured).not.toHaveProperty('unknown')
    }
  })

  test('failures say which one of several is unknown', async () => {
    const app = await makeApp()
    await fill(app)
    const { call } = await connectAgent(app)
    const said = async (args: Record<string, unknown>) => (await call('svc_get_failures', args)).text
    expect(await said({ branch: 'mian', suite: 'web' })).toMatch(/no such branch .*main/)
    expect(await said({ commit: 'deadbeef', branch: 'main' })).toMatch(/no such commit/)
    expect(await said({ branch: 'main', suite: 'web' })).toMatch(
      /^NOT_FOUND: .*none with this branch and suite together/,
    )
  })

  test('a run that exists is not called missing for a suite that it does not have', async () => {
    const app = await makeApp()
    const id = await settled(app, { build: '4711', suite: 'unit', results: [failed('adds')] })
    const { call } = await connectAgent(app, { headers: { 'svc-project': 'shop' } })
    const said = async (args: Record<string, unknown>) => (await call('svc_get_failures', args)).text
    const run = 'https://github.com/acme/shop/actions/runs/4711'
    expect(await said({ execution: id, suite: 'uint' })).toMatch(
      /^NOT_FOUND: This execution has no such suite in this project\. It has: unit\./,
    )
    expect(await said({ execution: run, suite: 'uint' })).toMatch(
      /^NOT_FOUND: This CI run has no such suite in this project\. It has: unit\./,
    )
    expect(await said({ execution: id, pr: 9 })).toMatch(
      /This execution has no such pull request in this project\. It has: none\./,
    )
    // A correct suite would not help.
    expect(await said({ execution: run.replace('4711', '9'), suite: 'uint' })).toMatch(/no such CI run/)
  })

  test('an address of a pull request is read like its number', async () => {
    const app = await makeApp()
    await fill(app)
    const { call } = await connectAgent(app, { headers: { 'svc-project': 'shop' } })
    const said = async (args: Record<string, unknown>) => (await call('svc_get_failures', args)).text
    const execution = 'https://github.com/acme/shop/pull/7'
    expect(await said({ execution, suite: 'wbe' })).toMatch(
      /^NOT_FOUND: This pull request has no such suite in this project\. It has: web\./,
    )
    expect(await said({ execution, pr: 8 })).toMatch(
      /^INVALID_REQUEST: execution is the address of pull request 7, but pr is 8\./,
    )
  })
})
