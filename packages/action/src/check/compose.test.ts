import { expect, test } from 'vitest'
import type { Report } from '../svc/report.ts'
import { compose } from './post-checks.ts'

const of = (suite: string, verdict: string, markdown: string, url = 'https://svc.example.com/e/1') =>
  ({
    verdict,
    markdown,
    headline: `Headline of ${suite}`,
    waitingFor: [],
    execution: { state: 'passed', suite, url },
  }) as unknown as Report

test('the worst suite is the title, the first text and the link', () => {
  const reports = [
    of('unit', 'passed', 'all well'),
    of('e2e', 'mine', 'broken', 'https://svc.example.com/e/2'),
  ]
  expect(compose(reports, false)).toEqual({
    title: 'Headline of e2e · and 1 more suite',
    summary: 'broken\n\n---\n\nall well',
    conclusion: 'failure',
    detailsUrl: 'https://svc.example.com/e/2',
  })
})

test('what does not fit is a headline, then a number', () => {
  const reports = Array.from({ length: 2_000 }, (_, i) => of(`${i}`, 'passed', 'é'.repeat(5_000)))
  const { summary } = compose(reports, false)
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(64_000)
  expect(summary).toContain('**<code>Headline of')
  expect(summary).toMatch(/… and \d+ more$/)
  expect(Buffer.byteLength(compose(reports, false, 4_000).summary)).toBeLessThanOrEqual(4_000)
})

test('an address that no browser should open is not linked, and a long title is cut', () => {
  const report = { ...of('a', 'passed', 'text', 'javascript:alert(1)'), headline: '✅'.repeat(400) }
  const body = compose([report], false)
  expect(body.detailsUrl).toBeUndefined()
  expect(body.title).toHaveLength(250)
})
