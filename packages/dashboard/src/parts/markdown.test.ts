import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const drawn = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))

test('raw HTML stays text, and links lead to http(s) only', () => {
  expect(drawn('<script>alert(1)</script>')).toContain('&lt;script&gt;')
  expect(drawn('[a](javascript:alert(1)) [b](https://svc.example)')).not.toContain('javascript')
  expect(drawn('[b](https://svc.example)')).toContain('href="https://svc.example"')
  expect(drawn('![x](http://tracker.example/a.png)')).not.toContain('<img')
})

test('what documents are made of has its element', () => {
  const html = drawn('# Title\n\n- [x] done\n\n| a |\n|---|\n| 1 |\n\n```ts\nlet x\n```\n\n> said')
  for (const each of ['<h2>Title', '☑', '<table>', 'let x', '<blockquote>']) expect(html).toContain(each)
})
