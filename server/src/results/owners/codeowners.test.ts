import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readCodeowners, readCodeownersInTurns } from './codeowners.ts'

const owners = (text: string, file: string) => [...readCodeowners(text).of(file)]
const isOwned = (pattern: string, file: string) => owners(`${pattern} @acme`, file).length === 1

/** A pattern, files that it means, files that it does not; the first ones are those that GitHub's own page explains. */
const PATTERNS: [pattern: string, yes: string[], no: string[]][] = [
  ['*', ['README', 'src/deep/a.ts'], ['../outside.ts']],
  ['*.js', ['a.js', 'src/deep/a.js'], ['a.jsx', 'a.JS']],
  ['/build/logs/', ['build/logs/a', 'build/logs/deep/a'], ['sub/build/logs/a', 'build/logs']],
  ['docs/*', ['docs/getting-started.md'], ['docs/build-app/troubleshooting.md', 'sub/docs/a.md']],
  ['apps/', ['apps/a', 'deep/apps/a/b'], ['apps', 'myapps/a']],
  ['/docs/', ['docs/a', 'docs/deep/a'], ['sub/docs/a']],
  ['**/logs', ['logs', 'build/logs/a', 'deeply/nested/logs/x/y'], ['mylogs/a']],
  ['/apps/github', ['apps/github', 'apps/github/deep/a'], ['apps/githubs', 'sub/apps/github']],
  // A name alone is found anywhere, a file or a folder.
  ['docs', ['docs', 'docs/a', 'sub/docs/a'], ['docs.md', 'mydocs']],
  ['/*', ['a'], ['src/a']],
  ['/*.ts', ['a.ts'], ['src/a.ts']],
  ['src/*.ts', ['src/a.ts'], ['src/deep/a.ts', 'sub/src/a.ts']],
  ['src/**', ['src/a', 'src/deep/a'], ['src', 'sub/src/a']],
  ['src/**/test', ['src/test', 'src/a/b/test/c'], ['src/a', 'test']],
  ['src/**/*.ts', ['src/a.ts', 'src/a/b/c.ts'], ['src/a.js', 'lib/a.ts']],
  ['**', ['a', 'a/b'], []],
  ['/**', ['a', 'a/b'], []],
  ['**/src/*', ['src/a', 'x/y/src/a'], ['src/a/b']],
  ['a/*/c', ['a/b/c', 'a/b/c/d'], ['a/c', 'a/b/b/c']],
  ['*/', ['a/b'], ['a']],
  ['te*.t?', ['test.ts', 'x/te.tx'], ['test.tsx', 'test.t']],
  ['a**b', ['ab', 'axxb'], ['a/b']],
  ['/', [], ['a', 'a/b']],
  ['my\\ docs/', ['my docs/a'], ['my/docs', 'docs/a']],
  ['a\\*b', ['a*b'], ['axb']],
  ['Src/', ['Src/a'], ['src/a']],
  ['@types/', ['@types/a', 'x/@types/b'], ['types/a']],
]

describe('patterns', () => {
  test.for(PATTERNS)('%s', ([pattern, yes, no]) => {
    for (const file of yes) expect([file, isOwned(pattern, file)]).toEqual([file, true])
    for (const file of no) expect([file, isOwned(pattern, file)]).toEqual([file, false])
  })

  test('one made to take for ever takes no time', () => {
    const name = 'a'.repeat(4_000)
    expect(isOwned(`${'*a'.repeat(500)}*b`, name)).toBe(false)
    expect(isOwned(`${'**/a/'.repeat(200)}b`, Array(2_000).fill('a').join('/'))).toBe(false)
  })
})

describe('as many as there may be', () => {
  test('other work has its turn while they are read', async () => {
    const text = '/packages/of/a/team/*.ts @acme/team\n'.repeat(50_000)
    let [turns, isRead] = [0, false]
    const others = async () => {
      for (; !isRead; turns++) await setImmediate()
    }
    const counted = others()
    const { size, of } = await readCodeownersInTurns(text)
    isRead = true
    await counted
    expect({ size, owners: of('packages/of/a/team/x.ts') }).toEqual({ size: 50_000, owners: ['@acme/team'] })
    expect(turns).toBeGreaterThanOrEqual(text.length / 65_536 - 1)
  })

  test('patterns that all match almost are looked at for so long, and the last one that does counts', () => {
    const name = `${'ab'.repeat(1_000)}c`
    const text = `* @all\n${'*a*b*d* @some\n'.repeat(40_000)}${name} @one`
    expect(owners(text, name)).toEqual(['@one'])
    expect(owners(text, `x/${name}`)).toEqual(['@one'])
    expect(owners(text, 'x')).toEqual(['@all'])
    expect(owners(text, 'ab'.repeat(1_000))).toEqual([])
  })

  test('patterns beyond the first 50,000, and lines that no path is as long as, are passed over', () => {
    const { of, skipped, size } = readCodeowners(`${'a @a\n'.repeat(50_000)}b @b\n`)
    expect([of('a'), of('b'), skipped, size]).toEqual([['@a'], [], [50_001], 50_000])
    expect(readCodeowners(`${'\\a'.repeat(1_000_000)} @a\nb @b`).skipped).toEqual([1])
  })
})

test('the paths of one answer share their effort: what a person wrote is still found', () => {
  const dear = readCodeowners(`${'*a*b*c*d @all\n'.repeat(2_000)}src/*.ts @src`)
  const plain = readCodeowners(
    `${Array.from({ length: 2_000 }, (_, i) => `/src/part-${i}/ @part-${i}`).join('\n')}`,
  )
  const shared = { left: 1_000_000 }
  const paths = Array.from({ length: 300 }, (_, i) => `${'abc'.repeat(50)}${i}`)
  for (const path of paths) dear.of(path, shared)
  expect(shared.left).toBeLessThanOrEqual(0)
  // Each further path takes little.
  expect(shared.left).toBeGreaterThan(-10_000 * paths.length - 1_000_000)
  for (let i = 0; i < 2_000; i++) expect(plain.of(`src/part-${i}/a.ts`, { left: 0 })).toEqual([`@part-${i}`])
})

describe('lines', () => {
  test('the last pattern that matches decides, not the closest, and one without owners takes them away', () => {
    const text = '/apps/ @octocat\n/apps/github\n*.md @docs\n'
    expect(owners(text, 'apps/a.ts')).toEqual(['@octocat'])
    expect(owners(text, 'apps/github/a.ts')).toEqual([])
    expect(owners(text, 'apps/github/a.md')).toEqual(['@docs'])
    expect(owners(text, 'src/a.ts')).toEqual([])
    expect(owners('/apps/github @b\n* @a', 'apps/github/x')).toEqual(['@a'])
  })

  test('several owners stand on one line: people, teams, addresses; once each', () => {
    const text = '* @octocat @acme/pay.ments docs@example.com @octocat'
    expect(owners(text, 'a')).toEqual(['@octocat', '@acme/pay.ments', 'docs@example.com'])
  })

  test('comments, blank lines, tabs, a byte order mark and the line breaks of Windows', () => {
    const text = '\uFEFF# owners\r\n\r\n  *.js\t@js  # an inline comment @not\r\n#*.js @no\r\n'
    expect(readCodeowners(text).skipped).toEqual([])
    expect(owners(text, 'a.js')).toEqual(['@js'])
  })

  test('what GitHub cannot read is passed over and counted, and the line before holds', () => {
    const bad = ['!a @x', '\\#a @x', '[ab] @x', 'a/b[0-9] @x', 'a*** @x', 'a x', 'a @', 'a @x @/y', 'a @x/']
    const { of, skipped } = readCodeowners(['a @first', ...bad].join('\n'))
    expect(skipped).toEqual(bad.map((_, index) => index + 2))
    expect(of('a')).toEqual(['@first'])
  })

  test('nothing in it makes it throw', () => {
    for (const text of [
      '',
      '\\',
      '\\\\ @a',
      '/ @a',
      '// @a',
      '\0 @a',
      '*'.repeat(9),
      '**/**/ @a',
      '\ud800 @a',
    ])
      expect(() => readCodeowners(text).of('a/b')).not.toThrow()
  })
})
