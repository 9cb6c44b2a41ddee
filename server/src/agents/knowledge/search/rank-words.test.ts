import { expect, test } from 'vitest'
import { rankWords } from './rank-words.ts'

test('a changelog counts half unless asked for, and a document about migrations counts in full', () => {
  const words = 'keys\nforeign key\n\nkeys\na column with a foreign key\n\n'
  const paths = ['docs/columns.md', 'docs/migrations.md', 'CHANGELOG.md', 'docs/release-notes.md']
  const candidates = paths.map((path, at) => ({ chunkId: at, documentId: at, path, words, isFirst: true }))
  const terms = ['foreign', 'key'].map((term) => ({
    term,
    weight: 1,
    alternatives: [{ term, likeness: 1 }],
  }))
  const expansion = { terms, chunks: 100, frequency: new Map([['foreign', 4]]) }
  const relative = (text: string) => {
    const ranked = rankWords(candidates, { expansion, sequence: ['foreign', 'key'], text })
    const best = ranked[0]?.score ?? 0
    return ranked
      .toSorted((a, b) => a.candidate.chunkId - b.candidate.chunkId)
      .map(({ score }) => score / best)
  }
  expect(relative('foreign key')).toEqual([1, 1, 0.5, 0.5])
  expect(relative('foreign key in which version')).toEqual([1, 1, 1, 1])
})
