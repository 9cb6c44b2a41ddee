import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceBuild } from '../build/replace.ts'
import { builtFrom } from '../build/stamp.ts'

function builds() {
  const below = mkdtempSync(join(tmpdir(), 'svc-build-'))
  onTestFinished(() => rmSync(below, { recursive: true }))
  return (name: string, stamp: string, text: string): string => {
    const folder = join(below, name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'index.html'), text)
    writeFileSync(join(folder, 'stamp.json'), JSON.stringify({ stamp }))
    return folder
  }
}

const pageIn = (folder: string) => readFileSync(join(folder, 'index.html'), 'utf8')

test('a build of other sources replaces the one before', () => {
  const build = builds()
  const folder = build('dist', 'before', 'older')
  replaceBuild(folder, build('made', 'now', 'newer'))
  expect([pageIn(folder), builtFrom(folder)]).toEqual(['newer', 'now'])
})

test('the second of two builds of the same sources leaves the files that a server may be reading', () => {
  const build = builds()
  const folder = build('dist', 'now', 'first')
  replaceBuild(folder, build('made', 'now', 'second'))
  expect(pageIn(folder)).toBe('first')
})

test('a folder without a whole build is replaced', () => {
  const build = builds()
  const folder = build('dist', 'now', 'torn')
  rmSync(join(folder, 'stamp.json'))
  expect(builtFrom(folder)).toBe(null)
  replaceBuild(folder, build('made', 'now', 'whole'))
  expect(pageIn(folder)).toBe('whole')
})
