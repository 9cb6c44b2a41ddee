import type { AttemptStatus, IngestReceipt } from '@svc/protocol'
import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { compare } from '../../testing/compare.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, type MadeRun, passed, run, send } from '../../testing/upload.ts'

interface Execution {
  state: string
  counts: Record<string, number>
  results: { titles: string[]; status: string; attempts: { status: AttemptStatus }[] }[]
}

const FIRST = { results: [failed('pays'), failed('refunds'), passed('adds')] }
const AGAIN = { attempt: 2, part: { config: 'again.xml' }, results: [passed('pays'), failed('refunds')] }

async function sent(app: TestApp, build: string, parts: MadeRun[]): Promise<string> {
  let id = ''
  for (const part of parts) id = (await send(app, run({ build, ...part }))).data.execution.id
  await app.settle(id)
  app.advance(60_000)
  return id
}
const read = async (app: TestApp, id: string) => (await app.get<Execution>(`/api/executions/${id}`)).data
const outcomes = ({ results }: Execution) =>
  Object.fromEntries(
    results.map(({ titles, status, attempts }) => [
      titles[0],
      [status, ...attempts.map((attempt) => attempt.status)],
    ]),
  )
const JOINED = {
  pays: ['flaky', 'failed', 'passed'],
  refunds: ['failed', 'failed', 'failed'],
  adds: ['passed', 'passed'],
}

onBothDatabases('a further attempt of an upload', (makeApp) => {
  test('joins the tests by their names, in any order of arrival', async () => {
    const app = await makeApp()
    for (const parts of [
      [FIRST, AGAIN],
      [AGAIN, FIRST],
    ]) {
      const id = await sent(app, `build ${parts.indexOf(FIRST)}`, parts)
      const execution = await read(app, id)
      expect(execution).toMatchObject({
        state: 'failed',
        counts: { passed: 1, failed: 1, flaky: 1, total: 3 },
      })
      expect(outcomes(execution)).toEqual(JOINED)
      await archive(app, id)
      expect(outcomes(await read(app, id))).toEqual(JOINED)
    }
  })

  test('passes the execution if everything passes in the end, but not what no attempt repeated', async () => {
    const app = await makeApp()
    const again = { ...AGAIN, results: [passed('pays'), passed('refunds')] }
    const end = async (first: MadeRun, build: string) => read(app, await sent(app, build, [first, again]))
    expect(await end(FIRST, 'one')).toMatchObject({ state: 'passed', counts: { flaky: 2, failed: 0 } })
    const outside = [{ file: 'a.test.ts', failure: { message: 'does not load' } }]
    expect(await end({ ...FIRST, errors: outside }, 'two')).toMatchObject({ state: 'failed' })
    expect(await end({ ...FIRST, results: [...FIRST.results, failed('ships')] }, 'three')).toMatchObject({
      state: 'failed',
      counts: { failed: 1, flaky: 2 },
    })
  })

  test('sent again with other content replaces itself, and counts once', async () => {
    const app = await makeApp()
    const once = { ...AGAIN, results: [failed('pays'), failed('refunds')] }
    const third = { ...AGAIN, part: { config: 'other.xml' }, results: [passed('refunds')] }
    const execution = await read(app, await sent(app, 'twice', [FIRST, once, AGAIN, third]))
    expect(execution).toMatchObject({ state: 'passed', counts: { passed: 1, failed: 0, flaky: 2, total: 3 } })
    expect(outcomes(execution)).toEqual({
      pays: ['flaky', 'failed', 'failed', 'passed'],
      refunds: ['flaky', 'failed', 'failed', 'failed', 'passed'],
      adds: ['passed', 'passed'],
    })
  })

  test('of documents joins by the build, and needs one', async () => {
    const app = await makeApp()
    const result = (title: string, status: string) => ({
      file: 'a.py',
      titles: [title],
      status,
      durationMs: 1,
    })
    const post = (query: string, document: object) =>
      app.post<IngestReceipt>(`/api/test-results${query}`, { project: 'shop', ...document })
    const build = 'documents'
    await post('', { build, results: [result('pays', 'failed'), result('adds', 'failed')] })
    await post('', { build, attempt: 2, results: [result('pays', 'passed')] })
    const { data } = await post(`?attempt=3&build=${build}`, { results: [result('adds', 'passed')] })
    expect(await read(app, data.execution.id)).toMatchObject({ counts: { flaky: 2, failed: 0, total: 2 } })
    for (const [query, document, says] of [
      ['', { attempt: 2 }, 'body.build'],
      ['', { build, attempt: 0 }, 'attempt'],
      ['', { build, attempt: 1_001 }, 'attempt'],
      ['?attempt=x', { build }, 'attempt'],
    ] as const) {
      const { status, error } = await post(query, { ...document, results: [result('pays', 'passed')] })
      expect({ status, says: error?.message }).toEqual({ status: 400, says: expect.stringContaining(says) })
    }
  })

  test('is older than any attempt of a re-run build', async () => {
    const app = await makeApp()
    const third = { attempt: 3, part: { config: 'third.xml' }, results: [failed('refunds')] }
    const rerun = { runAttempt: 2, results: [passed('pays'), passed('refunds'), passed('adds')] }
    for (const parts of [
      [FIRST, AGAIN, third, rerun],
      [rerun, third, AGAIN, FIRST],
    ]) {
      const { state, counts } = await read(app, await sent(app, `build ${parts.indexOf(FIRST)}`, parts))
      expect({ state, counts }).toMatchObject({ state: 'passed', counts: { failed: 0, flaky: 2, passed: 1 } })
    }
  })

  test('of the base need not come again: nothing failed here', async () => {
    const app = await makeApp()
    const code = { branch: 'topic', baseBranch: 'main', pullRequest: 7, repository: 'acme/shop' }
    await sent(app, 'base', [FIRST, AGAIN])
    const results = ['pays', 'refunds', 'adds'].map((name) => passed(name))
    const { data } = await send(app, run({ build: 'head', code, results }))
    const { id } = data.execution
    const settled = await app.post<object>(`/api/executions/${id}/facts`, { settle: 'if-complete' })
    expect(settled.data).toMatchObject({ settled: true, waitingFor: [] })
    expect(await compare(app, id)).toMatchObject({ provisional: false, missing: [] })
  })
})
