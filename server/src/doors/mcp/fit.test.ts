import { expect, test } from 'vitest'
import { cutToTokens, fitRows, pageAnswer, sliceText, tokensOf } from './fit.ts'

test.for([
  ['ASCII in one line', 'a'.repeat(5_000), 64],
  ['lines', 'one line\n'.repeat(700), 100],
  ['characters of two halves', '😀'.repeat(200), 7],
  ['a character that is larger than the room', '😀😀😀', 0],
  ['an empty text', '', 10],
] as const)('the parts of %s make the whole text, each of whole characters', ([, text, room]) => {
  let all = ''
  for (let offset: number | null = 0, parts = 0; offset !== null; parts++) {
    expect(parts).toBeLessThan(text.length + 1)
    const slice = sliceText(text, offset, room)
    expect(slice).toMatchObject({ offset: all.length, totalCharacters: text.length })
    expect(slice.content.isWellFormed()).toBe(true)
    // One character at least.
    expect(tokensOf(slice.content)).toBeLessThanOrEqual(Math.max(room, 8))
    all += slice.content
    offset = slice.nextOffset
  }
  expect(all).toBe(text)
})

test('an offset within a character or beyond the end still returns text', () => {
  expect(sliceText('a😀b', 2, 99)).toMatchObject({ content: '😀b', offset: 1, nextOffset: null })
  expect(sliceText('abc', 99, 99)).toMatchObject({ content: '', offset: 3, nextOffset: null })
})

const rowOf = (text: string) => ({ text, data: { text } })
const WORDS = Array.from({ length: 40 }, (_, at) => rowOf(`- word ${at} of a list`))

test('rows fit as text and as data, and the first is there in any case', () => {
  const { texts, data } = fitRows(WORDS, 100)
  expect(texts.length).toBeGreaterThan(1)
  expect(tokensOf(texts.join('\n'), data)).toBeLessThanOrEqual(100)
  expect(fitRows(WORDS, 0)).toMatchObject({ texts: [WORDS[0]?.text], isCut: false })
})

test('only a first row is cut, and ends the list', () => {
  const long = {
    ...rowOf('a line\n'.repeat(500)),
    cut: (tokens: number) => rowOf(cutToTokens('a line\n'.repeat(500), tokens)),
  }
  const { texts, isCut } = fitRows([long, rowOf('short')], 100)
  expect(isCut).toBe(true)
  expect(texts).toEqual([expect.stringMatching(/^(?:a line\n)+\[cut: \d+ more characters\]$/)])
  expect(fitRows([rowOf('short'), long], 100)).toMatchObject({ texts: ['short'], isCut: false })
})

test('a page that does not fit says how many of its entries do', () => {
  const page = (budget: number, nextCursor: string | null = null) =>
    pageAnswer({
      tool: 'svc_list_words',
      rows: WORDS.map((row, at) => ({ ...row, entries: 2 * (at + 1) })),
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [`${texts.length} words:`, ...texts],
        structured: { words: data },
      }),
    })
  expect(page(4_000)).toMatchObject({
    text: expect.stringMatching(/^40 words:/),
    structured: { truncated: false },
  })
  expect(page(4_000).fits).toBeUndefined()
  expect(page(4_000, 'next').text).toMatch(
    /\[more: call svc_list_words with the same arguments and cursor \{"cursor":"next"\}\]$/,
  )
  const { text, structured, fits } = page(300)
  expect(fits).toBe(2 * (structured.words as unknown[]).length)
  expect(tokensOf(text, structured)).toBeLessThanOrEqual(300)
})
