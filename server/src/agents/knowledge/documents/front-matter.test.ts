import { expect, test } from 'vitest'
import { splitFrontMatter } from './front-matter.ts'

const read = (yaml: string) => splitFrontMatter(`---\n${yaml}\n---\nbody`)

test('title, visibility and tags are read; other fields are kept', () => {
  const { frontMatter, body } = read(
    'title: A "b"\nvisibility: shared\ntags: [x, 1, x]\ndate: 2026-01-01\nowner: {team: a}',
  )
  expect(body).toBe('body')
  expect(frontMatter).toMatchObject({ title: 'A "b"', visibility: 'shared', tags: ['x', '1'] })
  expect(JSON.parse(frontMatter.json)).toMatchObject({ date: '2026-01-01', owner: { team: 'a' } })
  expect(read('title: 2026\ntags: x, y').frontMatter).toMatchObject({ title: '2026', tags: ['x', 'y'] })
})

test('texts that look like numbers are as the author typed them', () => {
  const { frontMatter } = read(
    'title: 3.10\ntags: [1.0, 0x1F, "2.50", True, 7]\nfailures: [1234567890123456, { fingerprint: 12e4567890123456 }]\nweight: 1.0',
  )
  expect(frontMatter).toMatchObject({ title: '3.10', tags: ['1.0', '0x1F', '2.50', 'True', '7'] })
  expect(JSON.parse(frontMatter.json)).toEqual({
    title: '3.10',
    tags: ['1.0', '0x1F', '2.50', 'True', '7'],
    failures: ['1234567890123456', { fingerprint: '12e4567890123456' }],
    weight: 1,
  })
  expect(read('title: ~\ntags: 1.10').frontMatter).toMatchObject({ title: null, tags: ['1.10'] })
})

test.each([
  ['no front matter', '# A\n', '# A\n'],
  ['without an end', '---\na: 1\n', '---\na: 1\n'],
  ['empty', '---\n---\nbody', 'body'],
  ['only a comment', '---\n# nothing\n---\nbody', 'body'],
  ['ends with dots', '---\na: 1\n...\nbody', 'body'],
  ['without a body', '---\na: 1\n---', ''],
  ['not at the beginning', '\n---\na: 1\n---\n', '\n---\na: 1\n---\n'],
])('%s', (_, text, body) => {
  expect(splitFrontMatter(text).body).toBe(body)
})

test.each([
  ['a list', '- a', /must have fields such as/],
  ['a text', 'hello', /must have fields such as/],
  ['broken', 'a: [1', /is invalid YAML in line \d/],
  [
    'a quoted text of several lines',
    "title: a\ndescription: 'one\ntwo'",
    /in line 3: .* indent the further lines/,
  ],
  ['a text without its last quote', 'title: "a\ntags: [b]', /Add the closing quote/],
  ['a title twice', 'title: a\ntitle: b', /is invalid YAML in line 3/],
  ['a visibility twice', 'visibility: project\na: 1\nvisibility: shared', /is invalid YAML in line 4/],
  ['an alias', 'a: &x [1]\nb: *x', /must not contain aliases/],
  [
    'a bomb of aliases',
    `a: &a [x]\n${Array.from({ length: 20 }, (_, i) => `${'b'.repeat(i + 1)}: &${'b'.repeat(i + 1)} [*a, *a]`).join('\n')}`,
    /must not contain aliases/,
  ],
  ['a tag', 'a: !!js/function x', /must not contain the tag/],
  ['another tag', 'a: !secret x', /must not contain the tag/],
  ['deep brackets', `a: ${'['.repeat(8_000)}`, /at most 20 levels/],
  ['deep lists', `${'- '.repeat(4_000)}a`, /at most 20 levels/],
  ['too large', `a: ${'x'.repeat(17_000)}`, /at most 16384 bytes/],
  ['a title that is a list', 'title: [a]', /title of one line/],
  ['a title of two lines', 'title: "a\\nb"', /title of one line/],
  ['an empty title', 'title: ""', /title of one line/],
  ['a long title', `title: ${'x'.repeat(301)}`, /at most 300 characters/],
  ['another visibility', 'visibility: public', /project or shared/],
  ['tags of mappings', 'tags: [{a: 1}]', /must have tags as/],
  [
    'many tags',
    `tags: [${Array.from({ length: 51 }, (_, i) => i).join(', ')}]`,
    /list of at most 50 strings/,
  ],
])('%s is refused with a reason', (_, yaml, message) => {
  expect(() => read(yaml)).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringMatching(message) }),
  )
})

test('of another field that is there twice, the last one counts', () => {
  const { frontMatter } = read('title: A\ndescription: first\ndescription: last')
  expect(JSON.parse(frontMatter.json)).toEqual({ title: 'A', description: 'last' })
})

test('a field called __proto__ changes no object', () => {
  const { frontMatter } = read('__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect(frontMatter.title).toBeNull()
})
