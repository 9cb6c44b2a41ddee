import { resultOf } from '@svc/test-kit/collect'
import { beforeAll, expect, test } from 'vitest'
import { eachVersion, expectSame, type Reported, runOnce } from './project.ts'

const LONG = 'long '.repeat(2000)

const files = {
  'rows.test.js': `
    import { describe, expect, test } from 'vitest'
    test.each([1, 1, 2])('row %s', (row) => { expect(row).toBe(1) })
    test.each([{ a: { b: 'x' }, c: [1] }, { a: { b: 'y' }, c: [2] }])('$a.b of %o', () => {})
    test.each([[1, { deep: { er: true } }]])('%i and %j, number %#', () => {})
    test.each\`
      left | right
      \${1} | \${1}
      \${1} | \${2}
    \`('$left is $right', ({ left, right }) => { expect(left).toBe(right) })
    const round = { name: 'round' }
    round.self = round
    test.each([round])('goes %o', () => {})
    test.for([[1, 1], [1, 2]])('for %i and %i', ([a, b]) => { expect(a).toBe(b) })
    describe.each(['x', 'x'])('block of %s', (value) => {
      test('same', () => {})
      test.each([1, 1])('row %s', () => {})
    })
    describe('twice', () => { test('same', () => {}) })
    describe('twice', () => { test('same', () => { throw new Error('the second') }) })
    describe('outer', () => { describe('inner', () => { test('is nested', () => {}) }) })
    describe('outer > inner', () => { test('is nested', () => {}) })
    test('outer > inner > is nested', () => {})
  `,
  'strange.test.js': `
    import { describe, test } from 'vitest'
    test('', () => {})
    test('  white space around  ', () => {})
    test('Grüße, 世界, 👩‍👩‍👧', () => {})
    test('שלום עולם \\u202everse', () => {})
    test('half an emoji \\ud83d', () => {})
    test('first line\\nsecond line\\r\\nthird\\ttab', () => {})
    test('with \\u001b[31mcolour\\u001b[39m', () => {})
    test('NUL \\u0000 and DEL \\u007f', () => {})
    test(${JSON.stringify(LONG)}, () => { throw new Error('still a failure') })
    test('50 % of $them, %s and {"json": true}', () => {})
    describe('line\\nbreak in a block', () => { test('toString', () => {}); test('__proto__', () => {}) })
    test(function namedFunction() {}, () => {})
    test(class NamedClass {}, () => {})
  `,
  'pages/[id] ünï & co.test.js': `import { test } from 'vitest'; test('is in a strange file', () => {})`,
}

eachVersion('what a test is called', (version) => {
  let run: Reported

  beforeAll(async () => {
    run = await runOnce(files, { sequence: { shuffle: true, seed: 7 } }, { version })
  })

  const places = (...titles: string[]) =>
    run.part.tests
      .filter((each) => JSON.stringify(each.titles) === JSON.stringify(titles))
      .map((each) => [each.occurrence, resultOf(each)])
      .sort()

  test('is what its own report calls it', () => {
    expectSame(run.part, run.report)
  })

  test('equal titles stay apart by their order in the file, even in a shuffled run', () => {
    expect(places('row 1')).toEqual([
      [0, 'passed'],
      [1, 'passed'],
    ])
    expect(places('row 2')).toEqual([[0, 'failed']])
    expect(places('twice', 'same')).toEqual([
      [0, 'passed'],
      [1, 'failed'],
    ])
    expect(places('block of x', 'same')).toHaveLength(2)
    expect(places('block of x', 'row 1').map(([occurrence]) => occurrence)).toEqual([0, 1, 2, 3])
  })

  test('describe blocks stay apart from titles that look like them', () => {
    expect(places('outer', 'inner', 'is nested')).toHaveLength(1)
    expect(places('outer > inner', 'is nested')).toHaveLength(1)
    expect(places('outer > inner > is nested')).toHaveLength(1)
  })

  test('keeps line breaks, other scripts and all of its length', () => {
    expect(places('first line\nsecond line\r\nthird\ttab')).toHaveLength(1)
    expect(places('Grüße, 世界, 👩‍👩‍👧')).toHaveLength(1)
    expect(places('שלום עולם \u202everse')).toHaveLength(1)
    expect(places(LONG)).toEqual([[0, 'failed']])
    expect(places('with ␛[31mcolour␛[39m')).toHaveLength(1)
  })

  test('a file keeps its name, whatever it contains', () => {
    expect(run.test('is in a strange file').file).toBe('pages/[id] ünï & co.test.js')
  })
})
