import { expect, test } from 'vitest'
import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import { readDocumentText } from '../documents/read-here.ts'
import type { Chunk } from './chunk-document.ts'
import { chunkId } from './chunk-id.ts'
import { CUT_MARK } from './cut-block.ts'
import { similarIds } from './similar-ids.ts'

const chunksOf = (text: string): Chunk[] => readDocumentText(text).chunks
const shown = (text: string) => chunksOf(text).map(({ headings, content }) => [headings.join(' > '), content])

const words = (count: number, seed = 0) =>
  Array.from({ length: count }, (_, i) => `word${(i * 7 + seed) % 91}`).join(' ')

test('headings make sections; those in code, lists, quotes and comments do not', () => {
  expect(
    shown(
      [
        'before',
        '# One',
        'one',
        '```md',
        '# not a heading',
        '```',
        '> # quoted',
        '',
        '- # listed',
        '',
        '<!--',
        '# hidden',
        '-->',
        '',
        'Two',
        '---',
        '## Two `code` *and* [link](x)',
        'two',
        '# Empty',
      ].join('\n'),
    ),
  ).toEqual([
    ['', 'before'],
    ['One', 'one\n\n```md\n# not a heading\n```\n\n> # quoted\n\n- # listed'],
    ['One > Two', ''],
    ['One > Two code and link', 'two'],
    ['Empty', ''],
  ])
})

test.each([
  ['empty', '', []],
  ['only front matter', '---\ntitle: A\n---\n', []],
  ['no heading', 'a\n\nb', [['', 'a\n\nb']]],
  ['byte order mark and CRLF', '\uFEFF# A\r\n\r\nb\r\nc\r\n', [['A', 'b\nc']]],
  ['only a comment', '<!-- secret -->\n', []],
  [
    'setext',
    'A\n===\n\nb\n\nC\n---\n\nd',
    [
      ['A', 'b'],
      ['A > C', 'd'],
    ],
  ],
  ['a rule without front matter', '---\n\nb', [['', '---\n\nb']]],
  [
    'equal headings',
    '# A\n\n1\n\n# A\n\n2',
    [
      ['A', '1'],
      ['A', '2'],
    ],
  ],
  [
    'deeper first',
    '### C\n\nc\n\n# A\n\na',
    [
      ['C', 'c'],
      ['A', 'a'],
    ],
  ],
])('%s', (_, text, chunks) => {
  expect(shown(text)).toEqual(chunks)
})

test('equal headings have different ids, in the order they come', () => {
  const ids = chunksOf('# A\n\n1\n\n# A\n\n2').map((chunk) => chunkId('d', chunk))
  expect(new Set(ids).size).toBe(2)
  expect(ids[0]).toMatch(/^c_[a-z2-7]{26}$/)
  expect(chunkId('other', chunksOf('# A\n\n1')[0] as Chunk)).not.toBe(ids[0])
})

test('a long section becomes pieces of at most about 500 tokens, cut between blocks', () => {
  const paragraphs = Array.from({ length: 12 }, (_, i) => words(60, i))
  const chunks = chunksOf(`# A\n\n${paragraphs.join('\n\n')}\n`)
  expect(chunks.length).toBeGreaterThan(2)
  expect(chunks.map(({ piece }) => piece)).toEqual(chunks.map((_, i) => i))
  expect(chunks.flatMap(({ content }) => content.split('\n\n'))).toEqual(paragraphs)
  for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(500)
})

test.each([
  ['a paragraph in one line', words(3_000)],
  ['sentences', Array.from({ length: 300 }, (_, i) => `${words(9, i)}.`).join(' ')],
  ['Chinese', '知识库保存文档。'.repeat(400)],
  ['one word', 'x'.repeat(20_000)],
  ['emoji', '👩‍👩‍👧‍👦'.repeat(800)],
  ['a list', Array.from({ length: 200 }, (_, i) => `- ${words(9, i)}`).join('\n')],
  ['a quote', Array.from({ length: 200 }, (_, i) => `> ${words(9, i)}`).join('\n')],
])('%s that is too long is cut with a mark, and nothing is lost', (_, text) => {
  const chunks = chunksOf(`# A\n\n${text}\n`)
  expect(chunks.length).toBeGreaterThan(1)
  for (const { tokens, content } of chunks) {
    expect(tokens).toBeLessThanOrEqual(520)
    expect(content.isWellFormed()).toBe(true)
  }
  const [first, second] = chunks.map(({ content }) => content)
  expect(first?.endsWith(`\n${CUT_MARK}`)).toBe(true)
  expect(second?.startsWith(`${CUT_MARK}\n`)).toBe(true)
  const together = chunks.map(({ content }) => content.replaceAll(CUT_MARK, '')).join('')
  expect(together.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
})

test('long code keeps its fence in each piece, and a long table its head', () => {
  const code = Array.from({ length: 300 }, (_, i) => `const value${i} = compute(${i})`).join('\n')
  for (const { content } of chunksOf(`~~~~ts title\n${code}\n~~~~\n`))
    expect(content.replaceAll(CUT_MARK, '').trim()).toMatch(/^~~~~ts title\n[^~]*\n~~~~$/)
  const rows = Array.from({ length: 300 }, (_, i) => `| row ${i} | ${words(5, i)} |`).join('\n')
  for (const { content, tokens } of chunksOf(`| name | value |\n|---|---|\n${rows}\n`)) {
    expect(content).toContain('| name | value |\n|---|---|\n')
    expect(tokens).toBeLessThanOrEqual(520)
  }
})

/** Numbers from 0 to below `most`, the same in every run. */
const dice = (seed: number) => {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

const BLOCKS = [
  (roll: (most: number) => number) => words(5 + roll(200), roll(90)),
  (roll: (most: number) => number) => `\`\`\`js\n# ${words(3, roll(90))}\n\`\`\``,
  (roll: (most: number) => number) => `| a | b |\n|---|---|\n| ${roll(99)} | ${roll(99)} |`,
  (roll: (most: number) => number) =>
    Array.from({ length: 1 + roll(40) }, (_, i) => `- ${words(8, i)}`).join('\n'),
  (roll: (most: number) => number) => `> ${words(9, roll(90))}`,
  (roll: (most: number) => number) => `知识${roll(99)}。`.repeat(1 + roll(30)),
  () => '<!-- note -->',
]

test('an edit inside of one section changes no id and no content of another', () => {
  const roll = dice(42)
  const body = () =>
    Array.from({ length: roll(5) }, () => BLOCKS[roll(BLOCKS.length)]?.(roll) ?? '').join('\n\n')
  for (let turn = 0; turn < 60; turn++) {
    const sections = Array.from({ length: 2 + roll(8) }, (_, at) => ({
      // Some headings are equal, and levels vary.
      heading: at === 0 ? '# Top' : `${'#'.repeat(1 + roll(4))} Part ${roll(4)}`,
      body: body(),
    }))
    const textOf = () => sections.map(({ heading, body }) => `${heading}\n\n${body}\n`).join('\n')
    const before = bySection(textOf())
    const edited = roll(sections.length)
    ;(sections[edited] as { body: string }).body = body()
    const after = bySection(textOf())
    expect(after).toHaveLength(sections.length)
    for (const [at, chunks] of before.entries()) if (at !== edited) expect(after[at]).toEqual(chunks)
  }
})

/** Ids and contents of each section, in order; a section without text has none. */
function bySection(text: string): string[][] {
  const { chunks } = readDocumentText(text)
  const names = [...text.matchAll(/^#+ .*$/gm)]
    .map(([line]) => line)
    .filter((line) => /^#+ (?:Top|Part \d)$/.test(line))
  const open: { depth: number; title: string }[] = []
  const seen = new Map<string, number>()
  return names.map((line) => {
    const depth = line.indexOf(' ')
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop()
    open.push({ depth, title: line.slice(depth + 1) })
    const path = JSON.stringify(open.map(({ title }) => title))
    const occurrence = seen.get(path) ?? 0
    seen.set(path, occurrence + 1)
    return chunks
      .filter((chunk) => JSON.stringify(chunk.headings) === path && chunk.occurrence === occurrence)
      .map((chunk) => `${chunkId('d', chunk)} ${chunk.hash} ${chunk.content}`)
  })
}

test('tokens of a chunk are those of its content', () => {
  for (const { content, tokens } of chunksOf(`# A\n\n${words(900)}`))
    expect(tokens).toBe(estimateTokens(content))
})

test('an id is among those that are similar to it with any one typing error', () => {
  const id = chunkId('d', chunksOf('# A\n\n1')[0] as Chunk)
  const other = (letter: string) => (letter === 'a' ? 'b' : 'a')
  for (let at = 2; at < id.length; at++) {
    const [before, after] = [id.slice(0, at), id.slice(at)]
    const typed = [
      before + other(after.charAt(0)) + after.slice(1),
      before + after.slice(1),
      `${before}8${after}`,
      before + after.charAt(1) + after.charAt(0) + after.slice(2),
    ]
    for (const one of typed) expect(similarIds(one), one).toContain(id)
  }
  expect(similarIds(id.toUpperCase())).toContain(id)
  expect(similarIds(id).length).toBeLessThan(900)
  for (const none of ['', 'c_', 'c_unknown', `x${id}`, `${id}aa`, 'c_'.repeat(5_000)])
    expect(similarIds(none), none).toEqual([])
})
