import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { drawBlocks } from './draw.tsx'
import { outlineOf } from './outline.ts'
import { readSection } from './read-section.ts'

/** Each section as the page draws it. */
const sections = (text: string, enough?: number): string[] =>
  outlineOf(text, enough).map(({ lead, start, end, headings, item }) =>
    renderToStaticMarkup(
      createElement(
        Fragment,
        null,
        drawBlocks(readSection(lead + text.slice(start, end)), { headings, item, linkTo: undefined }),
      ),
    ),
  )

const drawn = (text: string) => sections(text).join('')

test('raw HTML stays text, and links lead to http(s) only', () => {
  expect(drawn('<script>alert(1)</script>')).toContain('&lt;script&gt;')
  expect(drawn('[a](javascript:alert(1)) [b](https://svc.example)')).not.toContain('javascript')
  expect(drawn('[a][x]\n\n[x]: javascript:alert(1)')).not.toContain('javascript')
  expect(drawn('[b](https://svc.example)')).toContain('href="https://svc.example"')
  expect(drawn('![x](http://tracker.example/a.png)')).not.toContain('<img')
})

test('what documents are made of has its element', () => {
  const html = drawn(
    '# Title\n\n- [x] done\n\n| a |\n|---|\n| 1 |\n\n```ts\nlet x\n```\n\n> said &amp; done [^1]\n\n[^1]: A note',
  )
  for (const each of ['<h2>Title', '☑', '<table>', 'let x', '<blockquote>', 'said &amp; done [^1]', 'A note'])
    expect(html.replaceAll(/<h2 id="[^"]*">/g, '<h2>')).toContain(each)
})

test('a link leads to its definition in another section', () => {
  const [first] = sections(
    'See [the rules][Rules  of play].\n\n# End\n\n[rules of play]: https://svc.example/rules',
    0,
  )
  expect(first).toContain('href="https://svc.example/rules"')
})

test('a list that is cut counts on, and headings have the ids of the whole text', () => {
  const [one, two, ...rest] = sections('1. one\n1. two\n\n# A\n\n# A\n\nSet `on` [here](x)\n===\n', 0)
  expect([one, two]).toEqual([expect.stringContaining('start="1"'), expect.stringContaining('start="2"')])
  expect(rest.join('').match(/id="[^"]*"/g)).toEqual(['id="h-a"', 'id="h-a-1"', 'id="h-set-on-here"'])
})
