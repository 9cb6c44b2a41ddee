import { expect, test } from 'vitest'
import { screenOf } from './screen.ts'

const look = (env: Record<string, string>, isTTY = false, columns = 0) =>
  screenOf({ stdout: { write: () => true, isTTY, columns }, env, now: () => 0 })

test('lines end where the terminal does; what is piped has no end', () => {
  expect(look({}, true, 60).cells).toBe(60)
  expect(look({}, true, 300).cells).toBe(100)
  expect(look({}, true).cells).toBe(80)
  expect(look({}).cells).toBe(Number.POSITIVE_INFINITY)
})

test.each<[Record<string, string>, isTTY: boolean, isColoured: boolean]>([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ TERM: 'dumb' }, true, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '' }, false, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1', TERM: 'dumb' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
])('%j and a terminal: %s, colour: %s', (env, isTTY, isColoured) => {
  expect(look(env, isTTY).paint('x', 'red') !== 'x').toBe(isColoured)
})
