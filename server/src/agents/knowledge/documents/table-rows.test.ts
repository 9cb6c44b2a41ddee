import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { parseMarkdown } from './parse-markdown.ts'

const PIECES = [
  ...[
    '| a | b |',
    '|-|-|',
    '| c',
    'a | b',
    ':-: | -',
    '|---|',
    '| x \\| y | `|` |',
    '   | d | e |',
    '    | f |',
  ],
  ...[
    '> | a | b |',
    '> |-|-|',
    '> | c |',
    'lazy | d',
    '- | a | b |',
    '  |-|-|',
    '  | c | d |',
    '  text',
    '||',
    '|',
  ],
  ...[
    '',
    '',
    '',
    '# head',
    '---',
    '```',
    '<p>',
    '[a]: b',
    '[^1]: | a | b |',
    '1. | a |',
    'text',
    '\t| tab |',
  ],
]

/** Texts of these lines, the same in each run. */
function* texts(count: number): Generator<string> {
  let state = 7
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  for (let i = 0; i < count; i++)
    yield Array.from({ length: 2 + next(9) }, () => PIECES[next(PIECES.length)]).join('\n')
}

const KNOWN = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

test('blocks are those of GFM, although tables have no cells', () => {
  let tables = 0
  for (const text of texts(1_500)) {
    const blocks = parseMarkdown(text).map(({ kind, start, end }) => [kind === 'table', start, end])
    const wanted = fromMarkdown(text, KNOWN).children.map(({ type, position }) => [
      type === 'table',
      position?.start.offset,
      position?.end.offset,
    ])
    expect({ text, blocks }).toEqual({ text, blocks: wanted })
    tables += wanted.filter(([isTable]) => isTable).length
  }
  expect(tables).toBeGreaterThan(100)
})

test('a table may have as many cells as its lines hold', () => {
  const text = `| a | b | c | d |\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(99_000)}`
  expect(parseMarkdown(text)).toMatchObject([{ kind: 'table', start: 0, end: text.length - 1 }])
})
