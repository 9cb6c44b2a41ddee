import { expect, test } from 'vitest'
import { normalized } from './normalized.ts'

const FORMS = ['NFC', 'NFKC', 'NFKD'] as const
/** Below and above a letter: in order, all marks below come first. */
const [ABOVE, BELOW] = ['\u0301', '\u0316']

test('a text is in the normal form of Unicode', () => {
  for (const text of [
    'plain',
    'e\u0301e\u0323\u0302',
    '\u1112\u1161\u11ab',
    '\u09c7\u09be',
    'ｶﾞ',
    'ﬁ',
    `a${`${ABOVE}${BELOW}`.repeat(15)}`,
    `${'word '.repeat(20)}e\u0301`,
  ])
    for (const form of FORMS) expect(normalized(text, form)).toBe(text.normalize(form))
})

test('more marks of one character than any script has are put in order by pieces', () => {
  const text = `x ${`${ABOVE}${BELOW}`.repeat(40)} e\u0301\u1112\u1161`
  const piece = BELOW.repeat(15) + ABOVE.repeat(15)
  const rest = BELOW.repeat(10) + ABOVE.repeat(10)
  expect(normalized(text, 'NFC')).toBe(`x ${piece}${piece}${rest} \u00e9\ud558`)
})
