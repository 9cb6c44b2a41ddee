import { expect, test } from 'vitest'
import { editorUrl, isRoot } from '../data/editor.ts'
import { imagePairsOf } from '../pages/execution/image-pairs.ts'
import { colourCode } from './colour-code.ts'
import { commandFor, commandForAll } from './command-for.ts'
import { readSnippet } from './error-view.tsx'
import { executionName } from './execution-name.ts'
import { piecesOf } from './output.tsx'
import { timeText } from './time.tsx'
import { formatsOf } from './time-formats.ts'

test('a code frame has its numbers, its line and its caret', () => {
  expect(readSnippet('  47 | const a\n> 48 | expect(a)\n     | ^\n  49 | })')).toEqual([
    { number: '47', text: 'const a', kind: 'code' },
    { number: '48', text: 'expect(a)', kind: 'here' },
    { number: '', text: '^', kind: 'caret' },
    { number: '49', text: '})', kind: 'code' },
  ])
})

test('colouring keeps every character', () => {
  const line = "const a = await pay(cart, 'x') // 4.5"
  expect(
    colourCode(line)
      .map(({ text }) => text)
      .join(''),
  ).toBe(line)
  expect(colourCode(line).filter(({ kind }) => kind === 'fn')).toEqual([{ text: 'pay', kind: 'fn' }])
})

test('output has colours and no other codes', () => {
  expect(
    piecesOf('\u001b[31mred\u001b[0m\u001b[2K plain \u001b]8;;javascript:x\u0007link\u001b]8;;\u0007'),
  ).toEqual([
    { content: 'red', className: 'failed' },
    { content: ' plain link', className: '' },
  ])
})

test('times are words up to a month ago', () => {
  const now = Date.parse('2026-03-02T09:00:00Z')
  const english = formatsOf('en-GB')
  expect(timeText('2026-03-02T08:59:40Z', now, english)).toBe('now')
  expect(timeText('2026-03-02T08:48:00Z', now, english)).toBe('12 minutes ago')
  expect(timeText('2026-02-28T09:00:00Z', now, english)).toBe('2 days ago')
  // Noon here, because a reader sees days of their own zone.
  const noon = new Date(2025, 9, 19, 12).toISOString()
  expect(timeText(noon, now, english)).toBe('19 Oct 2025')
  expect(timeText('2026-03-02T08:48:00Z', now, formatsOf('de'))).toBe('vor 12 Minuten')
  expect(timeText(noon, now, formatsOf('de'))).toBe('19.10.2025')
})

const NAMED = { file: 'a.test.ts', titles: ['cart', 'costs $5 (net)'], variant: '' }

test('a command runs just the named tests, in the words of their runner', () => {
  expect(commandFor('vitest', NAMED)).toBe("npx vitest run a.test.ts -t 'cart costs \\$5 \\(net\\)'")
  const other = { file: 'b.test.ts', titles: ["it's"], variant: '' }
  expect(commandForAll('jest', [NAMED, other, other])).toBe(
    "npx jest a.test.ts b.test.ts -t 'cart costs \\$5 \\(net\\)|it'\\''s'",
  )
  const phones = ['ios', 'android'].map((variant) => ({ file: 'c.spec.ts', titles: ['pays'], variant }))
  expect(commandForAll('playwright', phones)).toBe(
    'npx playwright test c.spec.ts -g pays --project=ios --project=android',
  )
  expect(commandForAll('pytest', [NAMED, other])).toContain(`a.test.ts b.test.ts -k 'costs`)
  expect(commandForAll('vitest', [])).toBeNull()
  expect(commandFor('another', NAMED)).toBeNull()
  const many = Array.from({ length: 1_000 }, (_, i) => ({ ...NAMED, titles: [`a long name ${i}`] }))
  expect(commandForAll('vitest', many)).toBe('npx vitest run a.test.ts')
})

test('an editor opens a file below a root folder of any system', () => {
  const place = { file: 'src/a b.ts', line: 3 }
  expect(editorUrl('vscode', '/home/ada/shop/', place)).toBe('vscode://file/home/ada/shop/src/a%20b.ts:3:1')
  expect(editorUrl('cursor', 'C:\\code', place)).toBe('cursor://file/C:/code/src/a%20b.ts:3:1')
  expect(editorUrl('idea', '/home/ada', { ...place, column: 7 })).toBe(
    'idea://open?file=%2Fhome%2Fada%2Fsrc%2Fa%20b.ts&line=3&column=7',
  )
  expect(['/home', 'C:\\code', 'd:/x', 'code/shop', '', 'javascript:alert(1)', 7].filter(isRoot)).toEqual([
    '/home',
    'C:\\code',
    'd:/x',
  ])
})

test('the images of one assertion belong together; lost ones and others are files', () => {
  const image = (name: string, state: 'stored' | 'left' = 'stored') =>
    ({ id: name, name, state, contentType: 'image/png', sizeBytes: 1 }) as never
  const { pairs, rest } = imagePairsOf([
    image('home-actual.png'),
    image('screenshot'),
    image('home-expected.png'),
    image('home-diff.png'),
    image('cart-expected.png', 'left'),
    image('cart-actual.png'),
    image('reference'),
    image('actual'),
  ])
  expect(pairs.map(({ name, diff }) => [name, diff !== null])).toEqual([
    ['home.png', true],
    ['screenshot', false],
  ])
  expect(rest.map(({ name }) => name)).toEqual(['screenshot', 'cart-expected.png', 'cart-actual.png'])
})

test('a run is named by its message, its build, or its time and machine, never by a UUID', () => {
  const build = '01a1fd75-58b0-716d-8ffb-1e05aeaafcd6'
  const run = { message: null, build, machine: 'desk', startedAt: '2026-03-02T09:00:00Z' }
  expect(executionName(run)).toMatch(/^Run of .*2026.* on desk$/)
  expect(executionName(run, 'vitest')).toMatch(/^vitest run of .* on desk$/)
  expect(executionName({ ...run, machine: null })).not.toContain(' on ')
  expect(executionName({ ...run, build: '812' })).toBe('812')
  expect(executionName({ ...run, message: 'Round each line' })).toBe('Round each line')
})
