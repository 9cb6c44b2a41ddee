import { expect, test } from 'vitest'
import { filesBefore } from './files-before.ts'

const ran = (file: string, startMs: number, endMs: number, variant = '') => ({
  file,
  variant,
  startMs,
  endMs,
})
const before = (files: ReturnType<typeof ran>[], seconds = 1_000) =>
  filesBefore({ file: 'own', variant: '' }, files, seconds)

test('the files that had ended when its own began, in their order', () => {
  const files = [ran('a', 0, 10), ran('b', 5, 21), ran('c', 10, 30), ran('own', 20, 40), ran('d', 41, 50)]
  // Times are rounded.
  expect(before(files)).toEqual(['a', 'b'])
})

test('none of another variant, and none if nobody knows when its own ran', () => {
  expect(before([ran('a', 0, 10, 'firefox'), ran('own', 20, 40)])).toEqual([])
  expect(before([ran('a', 0, 10), ran('own', 20, 40, 'firefox')])).toEqual([])
})

test('only the last ones if all would take too long, or are too many', () => {
  const files = [ran('a', 0, 10_000), ran('b', 10_000, 12_000), ran('c', 12_000, 13_000)]
  expect(before([...files, ran('own', 13_000, 14_000)], 4)).toEqual(['b', 'c'])
  const many = Array.from({ length: 500 }, (_, at) => ran(`f${at}`, at, at + 1))
  const last = before([...many, ran('own', 600, 700)])
  expect(last.length).toBeLessThan(100)
  expect(last.at(-1)).toBe('f499')
})
