import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { withoutControls } from './without-controls.ts'

const ESC = '\u001b'
const LINK = `${ESC}]8;;https://example.com${ESC}\\here${ESC}]8;;\u0007`

test.each([
  'plain, with [31m in it',
  `${ESC}[31mred${ESC}[39m and ${ESC}[1;4mbold${ESC}[0m`,
  `${LINK} and ${ESC}]0;a title without an end ${ESC}[31mred`,
  `${ESC}]${ESC}]0;title\u009c${ESC}${LINK}31m`,
  `\u009b31mred\u009b0m, ${ESC}(B, ${ESC}, ${ESC}[`,
])('control sequences go as Node takes them away: %j', (text) => {
  expect(withoutControls(text)).toBe(stripVTControlCharacters(text))
})

test('commands without an end are not looked for to the end of the text again and again', () => {
  const text = `${ESC}]`.repeat(1_000_000)
  expect(withoutControls(`${LINK}${text}`)).toBe(`here${text}`)
})
