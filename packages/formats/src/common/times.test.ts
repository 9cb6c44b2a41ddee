import { expect, test } from 'vitest'
import { readSeconds, readTimestamp, unitOf } from './times.ts'

test('seconds, in the ways tools and their languages write them', () => {
  const read = (text: string | undefined) => {
    const { durationMs, repair } = readSeconds(text)
    return repair ? [durationMs, repair] : durationMs
  }
  expect(read('1.5')).toBe(1500)
  expect(read(' 0.001 ')).toBe(1)
  expect(read('1.2E-4')).toBe(0.12)
  expect(read('2 s')).toBe(2000)
  expect(read('12ms')).toBe(12)
  expect(read('01:02.5')).toBe(62_500)
  expect(read('00:00:00.0123456')).toBe(12.346)
  expect(read('1,234.5')).toEqual([1_234_500, 'time with a comma'])
  expect(read('1.234,5')).toEqual([1_234_500, 'time with a comma'])
  expect(read('0,25')).toEqual([250, 'time with a comma'])
  expect(read('1,234,567.8')).toEqual([1_234_567_800, 'time with a comma'])
  expect(read('-0.5')).toEqual([0, 'negative time'])
  expect(read('NaN')).toEqual([undefined, 'time that is not a number'])
  expect(read('Infinity')).toEqual([undefined, 'time that is not a number'])
  expect(read('soon')).toEqual([undefined, 'time that is not a number'])
  expect(read(undefined)).toBeUndefined()
  expect(read('')).toBeUndefined()
})

test('whole numbers that would be years of seconds are nanoseconds', () => {
  expect(unitOf(['999638317', '0', '12'])).toBe('ns')
  expect(unitOf(['999638317', '0.5'])).toBe('s')
  expect(unitOf(['3600', '0'])).toBe('s')
  expect(unitOf([])).toBe('s')
  expect(readSeconds('999638317', 'ns')).toEqual({ durationMs: 999.638, repair: 'time in nanoseconds' })
  expect(readSeconds('0', 'ns')).toEqual({ durationMs: 0 })
  expect(readSeconds('1.5', 'ns')).toEqual({ durationMs: 1500 })
})

test('no test took more than a year', () => {
  for (const text of ['999638317', '9,996,383,178.5', '99999:00:00'])
    expect(readSeconds(text)).toEqual({ repair: 'time of more than a year left out' })
  expect(readSeconds('31622400')).toEqual({ durationMs: 366 * 86_400_000 })
})

test('moments; without a zone they are UTC, regardless of the zone of the machine', () => {
  const read = (text: string) => {
    const moment = readTimestamp(text)
    return moment === undefined ? undefined : new Date(moment).toISOString()
  }
  expect(read('2026-03-04T05:06:07')).toBe('2026-03-04T05:06:07.000Z')
  expect(read('2026-03-04 05:06')).toBe('2026-03-04T05:06:00.000Z')
  expect(read('2026-03-04T05:06:07.1234567')).toBe('2026-03-04T05:06:07.123Z')
  expect(read('2026-03-04T05:06:07,5+02:00')).toBe('2026-03-04T03:06:07.500Z')
  expect(read('2026-03-04T05:06:07-0230')).toBe('2026-03-04T07:36:07.000Z')
  expect(read('Sat, 03 Dec 2022 23:10:07 GMT')).toBe('2022-12-03T23:10:07.000Z')
  expect(read('10/27/2020 9:39:41 PM')).toBe('2020-10-27T21:39:41.000Z')
  expect(read('1700000000')).toBe('2023-11-14T22:13:20.000Z')
  expect(read('1700000000123')).toBe('2023-11-14T22:13:20.123Z')
  expect(read('2018-38-06T02:38:04')).toBeUndefined()
  expect(read('0001-01-01T00:00:00')).toBeUndefined()
  expect(read('12.000')).toBeUndefined()
  expect(read('')).toBeUndefined()
})
