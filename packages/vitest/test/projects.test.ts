import { beforeAll, expect, test } from 'vitest'
import { eachVersion, expectSame, isAtLeast, type Reported, runOnce } from './project.ts'

const same = `import { test } from 'vitest'; test('same', () => {}); test('same', () => {})`
const busy = (name: string) => `
  import { describe, expect, test } from 'vitest'
  describe.concurrent('${name}', () => {
    for (let n = 0; n < 20; n++)
      test('test ' + n, async () => {
        await new Promise((resolve) => setTimeout(resolve, n % 3))
        expect(n).not.toBe(7)
      })
  })
`

const files = {
  'same.test.js': same,
  'threads/busy.test.js': busy('threads'),
  'forks/busy.test.js': busy('forks'),
  'vm/busy.test.js': busy('vm'),
  'packages/shop/vitest.config.mjs': `export default { test: { name: 'shop', include: ['*.test.js'] } }`,
  'packages/shop/package.json': '{ "name": "shop" }',
  'packages/shop/a.test.js': same,
  'packages/till/vitest.config.mjs': `export default { test: { name: 'till', include: ['*.test.js'] } }`,
  'packages/till/package.json': '{ "name": "till" }',
  'packages/till/a.test.js': same,
}

const inline = [
  { test: { name: 'node', include: ['*.test.js'] } },
  { test: { name: 'edge', include: ['*.test.js'], isolate: false } },
  { test: { name: 'threads', include: ['threads/*'], pool: 'threads', sequence: { shuffle: true } } },
  { test: { name: 'forks', include: ['forks/*'], pool: 'forks' } },
  { test: { name: 'vm', include: ['vm/*'], pool: 'vmThreads' } },
  'packages/*',
]

eachVersion('projects', (version) => {
  let run: Reported

  beforeAll(async () => {
    const key = isAtLeast(version, '3.2.0') ? 'projects' : 'workspace'
    run = await runOnce(files, { [key]: inline }, { version })
  })

  const variants = (file: string) =>
    run.part.tests
      .filter((each) => each.file === file)
      .map(({ variant, occurrence }) => [variant, occurrence])
      .sort()

  test('of several configs and pools are one execution, every test once', () => {
    expectSame(run.part, run.report)
    expect(run.part.tests.every(({ attempts }) => attempts.length === 1)).toBe(true)
    expect(run.part.open?.part).toMatchObject({ package: '', config: 'vitest.config.mjs' })
  })

  test('are variants, and their equal tests stay apart', () => {
    expect(variants('same.test.js')).toEqual([
      ['edge', 0],
      ['edge', 1],
      ['node', 0],
      ['node', 1],
    ])
  })

  test('of a monorepo keep their folders', () => {
    expect(variants('packages/shop/a.test.js')).toEqual([
      ['shop', 0],
      ['shop', 1],
    ])
    expect(variants('packages/till/a.test.js')).toHaveLength(2)
  })

  test.each(['threads', 'forks', 'vm'])('run concurrent tests in %s as they are', (pool) => {
    const tests = run.part.tests.filter(({ variant }) => variant === pool)
    expect(tests).toHaveLength(20)
    expect(
      tests.filter(({ attempts }) => attempts[0]?.status === 'failed').map(({ titles }) => titles),
    ).toEqual([[pool, 'test 7']])
  })
})
