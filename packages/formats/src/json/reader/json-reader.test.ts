import { expect, test } from 'vitest'
import { ReportProblem } from '../../problem.ts'
import { JsonReader, type Path, type Visitor } from './json-reader.ts'

/** Builds the whole value again: `enterAbove` containers are entered, what is below is taken. */
const rebuild = (pieces: string[], enterAbove: number): unknown => {
  const root: { value?: unknown } = {}
  const put = (path: Path, value: unknown) => {
    let parent = root as Record<string | number, unknown>
    let key: string | number = 'value'
    for (const step of path) {
      parent = parent[key] as Record<string | number, unknown>
      key = step
    }
    Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true })
  }
  const reader = new JsonReader({
    choose: (path) => (path.length < enterAbove ? 'enter' : 'take'),
    enter: (path, kind) => put(path, kind === 'array' ? [] : {}),
    take: (value, path) => put(path, value),
  })
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return root.value
}

const split = (text: string, sizes: () => number): string[] => {
  const pieces: string[] = []
  for (let index = 0; index < text.length; ) {
    const size = sizes()
    pieces.push(text.slice(index, index + size))
    index += size
  }
  return pieces
}

/** The same numbers at every run. */
const makeRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const someValue = (random: () => number, depth: number): unknown => {
  const kind = Math.floor(random() * (depth > 0 ? 8 : 6))
  const text = ['', 'a', '\\', '"', 'x\\"y', '\\\\', '{[', ']}', 'ä\n\u2028', '😀', '\u0000', ' , : '][
    Math.floor(random() * 12)
  ]
  if (kind === 0) return null
  if (kind === 1) return random() < 0.5
  if (kind === 2) return Math.round(random() * 1e6) / (random() < 0.5 ? 1 : 1e3)
  if (kind < 6) return text
  const length = Math.floor(random() * 4)
  if (kind === 6) return Array.from({ length }, () => someValue(random, depth - 1))
  return Object.fromEntries(Array.from({ length }, (_, i) => [`${i}${text}`, someValue(random, depth - 1)]))
}

test('any value, in pieces of any size, entered to any depth, is what JSON.parse makes of it', () => {
  const random = makeRandom(7)
  for (let round = 0; round < 600; round += 1) {
    const value = someValue(random, 5)
    const text = JSON.stringify(value, null, round % 3)
    const most = round % 2 === 0 ? 3 : 40
    const pieces = split(text, () => 1 + Math.floor(random() * most))
    expect(rebuild(pieces, round % 4), text).toEqual(value)
  }
})

test('what JSON.parse refuses is refused, with the place', () => {
  const bad = [
    '{',
    '[1,]',
    '{"a" 1}',
    '[1 2]',
    '{"a":1,}',
    '[tru]',
    '{"a":}',
    '["\u0001"]',
    '[01]',
    '[}',
    '1 2',
    ']',
    '{a:1}',
    '["a]',
    '[.5]',
    '[nul',
  ]
  for (const text of bad)
    for (const depth of [0, 1, 9])
      expect(
        () =>
          rebuild(
            split(text, () => 2),
            depth,
          ),
        `${text} at ${depth}`,
      ).toThrow(ReportProblem)
})

const problemOf = (text: string, visitor: Partial<Visitor> = {}): string => {
  try {
    const reader = new JsonReader({ choose: () => 'enter', take: () => undefined, ...visitor })
    for (const piece of split(text, () => 5)) reader.push(piece)
    reader.end()
  } catch (error) {
    if (error instanceof ReportProblem) return `${error.place?.line}:${error.place?.column} ${error.message}`
    throw error
  }
  return 'none'
}

test('the place is line and column', () => {
  expect(problemOf('{\n  "a": 1,\n  "b" 2\n}')).toBe('3:7 it is not valid JSON: "2" instead of a colon')
  expect(problemOf('{\n  "a": [1,\n  ')).toMatch(/^3:3 it ends in the middle/)
  expect(
    problemOf('[\n{"a": 1,\n "b": x}\n]', { choose: (path) => (path.length === 0 ? 'enter' : 'take') }),
  ).toMatch(/^3:7 it is not valid JSON: "x"/)
  expect(problemOf('')).toBe('undefined:undefined the file is empty')
  expect(problemOf(' \n')).toBe('undefined:undefined the file is empty')
})

test('what is skipped need not be kept, but has to be whole', () => {
  const skip: Partial<Visitor> = { choose: (path) => (path.length === 0 ? 'enter' : 'skip') }
  expect(problemOf('{"a": [{"b": "\\"]"}, 1], "c": 1e3}', skip)).toBe('none')
  expect(problemOf('{"a": [{"b": 1]}, "c": 1}', skip)).toMatch(/brackets do not match/)
  expect(problemOf('{"a": [1', skip)).toMatch(/ends in the middle/)
})

test('keys that are given twice, and nesting without end, are refused', () => {
  expect(problemOf('{"tests": [], "tests": []}')).toMatch(/"tests" appears twice/)
  const deep = '['.repeat(100_000)
  for (const choice of ['enter', 'take', 'skip'] as const)
    expect(problemOf(deep, { choose: () => choice })).toMatch(/^1:257 it is nested deeper than 256 levels/)
})

test('a string beyond the limit is cut to it, at no half escape', () => {
  for (const filling of ['a', '\\\\', '\\"', '\\u00e4', 'ä', '😀'])
    for (let offset = 0; offset < 7; offset += 1) {
      const values: { value: unknown; isCut: boolean }[] = []
      const reader = new JsonReader(
        { choose: () => 'take', take: (value, _, { isCut }) => values.push({ value, isCut }) },
        { longestString: 100 },
      )
      const text = `{"x":"${'b'.repeat(offset)}${filling.repeat(400)}","y":"kept"}`
      for (const piece of split(text, () => 64)) reader.push(piece)
      reader.end()
      expect(values[0]?.isCut).toBe(true)
      const { x, y } = (values[0] ?? { value: {} }).value as { x: string; y: string }
      const whole = (JSON.parse(text) as { x: string }).x
      expect(y).toBe('kept')
      expect(whole.startsWith(x)).toBe(true)
      expect(JSON.stringify(x).length).toBeGreaterThan(15)
    }
})

test('names of the prototype are names', () => {
  const value = rebuild(['{"__proto__": {"a": 1}, "constructor": [2]}'], 2) as Record<string, unknown>
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
  expect(({} as { a?: number }).a).toBeUndefined()
})

test('many values, one a line', () => {
  const values: unknown[] = []
  const reader = new JsonReader(
    { choose: (path) => (path.length === 0 ? 'enter' : 'take'), take: (value) => values.push(value) },
    { isLines: true },
  )
  for (const piece of split('{"a":1}\n{"b":[2]}\n\n', () => 3)) reader.push(piece)
  reader.end()
  expect(values).toEqual([1, [2]])
})
