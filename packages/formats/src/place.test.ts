import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePlaces } from './place.ts'

const root = mkdtempSync(join(tmpdir(), 'svc-place-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
for (const file of [
  'test/both.ts',
  'packages/x/test/both.ts',
  'packages/x/test/a.ts',
  'tests/CartTest.php',
  'index.js',
]) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), '')
}

const placesOf = (folder: string, report = '', base?: string) =>
  makePlaces(
    {
      root,
      folder,
      file: (path) => (path.startsWith('/') ? posix.relative(root, path) : posix.normalize(path)),
      attempt: () => undefined,
      error: () => undefined,
      warning: () => undefined,
    },
    base,
    report,
  )

test('a path that is not below the root is taken from the folder of the command, else of the report', () => {
  const inPackage = placesOf(join(root, 'packages/x'))
  expect(inPackage('test/a.ts', false)).toEqual({
    file: 'packages/x/test/a.ts',
    repair: {
      kind: 'file relative to another folder than the root',
      detail: 'test/a.ts is packages/x/test/a.ts',
    },
  })
  expect(inPackage('test/both.ts', false)).toEqual({ file: 'test/both.ts' })
  expect(inPackage('test/gone.ts', false)).toEqual({ file: 'test/gone.ts', isMissing: true })
  expect(inPackage('test/a.ts', true)).toEqual({ file: 'test/a.ts' })
  expect(inPackage('../x/test/a.ts', false).file).toBe('packages/x/test/a.ts')
  const byReport = placesOf(root, join(root, 'packages/x/reports/junit.xml'))
  expect(byReport('test/a.ts', false).file).toBe('packages/x/test/a.ts')
  expect(placesOf(root, '/elsewhere/junit.xml')('test/a.ts', false)).toEqual({
    file: 'test/a.ts',
    isMissing: true,
  })
  expect(placesOf(join(root, 'packages/x'), '', root)('test/a.ts', false)).toEqual({ file: 'test/a.ts' })
})

test('an absolute path elsewhere does not depend on where the root is', () => {
  const place = placesOf(root)
  expect(place('/app/tests/CartTest.php', false)).toEqual({
    file: 'tests/CartTest.php',
    repair: {
      kind: 'file outside the root, found in it',
      detail: '/app/tests/CartTest.php is tests/CartTest.php; use --map to rename it',
    },
  })
  expect(place('/app/tests/GoneTest.php', false)).toMatchObject({
    file: 'app/tests/GoneTest.php',
    repair: { kind: 'file outside the root' },
  })
  expect(place('C:\\ci\\tests\\CartTest.php', false).file).toBe('tests/CartTest.php')
  expect(place('file:///app/../tests/CartTest.php', false).file).toBe('tests/CartTest.php')
  expect(place('/app/index.js', false).file).toBe('index.js')
  expect(place('/app/node_modules/index.js', false).file).toBe('app/node_modules/index.js')
  expect(place(join(root, 'test/both.ts'), false)).toEqual({ file: 'test/both.ts' })
})
