import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { withSnippet } from './snippet.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-snippet-'))
afterAll(() => rmSync(folder, { recursive: true }))
const put = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n')
const source = put('src/price.ts', lines)
const stackOf = (...frames: string[]) =>
  ['Error: wrong', ...frames.map((frame) => `    at ${frame}`)].join('\n')
const snippetOf = (stack: string) => withSnippet({ message: 'wrong', stack }, folder).snippet

test('the lines around the first frame of the project, with the line marked', () => {
  const expected =
    '   8 | line 8\n   9 | line 9\n  10 | line 10\n  11 | line 11\n> 12 | line 12\n  13 | line 13\n  14 | line 14\n  15 | line 15\n  16 | line 16'
  const foreign = put('node_modules/lib/index.js', lines)
  expect(snippetOf(stackOf(`lib (${foreign}:3:1)`, `total (${source}:12:5)`, `${source}:2:1`))).toBe(expected)
  expect(snippetOf(stackOf(`async total (${pathToFileURL(source)}:12:5)`))).toBe(expected)
  expect(snippetOf(stackOf(`${source}:1:1`))?.split('\n')[0]).toBe('> 1 | line 1')
})

test('an error that quotes other files reveals none of them', () => {
  const secret = put('.env', 'KEY=1')
  for (const path of [
    secret,
    '/etc/passwd',
    join(folder, '../x.ts'),
    'src/price.ts',
    'file://%zz/a.ts',
    put('big.ts', ' '.repeat(2 ** 20 + 1)),
    join(folder, 'gone.ts'),
  ])
    expect(snippetOf(stackOf(`x (${path}:1:1)`)), path).toBeUndefined()
  expect(snippetOf(stackOf(`x (${source}:99:1)`))).toBeUndefined()
})

test('what the runner shows stays', () => {
  expect(withSnippet({ message: 'm', snippet: 'own', stack: stackOf(`${source}:1:1`) }, folder).snippet).toBe(
    'own',
  )
})

test('further frames have their source: those of the causes first, each once, three at most', () => {
  const helper = put('test/helper.ts', lines)
  const foreign = put('node_modules/lib/index.js', lines)
  const own = stackOf(
    `expectTotal (${helper}:3:1)`,
    `lib (${foreign}:3:1)`,
    `expectTotal (${helper}:3:9)`,
    `${source}:12:5`,
    `${source}:14:5`,
    `${source}:16:5`,
  )
  const cause = {
    message: 'deeper',
    stack: stackOf(`lib (${foreign}:1:1)`, `round (${source}:7:3)`, `${source}:9:1`),
  }
  const { snippet, frames } = withSnippet({ message: 'wrong', stack: own, cause }, folder)
  expect(snippet).toContain('> 3 | line 3')
  expect(frames).toEqual([
    {
      location: { file: source, line: 7 },
      snippet: '  5 | line 5\n  6 | line 6\n> 7 | line 7\n  8 | line 8\n  9 | line 9',
    },
    { location: { file: source, line: 12 }, snippet: expect.stringContaining('> 12 | line 12') },
    { location: { file: source, line: 14 }, snippet: expect.stringContaining('> 14 | line 14') },
  ])
})

test('of an error whose source the runner shows, the frame that it shows is not repeated', () => {
  const stack = stackOf(`${source}:12:5`, `${source}:2:1`)
  const location = { file: source, line: 12, column: 5 }
  const { snippet, frames } = withSnippet({ message: 'm', snippet: 'own', location, stack }, folder)
  expect(snippet).toBe('own')
  expect(frames?.map((frame) => frame.location.line)).toEqual([2])
})

test('a file that changed meanwhile is read again', () => {
  const changing = put('src/changing.ts', 'before')
  expect(snippetOf(stackOf(`${changing}:1:1`))).toBe('> 1 | before')
  put('src/changing.ts', 'afterwards')
  expect(snippetOf(stackOf(`${changing}:1:1`))).toBe('> 1 | afterwards')
})
