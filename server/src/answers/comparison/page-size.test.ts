import { COMPARISON_PAGE } from '@svc/schema'
import { expect, test } from 'vitest'
import type { Compared } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, failedTwice, type MadeTest, passed, run, send, settled } from '../../testing/upload.ts'

/** More than a page holds, each with a message as long as a comparison has. */
const MANY = 60
const many = (name: string, of: typeof failed) =>
  Array.from({ length: MANY }, (_, i) =>
    of(`${name} ${i}`, { message: `${name} ${i} ${'expected and received '.repeat(90)}` }),
  )

async function compared(app: TestApp) {
  const still = many('still', failedTwice)
  for (let i = 0; i < 6; i++)
    await settled(app, {
      results: [...many('breaks', passed), ...still, ...many('is mended', failedTwice)],
    })
  const code = { branch: 'topic', baseBranch: 'main' }
  const head = await settled(app, {
    code,
    results: [
      ...many('breaks', failedTwice),
      ...still,
      ...many('is mended', passed),
      ...many('is new', failedTwice),
    ],
  })
  const { data: report } = await app.get<{ totals: Record<string, number> }>(`/api/executions/${head}/report`)
  return { head, report }
}

/** More than an answer names. */
const LEGS = 110

async function matrix(app: TestApp, side: string, of: typeof failed) {
  let id = ''
  for (let i = 0; i < LEGS; i++) {
    const part = {
      job: `${side} ${i} ${'of many '.repeat(20)}`.trim(),
      leg: `${side}-${i}-${'leg'.repeat(40)}`,
    }
    id = (await send(app, run({ build: side, part, results: [of('pays')] }))).data.execution.id
  }
  await app.settle(id)
  app.advance(60_000)
  return id
}

async function matrixRun(
  app: TestApp,
  code: { branch: string },
  legs: string[],
  resultsOf: (leg: string) => MadeTest[],
) {
  let id = ''
  const build = `${code.branch} ${app.clock()}`
  for (const leg of legs)
    id = (await send(app, run({ build, code, part: { leg }, results: resultsOf(leg) }))).data.execution.id
  await app.settle(id)
  app.advance(60_000)
  return id
}

onEachDatabase('the size of a comparison', (makeApp) => {
  test('an answer without a limit stays small, counts everything, and leads to the rest', async () => {
    const app = await makeApp()
    const { head, report } = await compared(app)
    const { data: first } = await app.get<Compared>(`/api/compare?head=${head}`)
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThanOrEqual(COMPARISON_PAGE.bytes)
    expect(first.regressions.length).toBeGreaterThan(1)
    expect(first.totals).toMatchObject({
      regressions: MANY,
      newTests: MANY,
      stillFailing: MANY,
      improvements: MANY,
    })
    const judged = Object.values(first.verdicts).reduce((sum, n) => sum + n, 0)
    expect(judged).toBe(2 * MANY)
    expect(report.totals).toMatchObject({ mine: first.verdicts.mine, unknown: first.verdicts.unknown })

    const titles = first.regressions.map((change) => change.titles[0])
    for (let cursor = first.nextCursors.regressions; cursor !== null; ) {
      const { data: more } = await app.get<Compared>(
        `/api/compare?head=${head}&group=regressions&cursor=${cursor}`,
      )
      expect(Buffer.byteLength(JSON.stringify(more))).toBeLessThanOrEqual(COMPARISON_PAGE.bytes)
      titles.push(...more.regressions.map((change) => change.titles[0]))
      cursor = more.nextCursors.regressions
    }
    expect(titles).toEqual(many('breaks', failed).map(({ titles: [title] }) => title))

    const { data: asked } = await app.get<Compared>(`/api/compare?head=${head}&limit=200`)
    expect([asked.regressions.length, asked.nextCursors.regressions]).toEqual([MANY, null])
  })

  test('a matrix of many legs and jobs is counted, and the first of them are named', async () => {
    const app = await makeApp()
    const base = await matrix(app, 'base', passed)
    const head = await matrix(app, 'head', failed)
    const { data } = await app.get<Compared>(`/api/compare?head=${head}&base=${base}`)
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(COMPARISON_PAGE.bytes)
    expect(data.legs.totals).toEqual({ compared: 0, onlyBase: LEGS, onlyHead: LEGS })
    expect(data.legs.onlyHead.length).toBe(COMPARISON_PAGE.legs)
    expect(data.totals.failuresNotCompared).toBe(LEGS)
    const missing = [expect.stringMatching(/^job base 0 .*, which the base has$/), `${LEGS - 20} more`]
    expect([data.missing[0], data.missing[20]]).toEqual(missing)
    const { data: report } = await app.get<{ missing: string[]; markdown: string }>(
      `/api/executions/${head}/report?base=${base}`,
    )
    expect([report.missing[0], report.missing[20]]).toEqual(missing)
    expect(report.markdown).toContain(`; and ${LEGS - 5} more.`)
    expect(report.markdown).toContain(` and ${LEGS - 5} more legs.`)
  })

  test('hundreds of missing shards are one sentence', async () => {
    const app = await makeApp()
    const shard = { index: 7, total: 300 }
    const head = await settled(app, { part: { shard }, results: [passed('pays')] })
    app.advance(16 * 60_000)
    await app.sweep()
    const { data } = await app.get<Compared>(`/api/compare?head=${head}`)
    expect(data.missing).toEqual(['299 shards: 1/300, 2/300, 3/300 and others'])
  })

  test('slower files are counted, and listed to their end', async () => {
    const app = await makeApp()
    const upload = (run: number, factor: number, code = { branch: 'main' }) =>
      matrixRun(app, code, ['linux', 'macos'], () =>
        Array.from({ length: 180 }, (_, i) =>
          passed(`short ${i}`, {
            file: `${i % 6}.test.ts`,
            durationMs: (5 + ((run + i) % 3) / 10) * (i % 6 < 3 ? factor : 1),
          }),
        ),
      )
    for (let i = 0; i < 8; i++) await upload(i, 1)
    const code = { branch: 'topic', baseBranch: 'main', tree: 'abc'.padEnd(40, '0') }
    await upload(1, 2, code)
    const head = await upload(2, 2, code)
    const { data } = await app.get<Compared>(`/api/compare?head=${head}&limit=4`)
    expect([data.totals.slowerFiles, data.slowerFiles.length]).toEqual([6, 4])
    const { data: rest } = await app.get<Compared>(
      `/api/compare?head=${head}&group=slowerFiles&cursor=${data.nextCursors.slowerFiles}`,
    )
    expect([rest.slowerFiles.length, rest.nextCursors.slowerFiles]).toEqual([2, null])
  })

  test('the runs of all histories are written once, and each history has its results in them', async () => {
    const app = await makeApp()
    const old = await settled(app, { results: [passed('pays'), passed('ships')] })
    const middle = await settled(app, { results: [passed('pays')] })
    const base = await settled(app, { results: [failedTwice('pays'), passed('ships')] })
    const head = await settled(app, {
      code: { branch: 'topic', baseBranch: 'main' },
      results: [failedTwice('pays'), failedTwice('ships'), failedTwice('is new')],
    })
    const { data } = await app.get<Compared>(`/api/compare?head=${head}&base=${base}`)
    expect(data.historyRuns.map(({ execution }) => execution)).toEqual([base, middle, old])
    expect(data.historyRuns[0]).toEqual({ execution: base, branch: 'main', startedAt: expect.any(String) })
    const historyOf = (group: 'regressions' | 'stillFailing' | 'newTests') =>
      data[group][0]?.verdict?.history.recent
    expect(historyOf('stillFailing')).toEqual(['failed', 'passed', 'passed'])
    expect(historyOf('regressions')).toEqual(['passed', null, 'passed'])
    expect(historyOf('newTests')).toEqual([null, null, null])
  })
})
