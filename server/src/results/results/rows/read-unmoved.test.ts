import { expect, test } from 'vitest'
import { compareExecutions } from '../../../answers/pull-requests/compare-executions.ts'
import { compare, grouped } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { failed, passed, run, segmentOf, send, settled } from '../../../testing/upload.ts'
import { readMarks } from './read-unmoved.ts'
import { readRunColumns } from './run-columns.ts'

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

  test('of base runs are not read again for another head', async () => {
    const app = await make()
    for (let i = 0; i < 6; i++) await settled(app, { results: [passed('adds'), passed('pays')] })
    const headOf = (branch: string, name: string) =>
      settled(app, { code: { branch, baseBranch: 'main' }, results: [failed(name), passed('ships')] })
    const heads = [await headOf('one', 'adds'), await headOf('two', 'pays')]
    const runs = (await app.store.read.selectFrom('execution').select('id').orderBy('id').execute()).slice(
      0,
      6,
    )
    const readsOfBase = async (some: string[]) => {
      const statements = await statementsOf(app, async (ctx) => {
        for (const head of some) await compareExecutions({ ctx, input: { base: 'auto', head, limit: 200 } })
      })
      const reads = statements.filter(({ sql }) => READS_RESULTS.test(sql))
      return reads.filter(({ parameters }) => {
        // A list of numbers, not the digits of some random id.
        const lists = parameters.map(String).filter((value) => /^[\d,[\]{}\s]+$/.test(value))
        const ids = lists.flatMap((value) => value.match(/\d+/g) ?? []).map(Number)
        return runs.every(({ id }) => ids.includes(id))
      }).length
    }
    expect(await readsOfBase(heads.slice(0, 1))).toBe(1)
    expect(await readsOfBase(heads)).toBe(1)
  })

  test('are read once by questions at the same time', async () => {
    const app = await make()
    for (let i = 0; i < 2; i++) await settled(app, { results: [passed('adds')] })
    const statements = await statementsOf(app, async ({ store }) => {
      const marks = await readMarks(store, [1, 2])
      const [columns, others, one] = await Promise.all([
        readRunColumns(store, [1, 2], marks),
        readRunColumns(store, [2, 1], marks),
        readRunColumns(store, [2], marks),
      ])
      expect([...columns.keys()].sort()).toEqual([1, 2])
      expect(others).toEqual(columns)
      expect(one).toEqual(new Map([[2, columns.get(2)]]))
    })
    expect(statements.filter(({ sql }) => READS_RESULTS.test(sql))).toHaveLength(1)
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
