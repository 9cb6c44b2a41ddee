import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders, write } from '../test/folders.ts'
import { makeRelative } from './paths.ts'
import { findRoot } from './root.ts'

afterAll(removeFolders)

test('posix paths', () => {
  const file = makeRelative('/repo/app')
  expect(file('/repo/app/src/a.test.ts')).toBe('src/a.test.ts')
  expect(file('/repo/app/src/../b.test.ts')).toBe('b.test.ts')
  expect(file('/repo/app')).toBe('')
  expect(file('/repo/application/a.ts')).toBe('../application/a.ts')
  expect(file('/repo/other/a.ts')).toBe('../other/a.ts')
  expect(file('src/a.test.ts')).toBe('src/a.test.ts')
  expect(file('./src/a.test.ts')).toBe('src/a.test.ts')
  expect(file(pathToFileURL('/repo/app/a b.ts').href)).toBe('a b.ts')
})

test('Windows-style paths', () => {
  const file = makeRelative('C:\\repo')
  expect(file('C:\\repo\\src\\a.test.ts')).toBe('src/a.test.ts')
  expect(file('c:/repo/src/a.test.ts')).toBe('src/a.test.ts')
  expect(file('src\\a.test.ts')).toBe('src/a.test.ts')
  expect(file('C:\\other\\a.ts')).toBe('../other/a.ts')
  expect(file('D:\\a.ts')).toBe('D:/a.ts')
})

test('the root of a file system', () => expect(makeRelative('/')('/src/a.ts')).toBe('src/a.ts'))

test('a path reported through a link or without it is the same file', () => {
  const real = makeFolder()
  mkdirSync(join(real, 'app'))
  symlinkSync(join(real, 'app'), join(real, 'link'))
  const file = makeRelative(join(real, 'link'))
  expect(file(join(real, 'app', 'a.ts'))).toBe('a.ts')
  expect(file(join(real, 'link', 'a.ts'))).toBe('a.ts')
})

test('the root is the top of the working tree, else what was declared, else the runner’s', () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'packages', 'web'), { recursive: true })
  const inner = join(folder, 'packages', 'web')
  expect(findRoot(inner)).toEqual({ path: inner, kind: 'runner' })
  expect(findRoot(inner, folder)).toEqual({ path: folder, kind: 'SVC_ROOT' })
  write(folder, '.git', 'gitdir: elsewhere')
  expect(findRoot(inner, '/elsewhere')).toEqual({ path: folder, kind: 'git' })
})
