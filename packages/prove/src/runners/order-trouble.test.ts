import { expect, test } from 'vitest'
import { orderTrouble } from './order-trouble.ts'

const own = { file: 'own', titles: ['adds'], variant: '', message: 'no' }

/** The trouble of a trial after `a` and `b` in which these files ran, ten milliseconds each; a `~` has only skipped tests. */
const troubleOf = (names: string[], spans: [number, number][] = []) => {
  const files = names.map((name, at) => {
    const [startMs, endMs] = spans[at] ?? [at * 10, at * 10 + 10]
    return { file: name.replace('~', ''), variant: '', startMs, endMs }
  })
  const tests = files.map(({ file }) => ({
    file,
    titles: ['x'],
    variant: '',
    leg: '',
    message: '',
    result: 'passed' as const,
  }))
  const ran = files.filter((_, at) => !names[at]?.endsWith('~'))
  return orderTrouble(own, ['a', 'b'], { kind: 'ran', outcomes: { tests, errors: [], files: ran } })
}

test('the files ran one after the other, and that of the test at last', () => {
  expect(troubleOf(['a', 'b', 'own'])).toBeUndefined()
  expect(troubleOf(['a', 'b~', 'own'])).toBeUndefined()
})

test('another order, another file, or a file that did not run makes a trial void', () => {
  expect(troubleOf(['b', 'a', 'own'])).toMatch('another order')
  expect(troubleOf(['a', 'own', 'b'])).toMatch('another order')
  expect(
    troubleOf(
      ['a', 'b', 'own'],
      [
        [0, 10],
        [10, 20],
        [5, 30],
      ],
    ),
  ).toMatch('another order')
  expect(troubleOf(['a', 'b', 'data', 'own'])).toBe('data ran, too')
  expect(troubleOf(['a', 'own'])).toBe('b did not run before it')
})
