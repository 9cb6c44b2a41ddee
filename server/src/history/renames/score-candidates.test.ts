import { expect, test } from 'vitest'
import { scoreCandidates } from './score-candidates.ts'

interface Made {
  file: string
  variant: string
  leg: string
  durationMs: number | null
}

const named = (title: string, more: Partial<Made> = {}) => {
  const place = { file: 'a.test.ts', variant: '', leg: 'linux', durationMs: 5, ...more }
  return { testId: JSON.stringify([title, place.file, place.variant]), titles: title.split(' > '), ...place }
}

const titlesOf = (candidates: { from: { titles: string[] }; to: { titles: string[] } }[]) =>
  candidates.map(({ from, to }) => `${from.titles.join(' > ')} → ${to.titles.join(' > ')}`)

test('each test is in one pair at most, the most alike first', () => {
  const candidates = scoreCandidates(
    [named('adds an item to the cart'), named('adds an item')],
    [named('adds an item to a cart'), named('adds one item')],
  )
  expect(titlesOf(candidates)).toEqual([
    'adds an item to the cart → adds an item to a cart',
    'adds an item → adds one item',
  ])
})

test('the similarity is the sum of what speaks for it', () => {
  const [moved] = scoreCandidates(
    [named('pays with a card in euros', { file: 'cart/pay.test.ts', durationMs: 90 })],
    [named('pays with a card in euros', { file: 'shop/pay.test.ts', durationMs: 40 })],
  )
  // 0.1 + 0.4 for 20 letters + 0.2 for all of the file + 0.2 × 0.75 for its name + 0.1 × (40 + 10) ÷ (90 + 10)
  expect(moved).toMatchObject({ similarity: 0.9, why: ['the same titles in shop/pay.test.ts'] })
  const [reworded] = scoreCandidates([named('abcdef')], [named('abcdeg')])
  // Of five pairs of letters each four are shared: 0.7 × 0.8 + 0.1 + 0.1 for being alone + 0.1 for the duration
  expect(reworded).toMatchObject({
    similarity: 0.86,
    why: [
      'similar titles (80 %) in the same file',
      'no other test of the file vanished or appeared',
      'similar duration: 5 ms and 5 ms',
    ],
  })
  const [variant] = scoreCandidates(
    [named('a', { variant: 'chromium', durationMs: null })],
    [named('a', { variant: 'chrome' })],
  )
  expect(variant).toMatchObject({
    similarity: 0.85,
    why: ['the same file and titles as chrome instead of chromium'],
  })
})

test('another leg, another file with another title, and short unlike titles are no candidates', () => {
  const removed = [named('pays with a card'), named('a'), named('')]
  expect(scoreCandidates(removed, [named('pays with a card', { leg: 'windows' })])).toEqual([])
  expect(scoreCandidates(removed, [named('pays with a coin', { file: 'b.test.ts' })])).toEqual([])
  expect(scoreCandidates(removed, [named('logs in'), named('b')])).toEqual([])
  expect(scoreCandidates([], [])).toEqual([])
})

test('a common title that turns up elsewhere is chance, with its neighbours it is not', () => {
  const title = (name: string, file: string) => named(name, { file })
  const lost = ['renders', 'hides', 'shows the price', 'counts'].map((name) =>
    title(name, 'src/price.test.ts'),
  )
  expect(scoreCandidates(lost, [title('renders', 'src/footer.test.ts')])).toEqual([])
  const all = lost.map(({ titles }) => title(titles.join(' > '), 'src/amount.test.ts'))
  const candidates = scoreCandidates(lost, [title('renders', 'src/footer.test.ts'), ...all])
  expect(candidates.map(({ to }) => to.file)).toEqual(Array(4).fill('src/amount.test.ts'))
  expect(candidates[0]?.why[1]).toBe('4 of the 4 tests that src/price.test.ts lost are in src/amount.test.ts')
})

test('a test that moved with its file and was reworded goes with its neighbours', () => {
  const [first, second, third] = ['adds an item', 'takes an item out', 'empties the whole cart'] as const
  const candidates = scoreCandidates(
    [first, second, third].map((title) => named(title, { file: 'cart.test.ts' })),
    [first, second, 'empties all of the cart'].map((title) => named(title, { file: 'basket.test.ts' })),
  )
  expect(titlesOf(candidates)).toContain('empties the whole cart → empties all of the cart')
  expect(candidates).toHaveLength(3)
})

// Comparing each with each would be 25 million pairs: the test's own time limit ends that.
test('a folder that moved is found whole', () => {
  const tests = (folder: string) =>
    Array.from({ length: 5_000 }, (_, i) =>
      named(`case ${i} > works`, { file: `${folder}/${i % 50}.test.ts` }),
    )
  const candidates = scoreCandidates(tests('old'), tests('new'))
  expect(candidates).toHaveLength(5_000)
  expect(candidates.every(({ from, to }) => from.titles[0] === to.titles[0])).toBe(true)
})
