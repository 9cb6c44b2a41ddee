import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { ndjson, passed, run, uploadOf } from '../../testing/upload.ts'
import { readUpload } from './process-upload.ts'

const head = ndjson(run({ results: [passed('a')], end: null }).slice(0, 2))
const read = (lines: string) => readUpload(uploadOf('journal', head + lines))

const torn: [name: string, lines: string, line: number][] = [
  ['a text that ends in the next line', '["warning","a\n",1]\n', 3],
  [
    'a text that hides the brackets of the next line',
    `["warning","a\n",${'['.repeat(60)}${']'.repeat(60)}]\n`,
    3,
  ],
  [
    'a text that ends in the next line, beside two arrays in one line',
    '["attempt",0,"torn\ntitle","passed",0,1],["attempt",0,"second","passed",0,1]\n',
    3,
  ],
  ['an array that ends in the next line', '["attempt",0\n"t","passed",0,1]\n', 3],
  [
    'an array that ends in the next line, beside two arrays in one line',
    '["attempt",0\n"t","passed",0,1]\n["warning","a"],["warning","b"]\n',
    3,
  ],
  ['an escape cut by the line break', '["warning","a\\\n"]\n', 3],
  ['an object that ends in the next line', '["attempt",0,"t","failed",0,1,{"a":1\n"b":2}]\n', 3],
  ['two arrays in one line', '["warning","a"]\n["warning","b"],["warning","c"]\n', 4],
  ['a bracket too many', '["warning","a"]]\n[["warning","b"]\n', 3],
  ['a text alone', '["warning","a"]\n"b"\n', 4],
  ['U+2028 between two arrays', '["warning","a"]\u2028["warning","b"]\n', 3],
  ['NUL after an array', '["warning","a"]\0\n', 3],
  ['a mark of the byte order before an array', '\ufeff["warning","a"]\n', 3],
]

test.each(torn)('%s is refused with the place of the first bad line', async (_, lines, line) => {
  await expect(read(lines)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(new RegExp(`^line ${line}: expected (one|a) JSON array`)),
  })
})

test('a text that begins in one line hides nothing of the next from the bounds', async () => {
  const refused = {
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(/^line 3: expected one JSON array/),
  }
  for (const hidden of ['['.repeat(LIMITS.lineBytes - 100), `${'[],'.repeat(LIMITS.lineValues)}`])
    await expect(read(`["warning","a\n",${hidden}\n`)).rejects.toMatchObject(refused)
  // Many short lines that together nest as deep.
  await expect(read(`${'[[[[[[[[0\n'.repeat(4_000)}`)).rejects.toMatchObject(refused)
})

test('blank lines and carriage returns are space between lines, and count as lines', async () => {
  const { segment } = await read(
    '\n["attempt",0,"a\\u2028","passed",0,1]\r\n \t\r\n\n["attempt",0,"b","passed",0,1]\n\n',
  )
  expect(segment.entries.map((entry) => entry[2])).toEqual(['a\u2028', 'b'])
  await expect(read('\n \n[1]\n')).rejects.toMatchObject({ message: expect.stringMatching(/^line 5: /) })
})
