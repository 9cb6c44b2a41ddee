import { expect, test } from 'vitest'
import { ReportProblem } from '../problem.ts'
import { parseXml } from './parse.ts'

type Event = [kind: 'open', name: string, attributes: Record<string, string>, line: number] | [string, string]

/** The content of a document as the parser passes it on, texts in one piece each. */
const parse = async (pieces: string[]): Promise<{ events: Event[]; repaired: string[] }> => {
  const events: Event[] = []
  const repaired: string[] = []
  async function* stream() {
    yield* pieces
  }
  await parseXml(stream(), {
    open(name, attributes, line) {
      events.push(['open', name, Object.fromEntries(attributes), line])
      return true
    },
    text(piece) {
      const last = events.at(-1)
      if (last?.[0] === 'text') last[1] += piece
      else events.push(['text', piece])
    },
    close: (name) => void events.push(['close', name]),
    repaired: (kind, line) => void repaired.push(`${kind} ${line}`),
  })
  return { events: events.filter(([kind, text]) => kind !== 'text' || text.trim() !== ''), repaired }
}

const problemOf = async (text: string, pieces = [text]) => {
  const error = await parse(pieces).catch((thrown: unknown) => thrown)
  if (!(error instanceof ReportProblem)) throw new Error(`no problem with ${text}`)
  return `${error.message} @${error.place?.line}:${error.place?.column}`
}

const DOCUMENT = `<?xml version="1.0" encoding="utf-8"?>
<!-- a > comment -- with <tags> -->
<!DOCTYPE a SYSTEM "file:///etc/passwd">
<a one="1" two='&quot;&#x41;&#66;' x:three="a&#10;b
c">
  text &lt;&amp;&gt; <![CDATA[raw <b> &amp; ]] ]]]]><![CDATA[>]]> more\r\nline
  <ns:b/><c ></c ><?pi <x> ?>
</a>
`

test('elements, attributes, texts, CDATA and comments, in pieces of any size', async () => {
  const whole = await parse([DOCUMENT])
  expect(whole.events).toEqual([
    ['open', 'a', { one: '1', two: '"AB', 'x:three': 'a\nb c' }, 4],
    ['text', '\n  text <&> raw <b> &amp; ]] ]]> more\nline\n  '],
    ['open', 'b', {}, 8],
    ['close', 'b'],
    ['open', 'c', {}, 8],
    ['close', 'c'],
    ['close', 'a'],
  ])
  expect(await parse([...DOCUMENT])).toEqual(whole)
  for (let index = 1; index < DOCUMENT.length; index += 1)
    expect(await parse([DOCUMENT.slice(0, index), DOCUMENT.slice(index)])).toEqual(whole)
})

test('what tools write and XML forbids is put right and told', async () => {
  const { events, repaired } = await parse([
    '<a m="1 < 2" m="1 < 2"b="x\u0001">\n&nbsp; a & b &#27; &#xD83D;&#xDE00; \u0008</a>',
  ])
  expect(events).toEqual([
    ['open', 'a', { m: '1 < 2', b: 'x\u0001' }, 1],
    ['text', '\n&nbsp; a & b \u001b \ud83d\ude00 \u0008'],
    ['close', 'a'],
  ])
  expect(repaired.sort()).toEqual([
    '< in an attribute 1',
    '< in an attribute 1',
    'attribute given twice 1',
    'bare & 1',
    'character that XML does not allow 1',
    'character that XML does not allow 1',
    'character that XML does not allow 1',
    'character that XML does not allow 1',
    'character that XML does not allow 1',
    'no space between attributes 1',
    'unknown entity 1',
  ])
})

test('two values of one attribute are refused: which is true cannot be told', async () => {
  await expect(parse(['<a>\n<b c="1" c="2"/></a>'])).rejects.toMatchObject({
    message: '<b> has two values of c',
    place: { line: 2, column: 10 },
  })
})

test('what is broken is named with its place', async () => {
  const problems = [
    ['<a>\n  <b>\n', 'the file ends within <b> of line 2; it was cut off @3:1'],
    ['<a><b></a>', '</a> before the end of <b> of line 1 @1:7'],
    ['<a/>\n</a>', '</a> without a start tag @2:1'],
    ['<a/><b/>', 'a second document begins with <b>; each report needs its own file @1:5'],
    ['<a/>\ntext', 'text after the end of the document @2:1'],
    [
      'building…\n<a/>',
      'text before the first element: this is not an XML file, or other output precedes the XML @1:1',
    ],
    ['<a>\n<b x=1/></a>', 'the value of x has no quotes @2:6'],
    ['<a x></a>', 'the attribute x has no value @1:4'],
    ['<a x="1', 'the file ends within its markup; it was cut off @1:1'],
    ['<a><![CDATA[ x', 'the file ends before ]]>; it was cut off @1:13'],
    ['<a>< b/></a>', 'a < without an element name @1:4'],
    ['<a><!ELEMENT b></a>', 'markup that is neither an element, a comment nor CDATA @1:4'],
    ['', 'it contains no XML element @1:1'],
    ['<!-- only this -->', 'it contains no XML element @1:19'],
  ]
  for (const [text = '', problem] of problems) {
    expect(await problemOf(text)).toBe(problem)
    expect(await problemOf(text, [...text])).toMatch(/@\d+:\d+$/)
  }
})

test('entities are neither declared nor fetched', async () => {
  const refused = 'its DOCTYPE contains declarations, which svc rejects: reports need no entities @1:1'
  expect(await problemOf('<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>')).toBe(refused)
  expect(await problemOf('<!DOCTYPE a [ <!ENTITY % b SYSTEM "http://127.0.0.1/"> %b; ]><a/>')).toBe(refused)
  expect(await problemOf('<!doctype a [', ['<!doc', 'type a ['])).toBe(refused)
})

test('depth and markup are bounded, a text is not', async () => {
  expect(await problemOf('<a>'.repeat(257))).toMatch(/^more than 256 elements are nested @1:769/)
  const piece = 'x'.repeat(1024 * 1024)
  expect(await problemOf('', ['<a m="', ...Array.from({ length: 9 }, () => piece)])).toMatch(
    /^markup of more than 8388608 characters/,
  )
  let most = 0
  async function* long() {
    yield '<a><![CDATA['
    for (let count = 0; count < 64; count += 1) yield piece
    yield ']]></a>'
  }
  let length = 0
  await parseXml(long(), {
    open: () => true,
    text(part) {
      length += part.length
      most = Math.max(most, part.length)
    },
    close: () => undefined,
    repaired: () => undefined,
  })
  expect(length).toBe(64 * piece.length)
  expect(most).toBeLessThan(2 * piece.length)
})
