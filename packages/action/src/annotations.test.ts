import { expect, test, vi } from 'vitest'
import { annotate, inOrder, levelOf } from './annotations.ts'
import { makeLog } from './log.ts'
import type { ReportedFailure } from './svc/report.ts'

const failure = (more: Partial<ReportedFailure> = {}): ReportedFailure => ({
  kind: 'regression',
  titles: ['pays'],
  variant: '',
  leg: 'linux',
  testFile: 'a.test.ts',
  file: 'a.test.ts',
  line: 3,
  message: 'no',
  verdict: 'mine',
  because: null,
  owners: [],
  ...more,
})

/** The lines that the action writes from now on. */
const writtenLines = (): string[] => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text).trimEnd()) > 0)
  return lines
}

test('an error where the change may be to blame, a warning for the rest', () => {
  expect(levelOf(failure())).toBe('error')
  expect(levelOf(failure({ verdict: 'unknown' }))).toBe('error')
  expect(levelOf(failure({ kind: 'error', verdict: null }))).toBe('error')
  expect(levelOf(failure({ kind: 'new', verdict: null }))).toBe('error')
  for (const verdict of ['known-flake', 'infrastructure', 'base-is-broken'])
    expect(levelOf(failure({ verdict }))).toBe('warning')
  for (const kind of ['still-failing', 'not-compared'])
    expect(levelOf(failure({ kind, verdict: null }))).toBe('warning')
})

test('changed files first, there as before', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((file) => failure({ file }))
  if (!a || !b || !c) throw new Error('three')
  expect(inOrder([a, b, c], new Set(['c', 'b']))).toEqual([b, c, a])
})

test('ten of a kind; a notice says how many more there are and where', () => {
  const lines = writtenLines()
  const failures = Array.from({ length: 25 }, (_, i) =>
    failure({ line: i + 1, verdict: i < 13 ? 'mine' : 'known-flake' }),
  )
  annotate(makeLog(), failures, new Set(), { total: 130, pages: ['https://svc.test/executions/1'] })
  expect(
    lines.filter((line) => line.startsWith('::error file') || line.startsWith('::error title')),
  ).toHaveLength(10)
  expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(10)
  const last = lines.at(-1) ?? ''
  expect(last).toMatch(/^::notice /)
  // Five of those that are reported, and those that the report only counts.
  expect(last).toContain('110 more failures')
  expect(last).toContain('a.test.ts (5)')
  expect(last).toContain('https://svc.test/executions/1')
})

test("a file outside the repository has no owner, and an owner's name cannot run a command", () => {
  const lines = writtenLines()
  const log = makeLog()
  const places = ['/etc/passwd', '../x', 'C:\\x', null]
  annotate(
    log,
    [...places.map((file) => failure({ file })), failure({ owners: ['@a\n::error::x'] })],
    new Set(),
  )
  expect(lines.slice(0, 4).every((line) => !line.includes('file='))).toBe(true)
  expect(lines[4]).toContain('file=a.test.ts,line=3')
  expect(lines.join('\n').split('\n')).toHaveLength(5)
})
