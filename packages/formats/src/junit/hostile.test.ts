import { expect, test } from 'vitest'
import { readText, repairs } from '../testing/read.ts'

const one = (test: string) => `<testsuites><testsuite name="S">${test}</testsuite></testsuites>`

/** Reports that take a reader without care minutes; the limit of a test is what holds it to seconds. */
const HOSTILE: Record<string, string> = {
  'tags that never end': `<testsuites>${'<testcase assertions="'.repeat(4000)}`,
  'attributes without end': one(
    `<testcase ${Array.from({ length: 100_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
  ),
  'marks of attachments': one(
    `<testcase name="t"><system-out>${'[[ATTACHMENT|'.repeat(300_000)}</system-out></testcase>`,
  ),
  'ampersands in an attribute': one(`<testcase name="${'&'.repeat(1_000_000)}"/>`),
  'ampersands in a text': one(`<testcase name="t"><failure>${'&'.repeat(1_000_000)}</failure></testcase>`),
  'blank lines': one(`<testcase name="t"><failure>${' \n'.repeat(1_000_000)}</failure></testcase>`),
  comments: '<!--'.repeat(16_000),
  'failures of one test': one(
    `<testcase name="t">${'<failure message="m">x</failure>'.repeat(100_000)}</testcase>`,
  ),
  'zones of a moment': `<testsuites>${`<testsuite name="S" timestamp="U${'Z(G'.repeat(10_000)}_"/>`.repeat(40)}</testsuites>`,
  'plan of TAP': `1..1 ${'\n'.repeat(60_000)}`,
  'digits of a time': one(`<testcase name="t" time="${'1,'.repeat(200_000)}"/>`),
}

test.each(Object.keys(HOSTILE))('%s are read or refused at once', async (name) => {
  const { outcome } = await readText(HOSTILE[name] ?? '')
  expect(outcome.files).toHaveLength(1)
})

test('what is put right in a tag counts once, in however many pieces it comes', async () => {
  const read = await readText(one(`<testcase name="${'x'.repeat(700_000)} & y" classname="a & b"/>`))
  expect(repairs(read)).toEqual(['bare & ×2 line 1'])
})
