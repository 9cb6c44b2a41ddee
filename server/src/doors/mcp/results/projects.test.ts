import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { addKey } from '../../../testing/isolation/create-data.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, passed, settled } from '../../../testing/upload.ts'

const code = (digit: string, more: object = {}) => ({
  branch: 'main',
  testedSha: sha(digit),
  headSha: sha(digit),
  tree: sha(digit),
  ...more,
})

async function fill(app: TestApp) {
  const till = await settled(app, { project: 'till', build: '1', code: code('1'), results: [passed('adds')] })
  const shop = await settled(app, {
    project: 'shop',
    build: '2',
    code: code('2', { branch: 'topic', pullRequest: 31 }),
    results: [failed('adds', { message: 'no total' }), passed('takes away')],
  })
  return { shop, till }
}

onEachDatabase('the project of a tool about results', (makeApp) => {
  test('by default, questions are about the newest project, and an id is of whichever project', async () => {
    const app = await makeApp()
    const { till } = await fill(app)
    const { call } = await connectAgent(app)
    const questions: [string, object][] = [
      ['svc_get_metrics', {}],
      ['svc_get_trends', {}],
      ['svc_list_executions', {}],
      ['svc_list_flaky_tests', {}],
      ['svc_get_failures', { branch: 'topic' }],
      ['svc_get_failures', { execution: 'latest' }],
      ['svc_get_execution', { pr: 31 }],
      ['svc_compare_executions', {}],
    ]
    for (const [tool, args] of questions) {
      const { text } = await call(tool, { ...args })
      expect.soft(text, tool).toContain('project `shop`')
    }
    for (const tool of ['svc_get_failures', 'svc_get_execution', 'svc_compare_executions'])
      expect.soft((await call(tool, { execution: till })).text, tool).toContain('project `till`')
  })

  test('each answer names its project, also within the smallest budget and without entries', async () => {
    const app = await makeApp()
    await fill(app)
    const { call } = await connectAgent(app, { headers: { 'svc-project': 'shop' } })
    const questions: [string, object][] = [
      ['svc_get_metrics', {}],
      ['svc_get_trends', {}],
      ['svc_list_executions', {}],
      ['svc_list_executions', { branch: 'nowhere' }],
      ['svc_list_flaky_tests', {}],
      ['svc_get_failures', {}],
      ['svc_get_execution', {}],
      ['svc_compare_executions', {}],
      ['svc_get_test_history', { test: 'adds' }],
    ]
    for (const [tool, args] of questions)
      for (const max_tokens of [500, 4_000])
        expect.soft((await call(tool, { ...args, max_tokens })).text, tool).toContain('project `shop`')
  })

  test('an execution of another project is refused with the name of that project', async () => {
    const app = await makeApp()
    const { shop } = await fill(app)
    const { call } = await connectAgent(app, { headers: { 'svc-project': 'till' } })
    for (const tool of ['svc_get_failures', 'svc_get_execution', 'svc_compare_executions'])
      for (const execution of [shop, `http://svc.test/executions/${shop}`])
        expect
          .soft((await call(tool, { execution })).text, tool)
          .toMatch(/^NOT_FOUND: There is no such execution in this project, but in shop\./)
  })

  test('a failure or a test of another project is refused with that project and the call that leads to it', async () => {
    const app = await makeApp()
    await fill(app)
    const { call } = await connectAgent(app)
    await call('svc_agent_register', { agent_name: 'fixer', instance: 'laptop' })
    const [{ fingerprint }] = (await call('svc_get_failures', { branch: 'topic' })).structured.clusters
    const { testId } = (await call('svc_get_test_history', { test: 'takes away' })).structured
    await call('svc_switch_account', { project_id: 'till' })
    const calls: [string, object, string][] = [
      ['svc_get_failures', { fingerprint }, 'failure'],
      ['svc_get_failures', { fingerprint, branch: 'main' }, 'failure'],
      ['svc_get_failures', { test: testId }, 'test'],
      ['svc_get_test_history', { test: testId }, 'test'],
      ['svc_lease', { subject: 'failure', id: fingerprint }, 'failure'],
      ['svc_lease', { subject: 'test', id: testId }, 'test'],
      ['svc_verify_fix', { fingerprint, commit: sha('2') }, 'failure'],
    ]
    for (const [tool, args, what] of calls)
      expect
        .soft((await call(tool, { ...args })).text, `${tool} ${JSON.stringify(args)}`)
        .toBe(
          `NOT_FOUND: This project has no such ${what}, but shop has it. Call svc_switch_account with project_id shop, then this again.`,
        )
    await call('svc_switch_account', { project_id: 'shop' })
    expect((await call('svc_get_failures', { fingerprint })).text).toContain('project `shop`')
    const ofTill = await addKey(app, { id: 1 }, { role: 'editor', name: 'of till', project: 'till' })
    const { text } = await (await connectAgent(app, { key: ofTill.value })).call('svc_get_failures', {
      fingerprint,
    })
    expect(text).toMatch(/^NOT_FOUND: /)
    expect(text).not.toContain('shop')
  })

  test('refusals name the argument to change', async () => {
    const app = await makeApp()
    const { shop } = await fill(app)
    const { call } = await connectAgent(app, { headers: { 'svc-project': 'shop' } })
    expect((await call('svc_get_failures', { pr: 31, branch: 'main' })).text).toMatch(
      /^NOT_FOUND: This pull request has no such branch in this project\. It has: [^.]*\. .*omit branch\./,
    )
    const [{ fingerprint }] = (await call('svc_get_failures')).structured.clusters
    await settled(app, { build: '3', code: code('3'), results: [passed('adds')], project: 'shop' })
    expect((await call('svc_get_failures', { commit: '3333', fingerprint })).text).toMatch(
      new RegExp(`^NOT_FOUND: No failure of these executions .* is execution ${shop} of `),
    )
    expect((await call('svc_get_failures', { fingerprint })).structured.executions).toMatchObject([
      { id: shop },
    ])
  })
})
