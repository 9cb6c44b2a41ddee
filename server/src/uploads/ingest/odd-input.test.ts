import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, ndjson, passed, post, run, send } from '../../testing/upload.ts'

onEachDatabase('odd journals', (makeApp) => {
  test('odd text that is valid is kept as well as it can be', async () => {
    const app = await makeApp()
    const odd = 'a\0b \ud800 c \u202e ☃'
    const kept = 'a\u2400b \\ud800 c \u202e ☃'
    const lines = run({
      suite: odd,
      part: { leg: odd, job: odd },
      tags: [odd],
      environment: { [odd]: odd },
      code: { branch: odd, message: odd },
      startedAt: 1,
      results: [
        passed(odd, { file: odd, variant: odd }),
        failed(`${odd} > inner`, { file: odd, message: odd }),
      ],
      errors: [{ file: odd, failure: { message: odd, stack: odd } }],
    })
    const sent = await send(app, lines)
    expect(sent.status, JSON.stringify(sent.error)).toBe(200)
    await send(app, lines)
    await app.settle(sent.data.execution.id)
    const { data } = await app.get<Record<string, unknown>>(`/api/executions/${sent.data.execution.id}`)
    expect(data).toMatchObject({
      suite: kept,
      branch: kept,
      tags: [kept],
      results: [
        { file: kept, titles: [kept], variant: kept, leg: kept },
        { titles: [kept, 'inner'], attempts: [{ errors: [{ message: kept }] }] },
      ],
      errors: [{ file: kept, failure: { message: kept } }],
    })
    expect(JSON.stringify(data)).not.toMatch(/(?<!\\)\\(?:ud800|u0000)/)
  })

  test('an entry of a kind that a later reporter writes is accepted and left out', async () => {
    const app = await makeApp()
    const [last, ...others] = run({ results: [passed('pays')] }).reverse()
    const lines = [...others.reverse(), ['measured', { memory: 1 }], last]
    const { status, data } = await post(app, ndjson(lines))
    expect([status, data.accepted]).toEqual([200, 3])
    const { data: read } = await app.get<{ status: string; results: unknown[] }>(
      `/api/executions/${data.execution.id}`,
    )
    expect(read.results).toHaveLength(1)
  })

  test('titles that differ in half of a surrogate pair stay two tests', async () => {
    const app = await makeApp()
    const sent = await send(app, run({ results: [passed('\ud800'), failed('\udc00')] }))
    const document = {
      project: 'halves',
      results: ['\ud800', '\udc00'].map((half) => ({ file: 'a', titles: [half], status: 'passed' })),
    }
    const posted = await app.post<typeof sent.data>('/api/test-results', document)
    expect(posted.status, JSON.stringify(posted.error)).toBe(200)
    for (const { id } of [sent.data.execution, posted.data.execution]) {
      const { data } = await app.get<{ results: { titles: string[] }[] }>(`/api/executions/${id}`)
      expect(data.results.map(({ titles }) => titles.at(-1)).sort()).toEqual(['\\ud800', '\\udc00'])
    }
  })

  test('numbers at the edge of what is taken are stored and read again', async () => {
    const app = await makeApp()
    const year = 366 * 86_400_000
    const lines = run({ startedAt: 1, end: null })
    const sent = await post(
      app,
      ndjson([
        ...lines,
        ['group', 0, { file: 'a.test.ts', titles: [] }],
        ['attempt', 0, 'late', 'passed', year, year],
        ['attempt', 0, 'failed late', 'failed', year - 0.5, 0.0004],
        ['end', { status: 'passed', durationMs: year }],
      ]),
      { 'svc-clock': '999999999999999' },
    )
    expect(sent.status, JSON.stringify(sent.error)).toBe(200)
    const { data } = await app.get<{ startedAt: string; results: { durationMs: number }[] }>(
      `/api/executions/${sent.data.execution.id}`,
    )
    expect(data.results.map((result) => result.durationMs)).toEqual([year, 0])
    expect(Date.parse(data.startedAt)).toBeGreaterThanOrEqual(0)
  })
})
