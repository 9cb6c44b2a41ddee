import { expect, test } from 'vitest'
import { fieldTerms } from './fields.ts'
import { sharedWords } from './shared-words.ts'

const STOCK = {
  title: 'Stock service',
  path: 'runbooks/stock.md',
  headings: ['Stock service', 'Timeouts'],
  content:
    'A test that timed out, or a snapshot that does not match, may fetch it: `connect` throws "config is missing" and ECONNREFUSED. See `src/stock/client.ts`, `roundToCents` and 在庫不足.',
  summary: '',
}
const WORDS = Object.values(fieldTerms(STOCK))
  .map((terms) => terms.join(' '))
  .join('\n')

/** In how many of 1,000 chunks a term is; 1 unless common. */
const COMMON = new Map([['payment', 200]])
const VOCABULARY = { chunks: 1_000, frequency: COMMON }

const none = { messages: [], titles: [], function: '', files: [] }

test.for([
  ['fetch failed', ['api', 'loads']],
  ['Test timed out in 300ms.', ['menu', 'waits for the badge']],
  ['expect(received).toMatchSnapshot()', ['menu', 'renders']],
  ['Snapshot `menu > renders 1` mismatched', []],
  ["Cannot find module '../src/missing.js'", []],
  ["Cannot read properties of undefined (reading 'service')", []],
  ['the service of the printer is on fire', []],
  ['TypeError connect failed', ['checkout', 'opens a config']],
  ['???', []],
] as const)('%s shares nothing telling', ([message, titles]) => {
  expect(sharedWords({ ...none, messages: [message], titles: [...titles] }, VOCABULARY)(WORDS)).toEqual([])
})

test.for([
  [{ messages: ['fetch failed', 'connect ECONNREFUSED 127.0.0.1:5999'] }, ['ECONNREFUSED']],
  [{ messages: ['stock: config.url is missing'] }, ['stock', 'config']],
  [{ titles: ['stock', 'the service starts'] }, ['stock', 'service']],
  [{ function: 'Price.roundToCents' }, ['roundToCents']],
  [{ files: ['src/stock/client.ts'] }, ['src/stock/client.ts']],
  [{ messages: ['在庫不足です'] }, ['在庫', '庫不', '不足']],
] as const)('%j shares %j', ([failure, shared]) => {
  expect(sharedWords({ ...none, ...structuredClone(failure) } as never, VOCABULARY)(WORDS)).toEqual(shared)
})

test.for([
  ['test/stock/client.spec.ts', ['stock', 'closes'], ['client.ts', 'stock']],
  ['client.test.ts', ['stock', 'closes'], ['client.ts', 'stock']],
  ['test/client_test.ts', ['service', 'closes'], ['client.ts', 'service']],
  ['test/test_client.ts', ['stock', 'closes'], ['client.ts', 'stock']],
  ['test/ClientTest.ts', ['stock', 'closes'], ['Client.ts', 'stock']],
  // Nothing in a heading; another file; the test itself is not what it tests; a name that says nothing.
  ['test/stock/client.spec.ts', ['menu', 'closes'], []],
  ['test/stock/clients.spec.js', ['stock', 'closes'], []],
  ['test/client.ts', ['stock', 'closes'], []],
  ['test/index.test.ts', ['stock', 'closes'], []],
] as const)('a test in %s with the titles %j shares %j', ([file, titles, shared]) => {
  expect(sharedWords({ ...none, files: [file], titles: [...titles] }, VOCABULARY)(WORDS)).toEqual(shared)
})

test('one of the words must be rare, and titles need one in a heading', () => {
  const frequency = new Map([
    ['stock', 300],
    ['config', 300],
  ])
  const shared = (failure: object, words = WORDS) =>
    sharedWords({ ...none, ...failure }, { chunks: 1_000, frequency })(words)
  expect(shared({ messages: ['stock: config.url is missing'] })).toEqual([])
  expect(shared({ messages: ['stock service: no config'] })).toEqual(['stock', 'service', 'config'])
  const body = fieldTerms({
    ...STOCK,
    title: 'Notes',
    path: 'notes.md',
    headings: ['Notes'],
    content: 'Stock, service.',
  })
  const notes = Object.values(body)
    .map((terms) => terms.join(' '))
    .join('\n')
  expect(shared({ titles: ['stock', 'the service starts'] }, notes)).toEqual([])
  expect(shared({ messages: ['the stock service is gone'] }, notes)).toEqual([])
})
