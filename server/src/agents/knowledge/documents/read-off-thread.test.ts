import { expect, onTestFinished, test } from 'vitest'
import type { LogRecord } from '../../../ground/kernel/log.ts'
import { diffOf } from '../proposals/diff.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { readDocumentText } from './read-here.ts'
import { readDocumentsOffThread } from './read-off-thread.ts'

const openReader = (options: { mostBusyMs?: number } = {}) => {
  const logged: LogRecord[] = []
  const reader = readDocumentsOffThread({ ...options, log: (record) => void logged.push(record) })
  onTestFinished(() => reader.close())
  return { reader, logged }
}

/** The parser needs minutes for this. */
const ENDLESS = `${'> '.repeat(50)}a\n${'a\n'.repeat(30_000)}`

test('a thread reads as the caller would', async () => {
  const { reader, logged } = openReader()
  const text = '---\ntitle: A\n---\n# B\n\ntext\n'
  expect(await reader.read(1, text)).toEqual(readDocumentText(text))
  await expect(reader.read(1, '---\n- a\n---\n')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  const texts = { path: 'a.md', before: '# B\n', after: '# C\n' }
  expect(await reader.compare(1, texts)).toEqual(diffOf(texts))
  expect(logged).toEqual([])
})

test('a text that takes too much processor time is refused, and others are read', async () => {
  const { reader } = openReader({ mostBusyMs: 300 })
  const texts = Array.from({ length: 5 }, (_, i) => `# Title ${i}\n`)
  const [endless, ...read] = await Promise.allSettled([
    reader.read(1, ENDLESS),
    ...texts.map((text) => reader.read(2, text)),
    // Of the same organization.
    reader.read(1, '# own\n'),
  ])
  expect(endless).toMatchObject({
    status: 'rejected',
    reason: {
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/^Reading this Markdown takes more processor time/),
    },
  })
  expect(read.map((one) => one.status === 'fulfilled' && one.value.heading)).toEqual([
    ...texts.map((_, i) => `Title ${i}`),
    'own',
  ])
})

test('a reader that ends refuses what waits', async () => {
  const { reader } = openReader()
  const reads = [reader.read(1, ENDLESS), reader.read(1, '# a\n')]
  await Promise.all([
    reader.close(),
    ...reads.map((one) => expect(one).rejects.toMatchObject({ code: 'UNAVAILABLE' })),
  ])
  await expect(reader.read(1, '# a\n')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test.each([
  ['quotes', '>'.repeat(60)],
  ['spaced quotes', '> '.repeat(10_000)],
  ['lists', '- '.repeat(10_000)],
  ['numbers', '1. '.repeat(10_000)],
  ['both', '- > '.repeat(10_000)],
  ['indented', Array.from({ length: 300 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n')],
])('%s that nest deeply are refused before the parser sees them', (_, text) => {
  expect(() => parseMarkdown(text)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }))
})

test.each([
  ['brackets', '['],
  ['emphasis', '*a **a '],
  ['images', '![['],
  ['links', '[a]('],
  ['code', '`a``b'],
  ['html', '<a '],
])('unclosed %s are text', (_, unit) => {
  const blocks = parseMarkdown(unit.repeat(100_000))
  expect(blocks.map(({ kind }) => kind)).toEqual(['other'])
})

test.each([
  ['lines', 'a\n'.repeat(100_001), /^A document has at most 100000 lines, and this one has 100001/],
  ['items', '- a\n'.repeat(90_000), /^This Markdown has more lines, items and definitions/],
  ['definitions', '[a]: b\n'.repeat(99_000), /^This Markdown has more lines, items and definitions/],
])('a text of more %s than there is memory for is refused before the memory is used', (_, text, message) => {
  expect(() => parseMarkdown(text)).toThrow(
    expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE', message: expect.stringMatching(message) }),
  )
})

test('a long list has an item for each line, and an escaped sign stays in a heading', () => {
  const lines = Array.from({ length: 2_000 }, (_, i) => `- item ${i}`)
  const text = `# Type \\<T>\n\n${lines.join('\n')}\n`
  const [heading, list] = parseMarkdown(text)
  expect(heading).toMatchObject({ kind: 'heading', depth: 1, title: 'Type <T>' })
  expect(list?.items.map(({ start, end }) => text.slice(start, end))).toEqual(lines)
})
