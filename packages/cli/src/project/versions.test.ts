import { expect, test } from 'vitest'
import { isInRange } from './versions.ts'

test('a version lies in a range of the forms that our packages use', () => {
  const inside: [string, string][] = [
    ['20.19.0', '>=20.19'],
    ['22.12.0', '^20.0.0 || ^22.12.0 || >=24.0.0'],
    ['24.1.0', '^20.0.0 || ^22.12.0 || >=24.0.0'],
    ['5.1.1', '^5'],
    ['5.0.0-beta.1', '>=5'],
    ['3.2.4', '^3.0.0 || >=4.0.1'],
    ['4.0.1', '^3.0.0 || >=4.0.1'],
  ]
  for (const [version, range] of inside)
    expect([version, range, isInRange(version, range)]).toEqual([version, range, true])
  const outside: [string, string][] = [
    ['20.18.3', '>=20.19'],
    ['23.0.0', '^20.0.0 || ^22.12.0 || >=24.0.0'],
    ['22.11.0', '^20.0.0 || ^22.12.0 || >=24.0.0'],
    ['6.0.0', '^5'],
    ['4.0.0', '^3.0.0 || >=4.0.1'],
    ['2.1.9', '^3.0.0 || >=4.0.1'],
  ]
  for (const [version, range] of outside)
    expect([version, range, isInRange(version, range)]).toEqual([version, range, false])
})

test('other forms are not judged', () => {
  for (const range of [
    'workspace:*',
    'latest',
    'catalog:',
    'github:a/b',
    'npm:node@^24',
    '*',
    '~5.1.1',
    '>=1 <2',
  ])
    expect(isInRange('1.0.0', range)).toBeUndefined()
  expect(isInRange('latest', '^1')).toBeUndefined()
})
