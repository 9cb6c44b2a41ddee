import { expect, test } from 'vitest'
import { isInRange } from './range.ts'

test('a version lies in a range as npm reads it', () => {
  const inside: [string, string][] = [
    ['20.19.0', '>=20.19'],
    ['22.12.0', '^20.0.0 || ^22.12.0 || >=24.0.0'],
    ['24.1.0', '^20.0.0 || ^22.12.0 || >=24.0.0'],
    ['5.1.1', '^5'],
    ['5.1.1', '5.x'],
    ['5.1.1', '5'],
    ['5.1.1', '*'],
    ['5.1.1', ''],
    ['5.1.9', '~5.1.1'],
    ['5.9.0', '~5'],
    ['0.2.9', '^0.2.3'],
    ['0.0.3', '^0.0.3'],
    ['1.2.9', '1.0.0 - 1.2'],
    ['1.3.0', '> 1.2'],
    ['1.2.3', '>=1.0.0 <2'],
    ['5.0.0-beta.1', '>=5'],
    ['1.2.9', '<=1.2'],
  ]
  for (const [version, range] of inside)
    expect([version, range, isInRange(version, range)]).toEqual([version, range, true])
  const outside: [string, string][] = [
    ['20.18.3', '>=20.19'],
    ['23.0.0', '^20.0.0 || ^22.12.0 || >=24.0.0'],
    ['22.11.0', '^20.0.0 || ^22.12.0 || >=24.0.0'],
    ['6.0.0', '^5'],
    ['5.2.0', '~5.1.1'],
    ['0.3.0', '^0.2.3'],
    ['0.0.4', '^0.0.3'],
    ['1.2.9', '>1.2'],
    ['2.0.0', '>=1.0.0 <2'],
    ['1.3.0', '<=1.2'],
    ['1.2.4', '1.2.3'],
  ]
  for (const [version, range] of outside)
    expect([version, range, isInRange(version, range)]).toEqual([version, range, false])
})

test('what is no range is not judged', () => {
  for (const range of ['workspace:*', 'latest', 'catalog:', 'github:a/b', 'npm:node@^24'])
    expect(isInRange('1.0.0', range)).toBeUndefined()
  expect(isInRange('latest', '^1')).toBeUndefined()
})
