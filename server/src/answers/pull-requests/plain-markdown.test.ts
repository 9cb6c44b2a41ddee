import { codeBlock, plainMarkdown } from '@svc/protocol'
import { expect, test } from 'vitest'
import { partsOf } from '../../testing/markdown.ts'

/** What GitHub makes of finished text: mentions, references to issues and commits, addresses. */
const REFERENCES = /@\w|#\d|\bgh-\d|:\/\/|\bwww\.|[\w.]@[\w.]/i

const NASTY = [
  '@octocat @org/team',
  'mail me@example.com or mailto:me@example.com',
  '#12 owner/repo#12 GH-12 gh-12 owner/repo@0123456789abcdef0123456789abcdef01234567',
  'https://evil.example/?q=1 http://x ftp://y www.evil.example WWW.evil.example',
  '[click](https://evil.example) [ref][1] ![pixel](https://evil.example/p.png)',
  '<img src=x onerror=alert(1)> <a href="https://evil.example">x</a> <!-- hidden --> <https://evil.example>',
  '</details></summary><script>alert(1)</script>',
  '`code` ```fence``` ~~~ ~~gone~~ **bold** __bold__ *i* _i_',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '# heading\n\n> quote\n- item\n1. item\n* * *\n---\n===',
  '    indented\n\ttab',
  'a\u200b@\u200bb \u202egnirts\u202c \u2066x\u2069 \ufeff \u00ad \ufe0f \u{e0041}',
  '&lt;b&gt; &#64;octocat &commat;octocat &amp;',
  '$x^2$ $$y$$ :tada: \\@octocat \\*',
  '[^1] and [^1]: note',
  '\ud800 \udfff broken',
  '- [x] task',
  '+ one',
  'x * * * y > z < b & #12 & copy; < br >',
  'a_b_ _c_ _ d_e __f g__h :+1: a:100:b :a:b:',
  '!12 !![a](https://evil.example) (https://evil.example) mailto:me@example.com',
]

test('unescaped, all of it would do something', () => {
  const { links, html, images, code, text, kinds } = partsOf(NASTY.join('\n\n'))
  expect(links).toContain('https://evil.example/?q=1')
  expect(links).toContain('mailto:me@example.com')
  expect([images.length, code.length, html.length].every((total) => total > 0)).toBe(true)
  expect(text).toMatch(REFERENCES)
  for (const kind of ['table', 'emphasis', 'delete', 'blockquote', 'thematicBreak'])
    expect(kinds).toContain(kind)
})

test('nothing in a text links, mentions, hides or formats, wherever it stands', () => {
  for (const nasty of [...NASTY, NASTY.join(' ')]) {
    const escaped = plainMarkdown(nasty, 5_000)
    for (const markdown of [
      escaped,
      `- **${escaped}** — x`,
      `### ✅ ${escaped}`,
      `a ${escaped} [l](http://own)`,
    ]) {
      const { links, html, images, code, text, kinds } = partsOf(markdown)
      expect(
        links.filter((url) => url !== 'http://own'),
        nasty,
      ).toEqual([])
      expect([...html, ...images, ...code], nasty).toEqual([])
      expect(text.replaceAll('http://own', ''), nasty).not.toMatch(REFERENCES)
      for (const kind of ['table', 'emphasis', 'delete', 'blockquote', 'thematicBreak', 'footnoteReference'])
        expect(kinds, nasty).not.toContain(kind)
    }
    expect(escaped).not.toMatch(/[\n\r]/)
  }
})

test('fillers that nobody sees are no text', () => {
  expect(plainMarkdown('\u3164a\u115fb\u034fc\uffa0')).toBe('abc')
})

test('a line breaks after the scheme of an address, not inside a name or a number', () => {
  expect(plainMarkdown('@acme/web #12 GH-3')).not.toContain('&#8203;')
  expect(plainMarkdown('https://x.example')).toContain(':&#8203;//')
})

test('the source, as mails show it, has entities only where a character would mean something', () => {
  for (const text of [
    'cart.test.ts:12',
    'src/pay-later.test.ts:100 (no. 2)',
    'test_pays_twice',
    'expected 1 + 1 to be 3!',
    'node 24 - ubuntu-latest',
    'cart > pays & ships',
    'is 2 * 3 < 7 # always',
  ])
    expect(plainMarkdown(text)).toBe(text)
  expect(plainMarkdown('- [x] :tada: _em_ __strong__ !12 ![a](b) a_b')).toBe(
    '&#45; &#91;x&#93; &#58;tada: &#95;em&#95; &#95;&#95;strong&#95;&#95; &#33;12 &#33;&#91;a&#93;(b) a_b',
  )
})

test('what people read is the text itself', () => {
  const readable = (text: string) =>
    partsOf(plainMarkdown(text))
      .text.replace(/[\u200b\u2060]/g, '')
      .trim()
  for (const text of [
    'adds 2 + 2 (fast!)',
    'a_b_c *x* <T> & "q" | #12 @me',
    'ünïcödé ☃ 日本',
    'https://x.example/a?b=c#d',
  ])
    expect(readable(text)).toBe(text)
  expect(readable(' many \n\t spaces ')).toBe('many spaces')
  expect(plainMarkdown('x'.repeat(300))).toHaveLength(200)
  expect(plainMarkdown('\u{1f600}'.repeat(300)).isWellFormed()).toBe(true)
  expect(plainMarkdown('')).toBe('')
})

test('a block of code is not ended by what is in it', () => {
  for (const nasty of [
    ...NASTY,
    '```\n@octocat\n```',
    '`````\nout\n`````',
    '~~~\nout\n~~~',
    '  ```\nout',
    '</details>\n\n@octocat',
    'a\r```\rb',
    'a\u2028```\u2028b\u0085```',
    '`'.repeat(2_000),
  ]) {
    for (const markdown of [codeBlock(nasty), `- x\n\n${codeBlock(nasty).replace(/^/gm, '  ')}`]) {
      const { links, html, images, code, text } = partsOf(`${markdown}\n\nafter`)
      expect(code, nasty).toHaveLength(1)
      expect([...links, ...html, ...images], nasty).toEqual([])
      expect(text.replace('x', '').trim(), nasty).toBe('after')
    }
  }
})

test('a block of code is cut where it is long', () => {
  expect(codeBlock(Array.from({ length: 50 }, (_, i) => `line ${i}`).join('\n')).split('\n')).toHaveLength(15)
  expect(codeBlock('x'.repeat(9_000)).length).toBeLessThan(1_600)
  expect(codeBlock('one\ntwo')).toBe('```text\none\ntwo\n```')
})
