import type { Imports } from '@svc/protocol'
import { describe, expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { countRows } from '../../../testing/count-rows.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { failedTwice, type MadeRun, passed, settled } from '../../../testing/upload.ts'
import { mainRuns, topic } from '../../../testing/verdicts.ts'
import { sentenceOfReach } from '../reach-sentence.ts'
import { reachIn } from './reach.ts'

/** shop.test.ts → cart.ts → price.ts; other tests load tax.ts. */
const graph: Imports = {
  files: [
    'shop.test.ts',
    'src/cart.ts',
    'src/price.ts',
    'other.test.ts',
    'src/tax.ts',
    'src/rates.json',
    'vite.config.ts',
  ],
  tests: 1,
  imports: [[1], [2], []],
  open: [],
}
const ofChange = (files: string[], removed: string[] = [], of: Imports = graph) =>
  reachIn(of, { files, removed })('shop.test.ts')

describe('whether a change can reach a test by imports', () => {
  test('a changed file that its file imports reaches it by the shortest chain', () => {
    const far: Imports = { ...graph, imports: [[1], [2], [], [], []], open: [4] }
    expect(ofChange(['README.md', 'src/price.ts'], ['gone.ts'], far)).toEqual({
      kind: 'reaches',
      imports: 2,
      changed: 3,
      chain: ['shop.test.ts', 'src/cart.ts', 'src/price.ts'],
      why: null,
    })
    expect(ofChange(['src/price.ts'], [], { ...graph, imports: [[1, 2], [2], []] })?.chain).toEqual([
      'shop.test.ts',
      'src/price.ts',
    ])
    expect(ofChange(['shop.test.ts'])).toMatchObject({ kind: 'reaches', chain: ['shop.test.ts'] })
  })

  test('a head without a change says nothing', () => {
    expect(ofChange([])).toBeNull()
  })

  test('modules that only other tests import cannot reach it', () => {
    expect(ofChange(['src/tax.ts', 'other.test.ts'])).toEqual({
      kind: 'cannot-reach',
      imports: 2,
      changed: 2,
      chain: [],
      why: null,
    })
  })

  test.each<[why: RegExp, files: string[], removed?: string[]]>([
    [/package\.json` is no module/, ['src/tax.ts', 'package.json']],
    [/pnpm-lock\.yaml` is no module/, ['pnpm-lock.yaml']],
    [/src\/new\.ts` is no module/, ['src/new.ts']],
    // Another test imports them, and this one may read them from the disk or get them from its config.
    [/src\/rates\.json` may take effect without/, ['src/rates.json']],
    [/vite\.config\.ts` may take effect without/, ['vite.config.ts']],
    [/src\/tax\.ts` was removed or renamed/, [], ['src/tax.ts']],
  ])('nobody knows: %s', (why, files, removed) => {
    expect(ofChange(files, removed)).toMatchObject({ kind: 'unknown', why: expect.stringMatching(why) })
  })

  test('nobody knows what a file loads that it does not import, and what a list leaves out', () => {
    const open = { ...graph, open: [2] }
    expect(ofChange(['src/tax.ts'], [], open)).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('`src/price.ts` may load'),
    })
    const tax = { files: ['src/tax.ts'], removed: [] }
    expect(reachIn(graph, { ...tax, more: 3 })('shop.test.ts')).toMatchObject({ kind: 'unknown', changed: 4 })
    expect(reachIn(graph, tax, false)('shop.test.ts')).toMatchObject({ kind: 'unknown' })
    // It is no test file with failures: what it imports is not in the list.
    expect(reachIn(graph, tax)('other.test.ts')).toBeNull()
    expect(reachIn(graph, tax)('absent.test.ts')).toBeNull()
  })

  test('a long chain has its two ends, and positions that do not exist lead nowhere', () => {
    const files = ['shop.test.ts', ...Array.from({ length: 20 }, (_, at) => `src/${at}.ts`)]
    const chain = reachIn(
      { files, tests: 1, imports: files.map((_, at) => [at + 1]), open: [] },
      { files: ['src/19.ts'], removed: [] },
    )('shop.test.ts')?.chain
    expect([chain?.length, chain?.[4], chain?.[5]]).toEqual([10, 'src/3.ts', 'src/15.ts'])
    expect(ofChange(['src/tax.ts'], [], { ...graph, imports: [[3999]] })).toMatchObject({ imports: 1 })
  })

  test('one test file after another, in a list with a circle', () => {
    const reachOf = reachIn(
      {
        files: ['a.test.ts', 'b.test.ts', 'a.ts', 'b.ts'],
        tests: 2,
        imports: [[2], [3], [0, 2], []],
        open: [3],
      },
      { files: ['a.ts'], removed: [] },
    )
    const both = ['a.test.ts', 'b.test.ts', 'a.test.ts'].map((file) => reachOf(file)?.kind)
    expect(both).toEqual(['reaches', 'unknown', 'reaches'])
  })

  test('is one sentence', () => {
    const sentence = (files: string[], of: Imports = graph) => {
      const reach = ofChange(files, [], of)
      return reach && sentenceOfReach(reach)
    }
    expect([
      sentence(['shop.test.ts']),
      sentence(['src/cart.ts']),
      sentence(['src/price.ts']),
      sentence(['src/tax.ts']),
      sentence(['src/tax.ts'], { ...graph, imports: [[1]] }),
      sentence(['src/tax.ts'], { ...graph, imports: [] }),
      sentence(['package.json']),
    ]).toEqual([
      'This change touches its file.',
      'Its file imports `src/cart.ts`, which this change touches.',
      'Its file imports `src/price.ts`, which this change touches, through `src/cart.ts`.',
      'Its file imports 2 files of the repository, and this change touches none of them.',
      'Its file imports one file of the repository, and this change touches none of them.',
      'Its file imports no file of the repository, and this change does not touch it.',
      null,
    ])
  })
})

onEachDatabase('imports of failing test files', (makeApp) => {
  const broken = [failedTwice('pays'), passed('x')]

  test('say in the verdict whether the change reaches the test, and decide nothing', async () => {
    const app = await makeApp()
    await mainRuns(app, 25, () => [passed('pays'), passed('x')])
    const head = async (made: MadeRun, path?: string) => {
      const id = await settled(app, { code: topic, results: broken, ...made })
      const facts = { changedFiles: [{ path, status: 'modified' }] }
      if (path) expect((await app.post(`/api/executions/${id}/facts`, facts)).error).toBeUndefined()
      return { id, verdict: (await compare(app, id)).regressions[0]?.verdict }
    }
    const plain = await head({})
    expect(plain.verdict).toMatchObject({ kind: 'mine', reach: null })
    const reached = await head({ imports: graph }, 'src/price.ts')
    expect(reached.verdict).toMatchObject({
      kind: 'mine',
      because: expect.stringMatching(/\. Its file imports `src\/price\.ts`, which this change touches/),
      reach: { kind: 'reaches', imports: 2, changed: 1 },
    })
    const spared = await head({ imports: graph }, 'src/tax.ts')
    expect(spared.verdict).toMatchObject({
      kind: 'mine',
      because: expect.stringMatching(/2 files of the repository, and this change touches none of them\.$/),
      reach: { kind: 'cannot-reach' },
    })
    // What the reporter saw in the tree counts before what CI compares.
    const seen = { files: ['src/cart.ts'], removed: [] }
    expect((await head({ imports: { ...graph, changed: seen } }, 'src/tax.ts')).verdict?.reach).toMatchObject(
      {
        kind: 'reaches',
      },
    )
    const comment = await app.get<{ markdown: string }>('/api/pull-requests/7')
    expect(comment.data.markdown).toContain('this change touches')
    expect((await head({ imports: graph })).verdict?.reach).toBeNull()
    const context = await app.get<{ text: string; clusters: { judged: object }[] }>(
      `/api/failure-context?execution=${reached.id}`,
    )
    expect(context.data.text).toContain('which this change touches')
    expect(context.data.clusters[0]?.judged).toMatchObject({ reach: { kind: 'reaches', changed: 1 } })
  })

  test('of several legs: one that the change reaches counts, and one that nobody knows before one that it cannot', async () => {
    const app = await makeApp()
    await mainRuns(app, 3, () => [passed('pays'), passed('x')])
    const reachOfLegs = async (...lists: Imports[]) => {
      const build = `of-${lists.map(({ open, imports }) => `${open.length}${imports.length}`).join('-')}`
      let id = ''
      for (const [at, imports] of lists.entries())
        id = await settled(app, { code: topic, build, part: { job: `job ${at}` }, results: broken, imports })
      return (await compare(app, id)).regressions[0]?.verdict.reach?.kind
    }
    const changed = { files: ['src/price.ts'], removed: [] }
    const other = { files: ['src/tax.ts'], removed: [] }
    const [reaches, spared] = [
      { ...graph, changed },
      { ...graph, changed: other },
    ]
    const unknown = { ...spared, open: [0] }
    expect(await reachOfLegs(spared, unknown)).toBe('unknown')
    expect(await reachOfLegs(unknown, { ...reaches, imports: [[1], [2]] }, spared)).toBe('reaches')
  })

  test('of more parts than a large matrix has legs, each has its own list', async () => {
    const app = await makeApp()
    await mainRuns(app, 3, () => [passed('pays'), passed('x')])
    const changed = { files: ['src/price.ts'], removed: [] }
    let id = ''
    for (let at = 0; at < 30; at++) {
      const file = at === 29 ? graph.files[0] : `other-${at}.test.ts`
      const imports = { ...graph, files: [file ?? '', ...graph.files.slice(1)], changed }
      id = await settled(app, {
        code: topic,
        build: 'many',
        part: { job: `job ${at}` },
        results: broken,
        imports,
      })
    }
    expect((await compare(app, id)).regressions[0]?.verdict.reach?.kind).toBe('reaches')
  })

  test('are deleted with their execution', async () => {
    const app = await makeApp()
    const id = await settled(app, { code: topic, results: broken, imports: graph })
    expect((await countRows(app)).import_graph).toBe(1)
    await app.delete(`/api/executions/${id}`)
    await app.removeDeleted()
    expect((await countRows(app)).import_graph).toBe(0)
  })
})
