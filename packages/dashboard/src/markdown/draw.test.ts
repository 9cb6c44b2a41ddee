import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { drawSection } from './draw.tsx'
import { outlineOf } from './outline.ts'
import { readSection } from './read-section.ts'

/** Each section as the page draws it. */
const sections = (text: string, enough?: number): string[] =>
  outlineOf(text, enough).map(({ lead, start, end, headings, item }) =>
    renderToStaticMarkup(
      createElement(
        Fragment,
        null,
        drawSection(readSection(lead + text.slice(start, end), lead.length), {
          headings,
          item,
          linkTo: undefined,
          hasNotes: true,
        }),
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
  for (const each of [
    '<h2>Title',
    '<input type="checkbox" disabled="" readOnly="" aria-label="done" checked=""/> done',
    '<table>',
    'let x',
    '<blockquote>',
    'said &amp; done <sup><a class="link" href="#fn-1"',
    'id="fn-1"',
    'A note',
  ])
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
  expect([one, two]).toEqual([expect.stringMatching(/^<ol>/), expect.stringContaining('<ol start="2">')])
  expect(rest.join('').match(/id="[^"]*"/g)).toEqual(['id="h-a"', 'id="h-a-1"', 'id="h-set-on-here"'])
})

test('a reference leads to a footnote of another section, which stays where it is written', () => {
  const text = 'Retry twice[^why].\n\n# End\n\n[^why]: Because of *A*.\n\n    And of B.\n\nNo [^note].'
  const all = sections(text, 0)
  expect(all[0]).toContain('<sup><a class="link" href="#fn-why" rel="noreferrer noopener">why</a></sup>')
  expect(all[0]).not.toContain('id="fn-why"')
  const html = all.join('')
  expect(html.match(/id="fn-why"/g)).toHaveLength(1)
  expect(html).toMatch(/id="fn-why">.*Because of <em>A<\/em>.*And of B/s)
  expect(html).toContain('[^note]')
})

test('nothing of a text becomes active, whatever it is written in', () => {
  const hostile = [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '[a](javascript:alert(1)) ![b](javascript:alert(1)) [c](data:text/html,x) [d](//evil.example) [e](\tjavascript:x)',
    '<javascript:alert(1)> [f](vbscript:x) [g][h]\n\n[h]: <javascript:alert(1)> "t" onclick=alert(1)"',
    '```"><script>\n</code></pre><script>alert(1)</script>\n```',
    '| a | b |\n|:-:|--:|\n| <iframe src=x> | ![x](https://e.example/a.png) |',
    '[^"><script>]: x\n\n[^"><script>]',
    '- [x] <input autofocus onfocus=alert(1)>',
    '## <b onclick=x>h</b> {#id onclick=x}',
  ].join('\n\n')
  const html = drawn(hostile)
  const tags = new Set([...html.matchAll(/<([a-z0-9]+)[\s/>]/gi)].map(([, tag]) => tag))
  for (const tag of tags)
    expect(
      'a blockquote br code del div em h1 h2 h3 h4 h5 h6 hr input li ol p section span strong sup table tbody td th thead tr ul'.split(
        ' ',
      ),
    ).toContain(tag)
  for (const [, name, value = ''] of html.matchAll(/ ([a-z-]+)="([^"]*)"/gi)) {
    expect(name).not.toMatch(/^on|^src|^data-|^srcdoc/i)
    if (name === 'href') expect(value).toMatch(/^(https?:\/\/|#)/)
  }
})

test('a character that nobody sees is shown in texts, code and links', () => {
  const html = drawn('a\u202eb [c\u200bd](https://svc.example) `e\u202ef`\n\n```js\nx\u202ey\n```')
  expect(html.match(/\[U\+202E\]/g)).toHaveLength(3)
  expect(html).toContain('c[U+200B]d')
})
