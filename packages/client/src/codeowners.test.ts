import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCodeowners } from './codeowners.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-codeowners-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

test('the first place that has one speaks, in the order GitHub looks', async () => {
  expect(await readCodeowners(root)).toBeUndefined()
  for (const path of ['.gitlab/CODEOWNERS', 'docs/CODEOWNERS', 'CODEOWNERS', '.github/CODEOWNERS']) {
    put(path, `* @${path.length}`)
    expect(await readCodeowners(root)).toEqual({ path, text: `* @${path.length}` })
  }
})

test('one that is too large counts as none, and hides those after it', async () => {
  put('CODEOWNERS', '* @acme')
  put('.github/CODEOWNERS', '#'.repeat(3 * 1024 * 1024 + 1))
  expect(await readCodeowners(root)).toBeUndefined()
})

test('neither a link nor a folder is read, nor one that lies behind a link', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'svc-elsewhere-'))
  writeFileSync(join(elsewhere, 'CODEOWNERS'), 'a secret')
  symlinkSync(join(elsewhere, 'CODEOWNERS'), join(root, 'CODEOWNERS'))
  expect(await readCodeowners(root)).toBeUndefined()
  rmSync(join(root, 'CODEOWNERS'))
  symlinkSync(elsewhere, join(root, '.github'))
  expect(await readCodeowners(root)).toBeUndefined()
  rmSync(join(root, '.github'))
  mkdirSync(join(root, 'CODEOWNERS'))
  expect(await readCodeowners(root)).toBeUndefined()
  rmSync(elsewhere, { recursive: true })
})

test('a file in place of a folder is not a CODEOWNERS', async () => {
  put('.github', 'a file')
  put('CODEOWNERS', '* @acme')
  expect(await readCodeowners(root)).toMatchObject({ path: 'CODEOWNERS' })
})
