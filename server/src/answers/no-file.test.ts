import { expect, test } from 'vitest'
import { onEachDatabase } from '../testing/each-database.ts'
import { connectAgent } from '../testing/mcp-client.ts'
import { comment, pull } from '../testing/pull-request.ts'
import { failed, failedTwice, flaky, type MadeTest, passed, settled } from '../testing/upload.ts'

// Reports of Java, Go and .NET name no files.

onEachDatabase('tests without a file', (makeApp) => {
  test('have no place in the comment, in the answers to agents, and in their guidelines', async () => {
    const app = await makeApp()
    const java = (some: MadeTest[]) => some.map((each) => ({ ...each, file: '' }))
    const base = java([
      passed('Cart > adds'),
      passed('Cart > pays'),
      passed('Till > opens'),
      failed('Old > a'),
    ])
    const often = java([flaky('Net > reads', { message: 'no answer' })])
    for (const branch of ['one', 'two']) await settled(app, { code: { branch }, results: often })
    for (let i = 0; i < 5; i++)
      await settled(app, {
        code: { branch: 'main', testedSha: 'abcdef0123456789' },
        results: [...base, ...java([passed('Net > reads'), passed('Shop > is renamed')])],
      })
    const head = await settled(app, {
      code: { ...pull, mergeBaseSha: 'abcdef0123456789', headSha: 'fedcba9876543210' },
      results: java([
        failedTwice('Cart > adds', { message: 'expected 2 to be 1' }),
        failedTwice('Cart > pays', { message: 'expected 2 to be 1' }),
        flaky('Till > opens', { message: 'slipped' }),
        failed('Net > reads', { message: 'no answer' }),
        failed('Old > a'),
        passed('Shop > was renamed'),
      ]),
    })
    const { markdown } = await comment(app)
    const { call } = await connectAgent(app)
    const { structured } = await call('svc_get_failures', { execution: head })
    const fingerprints: string[] = structured.clusters.map(
      ({ fingerprint }: { fingerprint: string }) => fingerprint,
    )
    expect(fingerprints.length).toBeGreaterThan(2)
    await call('svc_agent_register', { agent_name: 'ada', instance: 'laptop' })
    const answers = [
      markdown,
      ...(
        await Promise.all([
          call('svc_get_failures', { execution: head }),
          call('svc_get_failures', { execution: head, max_tokens: 800 }),
          ...fingerprints.map((fingerprint) => call('svc_get_failures', { execution: head, fingerprint })),
          call('svc_get_failures', { test: 'adds' }),
          call('svc_get_execution', { execution: head }),
          call('svc_lease', { subject: 'failure', id: fingerprints[0] }),
          call('svc_compare_executions', { execution: head }),
          call('svc_list_flaky_tests', {}),
          call('svc_get_test_history', { test: 'adds' }),
          call('svc_guidelines', { mode: 'code', full: true }),
        ])
      ).flatMap(({ text, structured, isError }) => {
        expect(isError, text).toBe(false)
        return [text, JSON.stringify(structured)]
      }),
    ]
    expect(answers[0]).toContain('Till › opens')
    for (const answer of answers) {
      expect(answer).not.toContain('(empty)')
      expect(answer).not.toContain('<code></code>')
      expect(answer).not.toContain('in 1 file')
      expect(answer).not.toMatch(/["`]\s*[>›] /)
      expect(answer).not.toMatch(/Flaky: ["`“]{2}/)
    }
  })
})
