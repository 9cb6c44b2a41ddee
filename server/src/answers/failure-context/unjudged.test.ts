import type { failureContextOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { failed, type MadeRun, type MadeTest, passed, run, send, settled } from '../../testing/upload.ts'

type Answer = z.output<typeof failureContextOperations.getFailureContext.output>

const CALM = Array.from({ length: 10 }, (_, at) => passed(`calm ${at}`))

/** An execution with these results on each leg. */
async function build(app: TestApp, name: string, legs: Record<string, MadeTest[]>, more: MadeRun = {}) {
  let id = ''
  for (const [leg, results] of Object.entries(legs)) {
    const made = run({ build: name, part: { leg }, results: [...results, ...CALM], ...more })
    id = (await send(app, made)).data.execution.id
  }
  await app.settle(id)
  app.advance(60_000)
  return id
}

const failuresOf = async (app: TestApp, execution: string) =>
  (await app.get<Answer>(`/api/failure-context?execution=${execution}`)).data

onEachDatabase('failures that no verdict judges', (makeApp) => {
  test('a leg that the base did not run says so, and what would decide it', async () => {
    const app = await makeApp()
    for (const name of ['1', '2'])
      await build(app, name, { linux: [passed('a'), passed('b')], macos: [passed('a'), passed('b')] })
    const bad = failed('a', { message: 'no file' })
    const head = await build(
      app,
      'head',
      { linux: [passed('a'), passed('b')], windows: [bad, passed('b')] },
      { code: { branch: 'topic' } },
    )
    const { clusters, text } = await failuresOf(app, head)
    const because = 'The base ran on linux, macos only, not on this leg.'
    expect(clusters).toMatchObject([
      {
        verdict: 'unknown',
        judged: { kind: 'unknown', because, rule: 'not-compared', missing: 'a base run on this leg' },
      },
    ])
    expect(text).toContain(`Verdict: \`${because}\` [rule not-compared]`)
    expect(text).toContain('To decide: `a base run on this leg`')
    const { call } = await connectAgent(app)
    const compared = await call('svc_compare_executions', { execution: head })
    expect(compared.text).toContain('absent → failed · `the base ran on linux, macos only, not on this leg`')
  })

  test('a base that was cut off says so', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a'), ...CALM] })
    app.advance(60_000)
    const { data } = await send(app, run({ results: CALM, end: 'interrupted' }))
    await app.settle(data.execution.id)
    app.advance(60_000)
    const head = await settled(app, { code: { branch: 'topic' }, results: [failed('a'), ...CALM] })
    const { data: compared } = await app.get<{ failuresNotCompared: object[] }>(
      `/api/compare?head=${head}&base=${data.execution.id}`,
    )
    expect(compared.failuresNotCompared).toMatchObject([
      {
        titles: ['a'],
        reason: 'the base was cut off, and may have missed this test',
        missing: 'a base run that was not cut off',
      },
    ])
  })

  test('an error outside tests says whether the base has it', async () => {
    const app = await makeApp()
    const error = (message: string) => ({ file: 'z.ts', failure: { message } })
    await settled(app, { results: CALM, errors: [error('Cannot find ./old')] })
    app.advance(60_000)
    const head = await settled(app, {
      code: { branch: 'topic' },
      results: CALM,
      errors: [error('Cannot find ./old'), error('Cannot find ./new')],
    })
    const { clusters } = await failuresOf(app, head)
    expect(clusters).toMatchObject([
      {
        message: 'Cannot find ./new',
        judged: {
          kind: 'unknown',
          rule: 'outside-tests',
          missing: expect.stringContaining('a run without this change'),
        },
      },
      {
        message: 'Cannot find ./old',
        judged: { kind: 'base-is-broken', rule: 'outside-tests' },
      },
    ])
  })

  test('a leg without a base outweighs what explains the same error on another leg', async () => {
    const app = await makeApp()
    const bad = failed('a', { message: 'no file' })
    await build(app, '1', { linux: [bad], macos: [passed('a')] })
    const head = await build(app, 'head', { linux: [bad], windows: [bad] }, { code: { branch: 'topic' } })
    const { clusters } = await failuresOf(app, head)
    expect(clusters).toMatchObject([{ verdict: 'unknown', judged: { rule: 'not-compared' } }])
  })
})
