import { expect, test } from 'vitest'
import { renameCandidates } from './rename-candidates.ts'

const named = (title: string, more: Partial<{ file: string; variant: string; leg: string }> = {}) => ({
  file: 'a.test.ts',
  titles: title.split(' > '),
  variant: '',
  leg: 'linux',
  ...more,
})

const titlesOf = (candidates: { from: { titles: string[] }; to: { titles: string[] } }[]) =>
  candidates.map(({ from, to }) => `${from.titles.join(' > ')} → ${to.titles.join(' > ')}`)

test('each test is in one pair at most, the most alike first', () => {
  const candidates = renameCandidates(
    [named('adds an item to the cart'), named('adds an item')],
    [named('adds an item to a cart'), named('adds one item')],
  )
  expect(titlesOf(candidates)).toEqual([
    'adds an item to the cart → adds an item to a cart',
    'adds an item → adds one item',
  ])
})

test('another leg, another file with another title, and short unlike titles are no candidates', () => {
  const removed = [named('pays with a card'), named('a'), named('')]
  expect(renameCandidates(removed, [named('pays with a card', { leg: 'windows' })])).toEqual([])
  expect(renameCandidates(removed, [named('pays with a coin', { file: 'b.test.ts' })])).toEqual([])
  expect(renameCandidates(removed, [named('logs in'), named('b')])).toEqual([])
  expect(renameCandidates([], [])).toEqual([])
})

test('a folder that moved is found whole, and in time', () => {
  const tests = (folder: string) =>
    Array.from({ length: 5_000 }, (_, i) =>
      named(`case ${i} > works`, { file: `${folder}/${i % 50}.test.ts` }),
    )
  const started = performance.now()
  const candidates = renameCandidates(tests('old'), tests('new'))
  expect(candidates).toHaveLength(5_000)
  expect(candidates.every(({ from, to }) => from.titles[0] === to.titles[0])).toBe(true)
  expect(performance.now() - started).toBeLessThan(2_000)
})
