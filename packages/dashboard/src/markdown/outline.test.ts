import type { Root, RootContent } from 'hast'
import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'
import { readSection } from './read-section.ts'

/** What a reader sees of the blocks, each list by its items. */
const seen = ({ children }: Root): string[] =>
  children.flatMap((block) =>
    block.type === 'element' && /^[ou]l$/.test(block.tagName)
      ? block.children.filter(isSeen).map((item) => `item ${JSON.stringify(shape(item))}`)
      : isSeen(block)
        ? [JSON.stringify(shape(block))]
        : [],
  )

/** Paragraphs of items are as their text: a list that is cut may be a tight one. */
const shape = (node: RootContent): unknown =>
  node.type === 'element'
    ? [
        node.tagName,
        ...node.children.flatMap((child) =>
          node.tagName === 'li' && child.type === 'element' && child.tagName === 'p'
            ? child.children.filter(isSeen).map(shape)
            : isSeen(child)
              ? [shape(child)]
              : [],
        ),
      ]
    : node.type === 'text'
      ? node.value.trim()
      : node.type

const isSeen = (node: RootContent): boolean => node.type !== 'text' || node.value.trim() !== ''

/** Cut at each place where it may be cut. */
const inSections = (text: string): string[] =>
  outlineOf(text, 0).flatMap(({ lead, start, end }) =>
    seen(readSection(lead + text.slice(start, end), lead.length)),
  )

/** Random texts of these pieces, the same in each run. */
const expectTheSame = (rounds: number) => {
  const pieces = [
    '# Heading',
    'text',
    'more *text*',
    '',
    '',
    '',
    '- item',
    '  inside',
    '  ```',
    '```',
    '```ts',
    '~~~',
    '> quote',
    '1. one',
    '2. two',
    '   ```',
    '    indented',
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '<b>bold</b>',
    '---',
    '===',
    '***',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '[b]: /b',
    '[a]',
    '  - nested',
    '-',
    '* star',
    '\ttab',
    '> - in quote',
    '> ```',
    '   # three',
    '<script>',
    '</script>',
    '[^1]: note',
    '+',
    '10) ten',
    '`code',
    '``` not`a fence',
    ' ```',
    '  # two',
  ]
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  for (let round = 0; round < rounds; round++) {
    const text = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join('\n')
    // After indented code and an empty line, this parser sees no empty item, against the specification.
    if (/^(?:\t| {4}).*\n+[-+]$/m.test(text)) continue
    expect(inSections(text), JSON.stringify(text)).toEqual(seen(readSection(text)))
  }
}

test('a text in sections has the blocks of the whole text', () => expectTheSame(200))

test('so has each of many more', { tags: 'thorough' }, () => expectTheSame(1_500))

test('each document of this repository has the same blocks in sections as at once', {
  tags: 'thorough',
}, () => {
  const files = import.meta.glob<string>('../../../../{docs/**,packages/*}/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  expect(Object.keys(files).length).toBeGreaterThan(40)
  for (const [file, text] of Object.entries(files))
    expect(inSections(text), file).toEqual(seen(readSection(text)))
})

test('a block that is too long for the parser is shown by its lines or rows, or as it is written', () => {
  const kinds = (text: string) => {
    const sections = outlineOf(text)
    for (const { start, end } of sections) expect(end - start).toBeLessThanOrEqual(8 * 1024)
    return [...new Set(sections.map((section) => section.as))]
  }
  expect(kinds('[a]('.repeat(16 * 1024))).toEqual(['written'])
  expect(kinds('[a]:b '.repeat(16 * 1024))).toEqual(['written'])
  expect(kinds(`\`\`\`\n${'line\n'.repeat(10_000)}\`\`\``)).toEqual(['code'])
  const rows = '| 1 | 2 |\n'.repeat(10_000)
  expect(kinds(`| a | b |\n|---|---|\n${rows}`)).toEqual(['markdown'])
})

test('a text that nests too deep, or has too many parts, is refused before it is drawn', () => {
  expect(() => readSection(`${'> '.repeat(100)}deep`)).toThrow('nests')
  expect(() => readSection('*a* '.repeat(4_000))).toThrow('parts')
})
