import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { sha } from '../../testing/sha.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

const code = (digit: string, more: object = {}) => ({
  branch: 'main',
  testedSha: sha(digit),
  headSha: sha(digit),
  tree: sha(digit),
  ...more,
})

async function fill(app: TestApp) {
  await settled(app, { project: 'till', build: '1', code: code('1'), results: [passed('adds')] })
  const shop = await settled(app, {
    project: 'shop',
    build: '2',
    code: code('2', { branch: 'topic', pullRequest: 31 }),
    results: [failed('adds', { message: 'no total' }), passed('takes away')],
  })
  return { shop }
}

onBothDatabases('the project of a tool about results', (makeApp) => {
  test('without an active project, a question that fits any project lists the projects', async () => {
    const app = await makeApp()
    const { shop } = await fill(app)
    const { call } = await connectAgent(app)
    const questions: [string, object][] = [
      ['svc_get_metrics', {}],
      ['svc_get_trends', {}],
      ['svc_list_executions', {}],
      ['svc_list_flaky_tests', {}],
      ['svc_get_failures', { branch: 'main' }],
      ['svc_get_failures', { execution: 'latest' }],
      ['svc_get_execution', { pr: 31 }],
      ['svc_compare_executions', {}],
    ]
    for (const [tool, args] of questions) {
      const { text } = await call(tool, { ...args })
      expect
        .soft(text, tool)
        .toMatch(/^INVALID_REQUEST: No project is active .* one of: shop \(project id .*; till \(project id/)
    }
    for (const tool of ['svc_get_failures', 'svc_get_execution', 'svc_compare_executions'])
      expect.soft((await call(tool, { execution: shop })).text, tool).toContain('project `shop`')
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

  test('refusals name the argument to change', async () => {
    const app = await makeApp()
    const { shop } = await fill(app)
    const { call } = await connectAgent(app, { headers: { 'svc-project': 'shop' } })
    expect((await call('svc_get_failures', { pr: 31, branch: 'main' })).text).toMatch(
      /^NOT_FOUND: This pull request has no such branch in this project\. It has: [^.]*\. .*omit branch\./,
    )
    const [{ fingerprint }] = (await call('svc_get_failures')).structured.clusters
    await settled(app, { build: '3', code: code('3'), results: [passed('adds')], project: 'shop' })
    expect((await call('svc_get_failures', { fingerprint })).text).toMatch(
      new RegExp(`^NOT_FOUND: No failure of these executions .* is execution ${shop} of `),
    )
  })
})
