import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyAllInto, copyInto } from './copy-files.ts'

test('links of a workspace lead into the new tree, and a write there changes nothing here', async () => {
  const place = mkdtempSync(join(tmpdir(), 'svc-copy-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const [here, base] = [join(place, 'here'), join(place, 'base')]
  for (const [tree, text] of [
    [here, 'of the change'],
    [base, 'of the base'],
  ] as const) {
    mkdirSync(join(tree, 'packages/calc'), { recursive: true })
    writeFileSync(join(tree, 'packages/calc/index.js'), text)
  }
  mkdirSync(join(here, 'node_modules/.pnpm/left@1'), { recursive: true })
  mkdirSync(join(here, 'node_modules/.vite'), { recursive: true })
  writeFileSync(join(here, 'node_modules/.vite/results.json'), '{}')
  writeFileSync(join(here, 'node_modules/.pnpm/left@1/index.js'), 'left')
  symlinkSync('.pnpm/left@1', join(here, 'node_modules/left'))
  symlinkSync('../packages/calc', join(here, 'node_modules/calc'))
  symlinkSync(join(here, 'packages/calc'), join(here, 'node_modules/absolute'))
  symlinkSync('/nowhere', join(here, 'node_modules/outside'))
  await copyInto(here, base, 'node_modules', (name) => name === '.vite')
  const read = (path: string) => readFileSync(join(base, 'node_modules', path), 'utf8')
  expect(read('calc/index.js')).toBe('of the base')
  expect(read('absolute/index.js')).toBe('of the base')
  expect(read('left/index.js')).toBe('left')
  expect(readlinkSync(join(base, 'node_modules/outside'))).toBe('/nowhere')
  expect(() => lstatSync(join(base, 'node_modules/.vite'))).toThrow()
  writeFileSync(join(base, 'node_modules/left/index.js'), 'written')
  expect(readFileSync(join(here, 'node_modules/left/index.js'), 'utf8')).toBe('left')
})

test('a copy that is ended writes no more files', async () => {
  const place = mkdtempSync(join(tmpdir(), 'svc-copy-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const [here, base] = [join(place, 'here'), join(place, 'base')]
  mkdirSync(join(here, 'files'), { recursive: true })
  for (let n = 0; n < 100; n++) writeFileSync(join(here, 'files', `${n}`), '')
  const stop = new AbortController()
  const isLeftOut = (name: string) => {
    if (name === '99') stop.abort()
    return false
  }
  await expect(copyAllInto(here, base, ['files'], isLeftOut, stop.signal)).rejects.toThrow()
  expect(readdirSync(join(base, 'files'))).toEqual([])
})
