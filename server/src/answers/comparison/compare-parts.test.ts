import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { compare, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import {
  failed,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  segmentOf,
  send,
  settled,
  skipped,
} from '../../testing/upload.ts'

/** As many tests as a shard gets, of one file each. */
const some = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => passed(`${name} ${i}`, { file: `${name}.test.ts` }))

onEachDatabase('comparison of executions in parts', (makeApp) => {
  test('four shards of different size on two legs settle as one, and nothing is called removed on the way', async () => {
    const app = await makeApp()
    const sizes = [40, 25, 3, 1]
    const legs = ['linux-x64-node24', 'win32-x64-node24']
    const parts = (build: string, ofShard: (index: number, leg: string) => MadeTest[]) =>
      legs.flatMap((leg) =>
        sizes.map((_, i) =>
          run({ build, part: { leg, shard: { index: i + 1, total: 4 } }, results: ofShard(i, leg) }),
        ),
      )
    const whole = (i: number) => some(`shard ${i}`, sizes[i] ?? 0)
    let base = ''
    for (const lines of parts('base', whole)) base = (await send(app, lines)).data.execution.id
    app.advance(61_000)
    expect(await app.sweep()).toBe(1)

    // The head's shards are cut differently, one test is gone from both legs and one fails on Windows.
    const changed = (i: number, leg: string) => {
      const all = sizes.flatMap((_, shard) => whole(shard)).filter(({ titles }) => titles[0] !== 'shard 1 7')
      const own = all.filter((_, index) => index % 4 === i)
      return own.map((one) =>
        one.titles[0] === 'shard 0 5' && leg.startsWith('win')
          ? failed('shard 0 5', { file: one.file })
          : one,
      )
    }
    const arriving = parts('head', changed)
    const order = [5, 0, 3, 6, 1, 7, 2, 4]
    let head = ''
    for (const index of order) {
      const lines = arriving[index] as (typeof arriving)[number]
      const entries = lines.length
      // Each part comes in two pieces, the way a long run tells of itself.
      for (const [from, to] of [
        [0, 2],
        [2, entries],
      ] as const) {
        head = (await send(app, segmentOf(lines, from, to), { from })).data.execution.id
        const soFar = await compare(app, head, base)
        expect(soFar.provisional).toBe(true)
        expect([soFar.removed, soFar.stoppedRunning]).toEqual([[], []])
        expect(await app.sweep()).toBe(0)
      }
    }
    app.advance(61_000)
    expect(await app.sweep()).toBe(1)
    const compared = await compare(app, head, base)
    expect(compared.head).toMatchObject({ state: 'failed', partCount: 8, counts: { total: 136, failed: 1 } })
    expect(compared.provisional).toBe(false)
    expect(compared.legs).toMatchObject({ compared: legs, onlyBase: [], onlyHead: [], paired: null })
    expect(grouped(compared)).toEqual({
      regressions: ['shard 0 5'],
      removed: ['shard 1 7', 'shard 1 7'],
    })
    expect(compared.regressions[0]?.leg).toBe('win32-x64-node24')
    expect(compared.removed.map((change) => change.leg)).toEqual(legs)
  })

  test('legs of one side only are named, and their failures told apart', async () => {
    const app = await makeApp()
    const build = async (name: string, legs: Record<string, MadeTest[]>) => {
      let id = ''
      for (const [leg, results] of Object.entries(legs))
        id = (await send(app, run({ build: name, part: { leg }, results }))).data.execution.id
      await app.settle(id)
      return id
    }
    const base = await build('base', { linux: [passed('a'), passed('b')], macos: [passed('a')] })
    const head = await build('head', {
      linux: [passed('a'), failed('b')],
      windows: [failed('a'), passed('b')],
    })
    const compared = await compare(app, head, base)
    expect(compared.legs).toMatchObject({
      compared: ['linux'],
      onlyBase: ['macos'],
      onlyHead: ['windows'],
      paired: null,
    })
    expect(grouped(compared)).toEqual({ regressions: ['b'], failuresNotCompared: ['a'] })
    expect(compared.failuresNotCompared).toMatchObject([
      { leg: 'windows', base: null, head: { status: 'failed' }, error: { message: 'wrong' } },
    ])
  })

  test('a single leg of each side is compared though they differ, and nothing is blamed for it', async () => {
    const app = await makeApp()
    for (let i = 0; i < 6; i++)
      await settled(app, { part: { leg: 'linux-x64-node22' }, results: [passed('a'), passed('b')] })
    const head = await settled(app, {
      part: { leg: 'linux-x64-node24' },
      results: [passed('a', { durationMs: 5_000 }), failed('b')],
    })
    const compared = await compare(app, head)
    expect(compared.legs).toMatchObject({
      compared: [],
      onlyBase: ['linux-x64-node22'],
      onlyHead: ['linux-x64-node24'],
      paired: { base: 'linux-x64-node22', head: 'linux-x64-node24' },
    })
    expect(grouped(compared)).toEqual({ regressions: ['b'] })
    expect(compared.regressions[0]?.verdict).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('linux-x64-node22 only'),
      history: { runs: 0 },
    })
  })

  test('nothing is paired where one side has two legs', async () => {
    const app = await makeApp()
    const base = await settled(app, { part: { leg: 'linux' }, results: [passed('a')] })
    const head = (await send(app, run({ build: 'b', part: { leg: 'macos' }, results: [passed('a')] }))).data
      .execution.id
    await send(app, run({ build: 'b', part: { leg: 'windows' }, results: [failed('a')] }))
    const compared = await compare(app, head, base)
    expect(compared.legs.paired).toBeNull()
    expect(grouped(compared)).toEqual({ failuresNotCompared: ['a'] })
  })

  test('while the base still runs nothing is called removed either', async () => {
    const app = await makeApp()
    const { data } = await send(app, run({ results: [passed('a'), passed('b')], end: null }))
    const head = await settled(app, { results: [passed('a')] })
    const compared = await compare(app, head, data.execution.id)
    expect(compared.provisional).toBe(true)
    expect(grouped(compared)).toEqual({})
  })

  test('of parts that collide the worst result counts, and a pass beside a skip still ran', async () => {
    const app = await makeApp()
    const twice = async (first: MadeTest[], second: MadeTest[]) => {
      const build = `twice ${app.clock()}`
      const { data } = await send(app, run({ build, results: first }))
      await send(app, run({ build, results: second }))
      await app.settle(data.execution.id)
      app.advance(60_000)
      return data.execution.id
    }
    const skip: MadeTest = { file: 'shop.test.ts', titles: ['c'], attempts: [{ status: 'skipped' }] }
    const base = await twice([passed('a'), failed('b'), passed('c')], [passed('a'), passed('b'), passed('c')])
    const head = await twice([failed('a'), passed('b'), skip], [passed('a'), passed('b'), passed('c')])
    expect(grouped(await compare(app, head, base))).toEqual({ regressions: ['a'], improvements: ['b'] })
    expect(grouped(await compare(app, base, base))).toEqual({ stillFailing: ['b'] })
  })

  test('a re-run replaces the results that it repeats, including errors outside tests', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: 'a'.repeat(40) }
    const base = await settled(app, {
      results: [passed('a'), passed('b'), passed('c', { file: 'c.test.ts' })],
    })
    const part = (runAttempt: number, made: MadeRun) =>
      send(app, run({ build: 'r', code, runAttempt, ...made }))
    const { data } = await part(1, {
      results: [failed('a'), failed('b')],
      errors: [{ file: 'c.test.ts', failure: { message: 'Cannot connect' } }],
    })
    const head = data.execution.id
    await app.settle(head)
    expect(grouped(await compare(app, head, base))).toEqual({
      regressions: ['a', 'b'],
      stoppedRunning: ['c'],
    })
    await part(2, { results: [passed('a'), passed('b'), passed('c', { file: 'c.test.ts' })] })
    await app.settle(head)
    const compared = await compare(app, head, base)
    expect(compared.head).toMatchObject({
      state: 'passed',
      revision: 2,
      counts: { total: 3, flaky: 2, passed: 1, errors: 0 },
    })
    expect(grouped(compared)).toEqual({ newlyFlaky: ['a', 'b'] })
    expect(compared.errors).toEqual({ introduced: [], persisting: [], fixed: [] })
    const { data: detail } = await app.get<{ errors: unknown[] }>(`/api/executions/${head}`)
    expect(detail.errors).toMatchObject([{ part: 1, superseded: true }])
  })

  test('an archived side is compared like one that is not', async () => {
    const app = await makeApp()
    const legs = async (build: string, linux: MadeTest[], windows: MadeTest[]) => {
      const { data } = await send(app, run({ build, part: { leg: 'linux' }, results: linux }))
      await send(app, run({ build, part: { leg: 'windows' }, results: windows }))
      await app.settle(data.execution.id)
      app.advance(60_000)
      return data.execution.id
    }
    const slow = passed('e', { durationMs: 500 })
    const base = await legs(
      'base',
      [passed('a'), failed('b'), passed('c'), passed('d'), passed('e'), failed('g')],
      [passed('a'), skipped('b')],
    )
    const head = await legs(
      'head',
      [failed('a'), passed('b'), flaky('c'), skipped('d'), slow, passed('f'), failed('g')],
      [failed('a'), passed('b')],
    )
    const before = await compare(app, head, base)
    expect(grouped(before)).toEqual({
      regressions: ['a', 'a'],
      improvements: ['b'],
      stillFailing: ['g'],
      newlyFlaky: ['c'],
      newTests: ['f'],
      stoppedRunning: ['d'],
    })
    const alone = await settled(app, { part: { leg: 'macos' }, results: [failed('a'), passed('b')] })
    await legs('more', [passed('a')], [passed('a')])
    const other = await compare(app, alone, head)
    for (const id of [base, head, alone]) {
      await archive(app, id)
      expect(grouped(await compare(app, head, base))).toEqual(grouped(before))
    }
    expect(grouped(await compare(app, alone, head))).toEqual(grouped(other))
    expect(grouped(other)).toEqual({ failuresNotCompared: ['a'] })
  })
})
