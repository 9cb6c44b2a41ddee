import { expect, test } from 'vitest'
import { localSummary } from './local-summary.ts'
import { asCode } from './words.ts'

test('nothing of a text means anything in Markdown or HTML', () => {
  const text = asCode('<img src=x> ![a](http://b) @user #12 GH-3 www.a.b `c` **d** </code></pre> | ~~ $e$ \\')
  const inner = text.replace(/^<code>|<\/code>$/g, '').replace(/&#\d+;/g, '')
  expect(inner).not.toMatch(/[<>`*[\]|~$\\@#]/)
  // A person, an issue or an address is linked only where its sign stands right before its name.
  expect(text).toContain('&#64;&#8288;user')
  expect(text).toContain('&#35;&#8288;12')
  expect(text).toContain('www&#8203;.a.b')
  expect(asCode('\u200b')).toBe('<code> </code>')
})

test('the summary of a job has the words that people search for, and the error as it was', () => {
  const failure = {
    file: 'src/cart.test.ts',
    titles: ['cart (EUR)', 'adds 2 + 2 - it is fast!', 'test_pays_twice'],
    variant: '',
    leg: '',
    message: 'expected (3) to be 4\n  at src/cart.test.ts:12\n```\n</details>',
  }
  const counts = { passed: 1, failed: 1, flaky: 0, skipped: 0, errors: 0, cutOff: 0 }
  const text = localSummary({ ...counts, failures: [failure] }, 'Why.')
  expect(text).toContain(
    '<summary><code>cart (EUR) › adds 2 + 2 - it is fast! › test_pays_twice</code> <code>src/cart.test.ts</code></summary>',
  )
  expect(text).toContain(
    '\n````text\nexpected (3) to be 4\n  at src/cart.test.ts:12\n```\n</details>\n````\n\n</details>',
  )
})
