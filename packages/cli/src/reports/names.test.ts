import { expect, test } from 'vitest'
import { commitOfName, dateOfName, dateOfText } from './date-of-name.ts'

const timeIn = (name: string) => {
  const time = dateOfName(name)
  return time === undefined ? undefined : new Date(time).toISOString()
}

test.each([
  ['2031-01-05.xml', '2031-01-05T00:00:00.000Z'],
  ['run-20310105T0930.xml', '2031-01-05T09:30:00.000Z'],
  ['junit_2031_01_05_23-59-58.xml', '2031-01-05T23:59:58.000Z'],
  ['2030-12-31/build-7/2031.01.05 10:11.xml', '2031-01-05T10:11:00.000Z'],
  ['build-1772000000', '2026-02-25T06:13:20.000Z'],
  ['2031-01-05/2031-02-30', '2031-01-05T00:00:00.000Z'],
  ['1772000000123.json', '2026-02-25T06:13:20.123Z'],
])('%s was at %s', (name, time) => {
  expect(timeIn(name)).toBe(time)
})

test.each([
  'TEST-com.acme.Cart.xml',
  'build-12345',
  '2031-13-05',
  '2031-02-30.xml',
  '2031-0105',
  'v20.19.1',
  '12345678901234567',
])('%s says no time', (name) => {
  expect(timeIn(name)).toBeUndefined()
})

test('a date that is typed is one of the calendar, and in UTC without a zone', () => {
  expect(dateOfText('2028-02-29')).toBe(Date.UTC(2028, 1, 29))
  expect(dateOfText('2031-01-31 08:00')).toBe(Date.UTC(2031, 0, 31, 8))
  expect(dateOfText('2031-01-31T08:00:00+02:00')).toBe(Date.UTC(2031, 0, 31, 6))
  for (const text of ['2026-02-30', '2026-02-29T08:00Z', '2026-01-01T25:00', '2026-1-1', 'lately'])
    expect(dateOfText(text)).toBeUndefined()
})

test('a commit is a whole sha', () => {
  const sha = 'a1'.repeat(20)
  expect(commitOfName(`build/${sha}/x.xml`)).toBe(sha)
  expect(commitOfName('build/a1b2c3d/x.xml')).toBeUndefined()
  expect(commitOfName(`${sha}${sha}`)).toBeUndefined()
})
