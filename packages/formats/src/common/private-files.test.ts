import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whyPrivate } from './private-files.ts'

test.skipIf(process.platform === 'win32')('a link that leads to such a folder is no way round', () => {
  const root = mkdtempSync(join(tmpdir(), 'svc-private-'))
  try {
    mkdirSync(join(root, '.git'))
    writeFileSync(join(root, '.git/config'), '')
    symlinkSync(join(root, '.git'), join(root, 'shots'))
    expect(whyPrivate('shots/config', root)).toBe('it is in .git')
    expect(whyPrivate('shots-of/config', root)).toBeUndefined()
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
