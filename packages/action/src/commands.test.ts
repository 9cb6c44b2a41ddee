import { expect, test } from 'vitest'
import { commandLine, logLine } from './commands.ts'
import { makeLog } from './log.ts'

test('nothing in a message or a property ends its command', () => {
  const line = commandLine(
    'error',
    { file: 'a,b:c%.ts', line: 3, title: 'x\n::warning::y' },
    'one\r\n::set-env name=A::b % %0A',
  )
  expect(line).toBe(
    '::error file=a%2Cb%3Ac%25.ts,line=3,title=x%0A%3A%3Awarning%3A%3Ay::one%0D%0A::set-env name=A::b %25 %250A',
  )
  expect(line.split('\n')).toHaveLength(1)
})

test('properties without a value are left out', () => {
  expect(commandLine('notice', { file: '', line: undefined }, 'm')).toBe('::notice::m')
})

test('what turns around or hides the text beside it is left out', () => {
  expect(commandLine('error', { title: 'a\u202eb' }, 'c\u200bd\u0007')).toBe('::error title=ab::cd')
})

test('a line of the log commands nothing', () => {
  for (const text of [
    '::add-mask::x',
    '\n::error::x',
    '\u2028::error::x',
    '\r::stop-commands::t',
    '##[add-path]/tmp',
  ]) {
    const line = logLine(text)
    expect(line).toMatch(/^svc: /)
    expect(line).not.toMatch(/[\r\n\u2028]|##\[/)
  }
})

test('ten of a level are annotated, in all; more is said to have no room', () => {
  const lines: string[] = []
  const log = makeLog((line) => lines.push(line))
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
  const lines: string[] = []
  makeLog((line) => lines.push(line)).mask('a%b\n\nc')
  expect(lines).toEqual(['::add-mask::a%25b', '::add-mask::c'])
})
