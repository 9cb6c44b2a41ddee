import { expect, test, vi } from 'vitest'
import { logLine } from './commands.ts'
import { makeLog } from './log.ts'

/** The lines that the action writes from now on. */
const writtenLines = (): string[] => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text).trimEnd()) > 0)
  return lines
}

test('nothing in a message or a property ends its command', () => {
  const lines = writtenLines()
  const message = 'one\r\n::set-env name=A::b % %0A'
  makeLog().annotate({ level: 'error', file: 'a,b:c%.ts', line: 3, title: 'x\n::warning::y', message })
  expect(lines).toEqual([
    '::error title=x%0A%3A%3Awarning%3A%3Ay,file=a%2Cb%3Ac%25.ts,line=3::one%0D%0A::set-env name=A::b %25 %250A',
  ])
})

test('properties without a value are left out', () => {
  const lines = writtenLines()
  makeLog().annotate({ level: 'notice', file: '', message: 'm' })
  expect(lines).toEqual(['::notice::m'])
})

test('what turns around or hides the text beside it is left out', () => {
  const lines = writtenLines()
  makeLog().annotate({ level: 'error', title: 'a\u202eb', message: 'c\u200bd\u0007##[group]' })
  expect(lines).toEqual(['::error title=ab::cd## [group]'])
})

test('a line of the log commands nothing', () => {
  for (const text of [
    '::add-mask::x',
    '\n::error::x',
    '\u2028::error::x',
    '\r::stop-commands::t',
    '##[add-path]/tmp',
    'a\u202e\u200b#\u200b#[error]b',
  ]) {
    const line = logLine(text)
    expect(line).toMatch(/^svc: /)
    expect(line).not.toMatch(/[\r\n\u2028\p{Cf}]|##\[/u)
  }
})

test('ten of a level are annotated, in all; more is said to have no room', () => {
  const lines = writtenLines()
  const log = makeLog()
  log.note('error', 'first')
  const shown = Array.from({ length: 12 }, (_, i) => log.annotate({ level: 'error', message: String(i) }))
  expect(shown.filter(Boolean)).toHaveLength(9)
  expect(log.annotate({ level: 'warning', message: 'w' })).toBe(true)
  expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10)
  log.note('error', 'first')
  log.note('error', 'late')
  expect(lines.at(-1)).toBe('svc: late')
  expect(log.notes.map(({ text }) => text)).toEqual(['first', 'late'])
})

test('each line of a secret is masked', () => {
  const lines = writtenLines()
  makeLog().mask('a%b\n\nc')
  expect(lines).toEqual(['::add-mask::a%25b', '::add-mask::c'])
})
