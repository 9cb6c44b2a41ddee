import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

test('makes a folder and those above it, and accepts one that exists', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'svc-folder-')), 'a', 'b')
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, 'c'))])
  expect(statSync(path).mode & 0o777).toBe(0o700)
  await makeFolder(path)
})

test('a file in the way, and a folder in which nothing can be made, are errors of the system', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-folder-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'file'), '')
  await expect(makeFolder(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  if (process.platform === 'linux')
    await expect(makeFolder('/proc/svc/data')).rejects.toMatchObject({ code: 'ENOENT' })
})
