import { expect, test } from 'vitest'
import { isAbsolutePath, reportedPath } from './reported-path.ts'

test.each([
  ['tests/a.ts', 'tests/a.ts', false],
  ['./tests//a.ts', 'tests/a.ts', false],
  ['tests\\a.ts', 'tests/a.ts', false],
  ['tests/odd\\name.ts', 'tests/odd\\name.ts', false],
  ['a/../../b.ts', '../b.ts', false],
  ['/repo/a.ts', 'repo/a.ts', true],
  ['/../../etc/a.ts', 'etc/a.ts', true],
  ['C:\\repo\\a.ts', 'repo/a.ts', true],
  ['C:/repo/a.ts', 'repo/a.ts', true],
  ['\\\\share\\repo\\a.ts', 'share/repo/a.ts', true],
  ['file:///repo/a%20b.ts', 'repo/a b.ts', true],
  ['file:///C:/repo/a.ts', 'repo/a.ts', true],
  ['file:///repo/%zz.ts', 'repo/%zz.ts', true],
  ['', '', false],
])('%s is %s', (path, expected, isAbsolute) => {
  expect(reportedPath(path)).toBe(expected)
  expect(isAbsolutePath(path)).toBe(isAbsolute)
})
