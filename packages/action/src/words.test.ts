import { expect, test } from 'vitest'
import { asBlock, asCode, asWords } from './words.ts'

test('nothing of a text means anything in Markdown or HTML', () => {
  const hostile = '<img src=x> ![a](http://b) @user #12 GH-3 www.a.b `c` **d** </code></pre> | ~~ $e$ \\'
  for (const text of [asWords(hostile), asCode(hostile), asBlock(hostile)]) {
    const inner = text.replace(/^<(code|pre)>|<\/(code|pre)>$/g, '').replace(/&#\d+;/g, '')
    expect(inner).not.toMatch(/[<>`*_[\]()!|~$\\@#]/)
    // A person, an issue or an address is linked only where its sign stands right before its name.
    expect(text).toContain('&#64;&#8288;user')
    expect(text).toContain('&#35;&#8288;12')
    expect(text).toContain('www&#8203;.a.b')
  }
})

test('what cannot be seen is left out, and a text that ends a line ends nothing', () => {
  expect(asWords('a\u202e\u200bb\n\n# c')).toBe('ab &#35; c')
  expect(asBlock('one\ntwo')).toBe('<pre>one<br>two</pre>')
})

test('letters of all languages stay as they are, and a cut does not halve one', () => {
  expect(asWords('Größe 测试 ✓ 👍')).toBe('Größe 测试 ✓ 👍')
  expect(asWords('👍'.repeat(10), 4).isWellFormed()).toBe(true)
})
