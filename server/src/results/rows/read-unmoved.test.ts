import { expect, test } from 'vitest'
import { compareExecutions } from '../../pull-requests/compare-executions.ts'
import { compare, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failed, passed, run, segmentOf, send, settled } from '../../testing/upload.ts'

const READS_RESULTS = /(?:from|join) "?result"?\b/

const comparing = (app: TestApp, head: string, times: number) =>
  statementsOf(app, async (ctx) => {
    for (let i = 0; i < times; i++) {
      await compareExecutions({ ctx, input: { base: 'auto', head, limit: 200 } })
      await settled(app, { suite: 'another' })
    }
  })

onEachDatabase('results that were read', (make) => {
  test('are not read again while their executions are settled, whatever else is uploaded', async () => {
    const app = await make()
    for (let i = 0; i < 6; i++) await settled(app, { results: [passed('adds'), passed('pays')] })
    const head = await settled(app, {
      code: { branch: 'topic', baseBranch: 'main' },
      results: [failed('adds'), passed('pays')],
    })
    const [once, twice] = [await comparing(app, head, 1), await comparing(app, head, 2)]
    expect(twice.length).toBeGreaterThan(once.length)
    const reading = once.filter(({ sql }) => READS_RESULTS.test(sql))
    expect(reading.length).toBeGreaterThan(2)
    expect(twice.filter(({ sql }) => READS_RESULTS.test(sql)).length).toBeLessThan(2 * reading.length - 2)
  })

  test('are read again after another upload of the execution, settled or not', async () => {
    const app = await make()
    await settled(app, { results: [passed('adds'), passed('pays')] })
    const code = { branch: 'topic', baseBranch: 'main' }
    const head = await settled(app, { build: 'topic', code, results: [passed('adds'), passed('pays')] })
    expect(grouped(await compare(app, head))).not.toHaveProperty('regressions')
    const more = run({
      build: 'topic',
      code,
      part: { job: 'more' },
      results: [failed('pays'), failed('adds')],
    })
    await send(app, segmentOf(more, 0, 1))
    expect(grouped(await compare(app, head)).regressions).toEqual(['pays'])
    await send(app, segmentOf(more, 1), { from: 1 })
    expect(grouped(await compare(app, head)).regressions).toEqual(['adds', 'pays'])
  })
})
