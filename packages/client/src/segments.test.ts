import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '@svc/protocol'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../test/folders.ts'
import { segments, summarize } from './segments.ts'

afterAll(removeFolders)

const OPEN = '["open",1,{"journal":"j"}]'
const LINES = [
  OPEN,
  '["group",0,{"file":"a","titles":[]}]',
  '["attempt",0,"naïve","passed",0,1]',
  '["attempt",0,"ünïcode 😀","failed",1,2,{"errors":[{"message":"a\\nb [\\"x\\"]"}]}]',
]
const whole = Buffer.from(
  LINES.slice(0, -1)
    .map((line) => `${line}\n`)
    .join(''),
)
const last = Buffer.from(`${LINES.at(-1)}\n`)

/** What a flush reads of a file of these bytes. */
const read = async (content: Buffer) => {
  const path = join(makeFolder(), 'j.ndjson')
  writeFileSync(path, content)
  const source = { path, bytes: content.length, lines: [], isFound: true }
  const bodies: string[] = []
  for await (const { body } of segments(source, OPEN, 0)) bodies.push(body.toString())
  return { entries: (await summarize(source)).entries, body: bodies.join('') }
}

/** What stands where a kill, a full disk or a machine that lost power broke a line off. */
const TEARS: [name: string, rest: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['a line break', Buffer.from('\n')],
  ['zeros', Buffer.alloc(4096)],
  ['zeros and a line break', Buffer.concat([Buffer.alloc(64), Buffer.from('\n')])],
  ['garbage', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a, 0x22, 0x5d, 0x0a])],
  ['half a character', Buffer.from([0xf0, 0x9f, 0x98])],
  ['half a character and whole lines', Buffer.from([0xf0, 0x9f, 0x0a, 0x5b, 0x22, 0x61, 0x22, 0x5d, 0x0a])],
]

test.for(TEARS)(
  'a last line torn at any byte, then %s: all before it is read, nothing of it',
  async ([, rest]) => {
    const expected = await read(whole)
    expect(expected).toEqual({ entries: 1, body: `${LINES.slice(0, 3).join('\n')}\n` })
    // Cut before its last byte but one, what is there cannot be a line; without its break alone it can, by accident.
    for (let cut = 0; cut < last.length - 1; cut += 1)
      expect([cut, await read(Buffer.concat([whole, last.subarray(0, cut), rest]))]).toEqual([cut, expected])
  },
)

test('a line is whole with its line break, not before', async () => {
  const body = `${LINES.join('\n')}\n`
  expect(await read(Buffer.concat([whole, last]))).toEqual({ entries: 2, body })
  expect((await read(Buffer.concat([whole, last.subarray(0, -1)]))).entries).toBe(1)
  expect((await read(Buffer.concat([whole, last, Buffer.from('["one"]\n[2]\n["three"]\n')]))).entries).toBe(3)
})

test('who owns which files is reported with the first segment alone', async () => {
  const path = join(makeFolder(), 'j.ndjson')
  const open = '["open",1,{"journal":"j","codeowners":{"path":"CODEOWNERS","text":"* @a"},"tags":["b"]}]'
  writeFileSync(path, `${open}\n${LINES.slice(1).join('\n')}\n`)
  const source = { path, bytes: 10_000, lines: [], isFound: true }
  const openOf = async (from: number) => {
    for await (const { body } of segments(source, open, from)) return body.toString().split('\n')[0]
  }
  expect(await openOf(0)).toBe(open)
  expect(await openOf(1)).toBe('["open",1,{"journal":"j","tags":["b"]}]')
})

test('a line of megabytes, as who owns which files can be, is one line', async () => {
  const path = join(makeFolder(), 'j.ndjson')
  const text = '/a/folder/ @somebody\n'.repeat(150_000)
  const open = JSON.stringify(['open', 1, { journal: 'j', codeowners: { path: 'CODEOWNERS', text } }])
  const content = `${OPEN}\n${LINES[1]}\n${open}\n${LINES[2]}\n`
  writeFileSync(path, content)
  const source = { path, bytes: content.length + 1, lines: [], isFound: true }
  const summary = await summarize(source)
  expect([summary.opens, summary.entries, summary.open === open]).toEqual([2, 1, true])
})

test.each([
  ['attempts', '["attempt",0,"t","passed",0,1]', LIMITS.segmentEntries],
  ['errors outside of tests', '["error",{"failure":{"message":"m"}}]', LIMITS.segmentEntries + 1_000],
])('of %s no more go into one segment than the server takes', async (_, line, most) => {
  const end = '["end",{"status":"failed","durationMs":1}]'
  const lines = [LINES[1] as string, ...Array.from({ length: most }, () => line), end]
  const counts = async (all: string[]) => {
    const sent: number[] = []
    for await (const { count } of segments({ bytes: 0, lines: all }, OPEN, 0)) sent.push(count)
    return sent
  }
  // An end goes along, whatever there is.
  expect(await counts(lines)).toEqual([most + 1])
  expect(await counts([...lines.slice(0, -1), line, end])).toEqual([most, 2])
  expect(most + 1).toBeLessThan(LIMITS.bodyEntries)
})

/** The lines of the bodies of a journal; none may be lost or sent twice. */
const bodiesOf = async (lines: string[]) => {
  const bodies: string[] = []
  let next = 0
  for await (const { from, count, body } of segments({ bytes: 0, lines }, OPEN, 0)) {
    expect(from).toBe(next)
    next += count
    bodies.push(body.toString())
  }
  return bodies
}

test('a body has no more names of groups than the server takes, counted for each attempt', async () => {
  const groups = [0, 1].map((number) => {
    const titles = ['ü'.repeat(LIMITS.titlesBytes / 2)]
    return `["group",${number},${JSON.stringify({ file: 'a', titles })}]`
  })
  const attempts = Array.from({ length: 2_000 }, (_, index) => `["attempt",${index % 2},"t","passed",0,1]`)
  const bodies = await bodiesOf([...groups, ...attempts])
  const counts = bodies.map((body) => body.match(/"attempt"/g)?.length ?? 0)
  expect(counts.reduce((sum, count) => sum + count)).toBe(2_000)
  expect(Math.max(...counts) * (LIMITS.titlesBytes + 1)).toBeLessThanOrEqual(LIMITS.bodyNamesBytes)
  expect(bodies.every((body) => body.match(/"group"/g)?.length === 2)).toBe(true)
})

test('a body has no more errors and reasons than the server takes', async () => {
  const detail = { errors: Array.from({ length: 20 }, () => ({ message: 'the "message": is a text' })) }
  const line = JSON.stringify(['attempt', 0, 't', 'failed', 0, 1, detail])
  const skip = '["attempt",0,"t","skipped",0,1,{"skip":{"kind":"skip","reason":"r"}}]'
  const bodies = await bodiesOf([LINES[1] as string, ...Array(3_000).fill(line), ...Array(20_000).fill(skip)])
  const errors = bodies.map((body) => body.match(/"message":|"reason":/g)?.length ?? 0)
  expect(errors.reduce((sum, count) => sum + count)).toBe(80_000)
  expect(Math.max(...errors)).toBeLessThanOrEqual(LIMITS.bodyEntries)
})

test('a body with a long first line and long entries is within its bytes', async () => {
  const open = `["open",1,{"journal":"j","codeowners":{"path":"C","text":"${'a'.repeat(6_000_000)}"}}]`
  const long = (length: number) => `["attempt",0,"t","failed",0,1,{"stdout":"${'b'.repeat(length)}"}]`
  const lines = [LINES[1] as string, long(6_000_000), long(LIMITS.lineBytes - 100)]
  const sizes: number[] = []
  for await (const { body } of segments({ bytes: 0, lines }, open, 0)) sizes.push(body.length)
  expect(sizes).toHaveLength(2)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMITS.segmentBytes)
})
