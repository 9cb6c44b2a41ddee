import { expect, test } from 'vitest'
import { mostConnections } from './most-connections.ts'

const limits = (files: string) =>
  `Max processes             7823                 7823                 processes\nMax open files            ${files}                 4096                 files\n`

test('connections leave open files for everything else', () => {
  expect(mostConnections(limits('1024'))).toBe(768)
  expect(mostConnections(limits('200'))).toBe(100)
  expect(mostConnections(limits('1'))).toBe(1)
})

test('a system without a limit, or without the file, limits no connections', () => {
  expect(mostConnections(limits('unlimited'))).toBeUndefined()
  expect(mostConnections('')).toBeUndefined()
})
