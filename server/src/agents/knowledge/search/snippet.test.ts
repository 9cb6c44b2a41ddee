import { expect, test } from 'vitest'
import { snippetOf } from './snippet.ts'

const wanted = new Map([
  ['needl', 2],
  ['thread', 1],
])
const filler = 'Some words about hay and more hay in the barn. '.repeat(20)
const marked = ({ text, highlights }: ReturnType<typeof snippetOf>) =>
  highlights.map(({ start, end }) => text.slice(start, end))

test('shows the part with most of the query, and says where its words are', () => {
  const snippet = snippetOf(`${filler}The needles and the thread.\n\n${filler}`, wanted)
  expect(snippet.text.length).toBeLessThan(330)
  expect(snippet.text).toMatch(/^….*needles and the thread[\s\S]*…$/)
  expect(marked(snippet)).toEqual(['needles', 'thread'])
})

test('a short text is whole, and a text without a match shows its beginning', () => {
  expect(snippetOf('A needle.', wanted)).toEqual({
    text: 'A needle.',
    highlights: [{ start: 2, end: 8 }],
    score: 2,
  })
  expect(snippetOf(filler, wanted).text).toMatch(/^Some words[\s\S]*…$/)
  expect(snippetOf('', wanted)).toEqual({ text: '', highlights: [], score: 0 })
})

test('never splits a character', () => {
  const text = `${'🎉'.repeat(500)} needle ${'🎉'.repeat(500)}`
  for (let most = 80; most < 100; most++) expect(snippetOf(text, wanted, most).text.isWellFormed()).toBe(true)
})
