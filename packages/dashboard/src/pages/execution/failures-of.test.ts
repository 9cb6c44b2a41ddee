import { expect, test } from 'vitest'
import type { Comparison, Execution } from '../../data/queries.ts'
import { type Failure, failuresOf, filtered, isPartial, outside } from './failures-of.ts'

const ref = (title: string, leg = 'linux') => ({
  testId: title,
  file: `${title}.test.ts`,
  titles: ['shop', title],
  variant: '',
  occurrence: 0,
  leg,
})
const verdict = (kind: string, rule = '') => ({
  kind,
  basis: { rule },
  because: '',
  missing: null,
  evidence: [],
  history: { recent: [] },
})
const change = (title: string, more: object = {}) => ({
  ...ref(title),
  base: null,
  head: { status: 'failed', durationMs: 1 },
  error: { message: `${title} is wrong`, fingerprint: `of ${title}` },
  owners: [],
  ...more,
})
const flaky = (title: string) => ({ ...ref(title), status: 'flaky', attempts: [] })

const execution = (more: object = {}): Execution =>
  ({
    results: [],
    errors: [],
    counts: { failed: 0, errors: 0, flaky: 0 },
    resultsRemovedAt: null,
    ...more,
  }) as unknown as Execution

const comparison = (more: object = {}): Comparison =>
  ({
    base: {},
    regressions: [],
    newTests: [],
    stillFailing: [],
    failuresNotCompared: [],
    errors: { introduced: [], persisting: [], fixed: [] },
    historyRuns: [],
    sections: [],
    ...more,
  }) as unknown as Comparison

const told = (sections: ReturnType<typeof failuresOf>) =>
  sections.map(({ id, causes, more }) => [id, causes.flat().map(({ titles }) => titles.at(-1)), more])

test('failures stand in the order of the comment, each once, with the reason that it has', () => {
  const sections = failuresOf(
    execution({ results: [flaky('f')], counts: { failed: 6, errors: 0, flaky: 1 } }),
    comparison({
      regressions: [
        change('flake', { verdict: verdict('known-flake') }),
        change('mine', { verdict: verdict('mine') }),
      ],
      newTests: [
        change('fresh', { verdict: verdict('mine') }),
        change('fine', { head: { status: 'passed', durationMs: 1 }, verdict: null }),
      ],
      stillFailing: [
        change('broken', { verdict: verdict('base-is-broken') }),
        change('otherwise', { verdict: verdict('unknown', 'fails-differently-on-base') }),
        change('alike', { verdict: verdict('unknown', 'no-witness') }),
      ],
      failuresNotCompared: [change('unseen', { reason: 'no run' })],
      errors: {
        introduced: [{ file: 'x.ts', message: 'no', fingerprint: 'e' }],
        persisting: [{ file: null, message: 'no', fingerprint: 'p' }],
        fixed: [],
      },
    }),
  )
  expect(told(sections)).toEqual([
    ['mine', ['mine', 'fresh'], 0],
    ['unknown', ['unseen', 'The file did not load', 'alike'], 0],
    ['differently', ['otherwise'], 0],
    ['base-is-broken', ['broken', 'Outside any test'], 0],
    ['known-flake', ['flake'], 0],
    ['flaky', ['f'], 0],
  ])
})

test('a section has the total of the server, also if none of its failures is loaded', () => {
  const sections = failuresOf(
    execution({ counts: { failed: 304, errors: 0, flaky: 40 }, results: [flaky('f')] }),
    comparison({
      regressions: [change('a', { verdict: verdict('unknown') })],
      sections: [
        { topic: 'unknown', total: 300 },
        { topic: 'known-flake', total: 4 },
      ],
    }),
  )
  expect(told(sections)).toEqual([
    ['unknown', ['a'], 299],
    ['known-flake', [], 4],
    ['flaky', ['f'], 39],
  ])
  expect(isPartial(sections)).toBe(true)
})

test('without a comparison all failures are in one section; superseded errors and removed results in none', () => {
  const error = (message: string, superseded: boolean) => ({
    file: 'a.ts',
    fingerprint: message,
    failure: { message },
    superseded,
  })
  const results = [{ ...ref('a'), status: 'failed', attempts: [] }]
  const counts = { failed: 3, errors: 1, flaky: 0 }
  expect(
    told(failuresOf(execution({ results, errors: [error('x', false), error('y', true)], counts }), null)),
  ).toEqual([['no-base', ['a', 'The file did not load'], 2]])
  expect(failuresOf(execution({ counts, resultsRemovedAt: '2026-01-01' }), null)).toEqual([])
})

test('failures with one error are a cause, the largest first; those without an error stay apart', () => {
  const alike = { error: { message: 'gone', fingerprint: 'gone' }, verdict: verdict('mine') }
  const [section] = failuresOf(
    execution(),
    comparison({
      regressions: [
        change('a', { verdict: verdict('mine') }),
        change('b', alike),
        change('c', alike),
        change('d', { error: null, verdict: verdict('mine') }),
        change('e', { error: null, verdict: verdict('mine') }),
      ],
    }),
  )
  expect(section?.causes.map((cause) => cause.map(({ testId }) => testId))).toEqual([
    ['b', 'c'],
    ['a'],
    ['d'],
    ['e'],
  ])
})

test('the filter finds what the server finds: title, file, variant, owner and error, however a title is copied', () => {
  const failure: Failure = {
    ...outside({ file: 'src/pay.test.ts', fingerprint: 'x', message: 'Expected 3' }),
    titles: ['checkout', 'pays by card'],
    variant: 'webkit',
    leg: 'linux',
    owners: ['@acme/pay'],
  }
  const sections = [{ id: 'mine' as const, title: 'Mine', causes: [[failure]], more: 7 }]
  const finds = (q: string) => filtered(sections, { q }).length === 1
  for (const q of ['PAYS', 'pay.test', '@acme', 'expected 3', 'checkout > pays', 'webkit', ' card '])
    expect(finds(q), q).toBe(true)
  expect(finds('cash')).toBe(false)
  expect(filtered(sections, { owner: '@acme' })).toEqual([])
  expect(filtered(sections, { leg: 'windows' })).toEqual([])
  // What is not loaded was not searched.
  expect(filtered(sections, { leg: 'linux' })[0]?.more).toBe(0)
  expect(filtered(sections, {})).toBe(sections)
})
