import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { anchorsOf, pages, sourceOf, withoutBlocks, workspace } from '@svc/test-kit/pages'
import { expect, test } from 'vitest'

const all = pages()
const LINK = /(!?)\[(?:[^\][]|\[[^\]]*\])*\]\(([^()\s]+)\)/g

const linksOf = (text: string): string[] =>
  [
    ...withoutBlocks(text)
      .replace(/`[^`\n]*`/g, '``')
      .matchAll(LINK),
  ].map(([, , target = '']) => target)

test('every relative link of every page leads to a file, and its anchor to a heading', () => {
  const broken: string[] = []
  let count = 0
  for (const { path, text } of all)
    for (const target of linksOf(text)) {
      if (/^[a-z][a-z+.-]*:/i.test(target)) continue
      count++
      const [file = '', anchor] = target.split('#')
      const to = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
      if (to.startsWith('../') || !existsSync(join(workspace, to))) broken.push(`${path}: ${target}`)
      else if (anchor !== undefined && !hasAnchor(to, anchor)) broken.push(`${path}: ${target}`)
    }
  expect(count).toBeGreaterThan(100)
  expect(broken).toEqual([])
})

test('every page of docs/ is in the index', () => {
  const index = all.find(({ path }) => path === 'docs/README.md')
  const listed = linksOf(index?.text ?? '').map((target) => `docs/${target.split('#')[0]}`)
  const expected = all.map(({ path }) => path).filter((path) => /^docs\/(?!README)/.test(path))
  expect([...new Set(listed)].filter((path) => /^docs\/\w.*\.md$/.test(path)).sort()).toEqual(expected)
})

test('what code, comments and messages call docs/… exists, with its anchor', () => {
  const out = execFileSync(
    'git',
    [
      'grep',
      '-nohE',
      'docs/(how-to|reference|explanation|contributing|dashboard)/[A-Za-z0-9/_-]+\\.(md|png)(#[a-z0-9-]+)?',
    ],
    { cwd: workspace, encoding: 'utf8' },
  )
  const named = [...new Set(out.split('\n').map((line) => line.replace(/^\d+:/, '')))].filter(Boolean)
  expect(named.length).toBeGreaterThan(5)
  expect(
    named.filter((name) => {
      const [file = '', anchor] = name.split('#')
      return !existsSync(join(workspace, file)) || (anchor !== undefined && !hasAnchor(file, anchor))
    }),
  ).toEqual([])
})

test('pictures are small, and a page shows each', () => {
  const folder = join(workspace, 'docs/pictures')
  const pictures = readdirSync(folder)
  expect(pictures.filter((name) => statSync(join(folder, name)).size > 100_000)).toEqual([])
  const shown = new Set(all.flatMap(({ text }) => linksOf(text)).map((target) => target.split('/').at(-1)))
  expect(pictures.filter((name) => !shown.has(name))).toEqual([])
})

test('every message in the index of troubleshooting is one of the code', () => {
  const page = all.find(({ path }) => path === 'docs/troubleshooting.md')?.text ?? ''
  const cells = [...page.matchAll(/^\| (`[^|]*)\|/gm)].map(([, cell = '']) => cell)
  const quotes = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote))
  const pieces = quotes.flatMap((quote) => quote.split('…')).filter((piece) => piece.trim().length > 4)
  expect(pieces.length).toBeGreaterThan(20)
  const code = sourceOf(['packages', 'server/src'])
  expect(pieces.filter((piece) => !code.includes(piece.trim()))).toEqual([])
})

const hasAnchor = (file: string, anchor: string): boolean => {
  const path = join(workspace, file)
  const page = statSync(path).isDirectory() ? join(path, 'README.md') : path
  return existsSync(page) && page.endsWith('.md') && anchorsOf(readFileSync(page, 'utf8')).has(anchor)
}
