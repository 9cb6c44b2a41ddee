import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { expect, onTestFinished, test } from 'vitest'
import { sealTree } from './seal-tree.ts'

const makeTree = (files: Record<string, string>) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-seal-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'first')
  return { folder, write, read: (path: string) => readFileSync(join(folder, path), 'utf8') }
}

test('what tests wrote is undone, whatever git ignores or converts, and modules stay', async () => {
  const { folder, write, read } = makeTree({
    '.gitignore': 'node_modules\n.env\nleft\n',
    '.gitattributes': '* text eol=lf\n*.bin filter=none\n',
    'a.js': 'a\r\n',
    'b.js': 'b\n',
    'c.bin': '\0c',
  })
  write('.env', 'KEY=1\n')
  write('a.js', 'edited\r\n')
  write('node_modules/pkg/index.js', '1\n')
  const status = git(folder, 'status', '--porcelain')
  const sealed = await sealTree(folder, { env: process.env, signal: new AbortController().signal })
  onTestFinished(sealed.remove)
  write('left', 'x')
  write('deep/er/left.js', 'x')
  write('.env', 'KEY=2\n')
  write('a.js', 'EDITED\r\n')
  write('node_modules/pkg/cache', '1')
  rmSync(join(folder, 'b.js'))
  rmSync(join(folder, 'c.bin'))
  mkdirSync(join(folder, 'c.bin'))
  await sealed.restore()
  expect((await readdir(folder)).sort()).toEqual(
    ['.env', '.git', '.gitattributes', '.gitignore', 'a.js', 'b.js', 'c.bin', 'node_modules'].sort(),
  )
  expect([read('.env'), read('a.js'), read('b.js'), read('c.bin')]).toEqual([
    'KEY=1\n',
    'edited\r\n',
    'b\n',
    '\0c',
  ])
  expect(read('node_modules/pkg/cache')).toBe('1')
  // The repository of the tree itself knows nothing of it.
  expect(git(folder, 'status', '--porcelain')).toBe(status)
})
